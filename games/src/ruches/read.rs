//! Reading the fields of a position. Each fault has its own error.

use super::board::{A, ALL, B, FILES, HOME, RANKS, file_of, rank_of, square_at};
use super::moves::{Move, squares};
use super::position::{Position, Stage, value_of};
use super::rules::{Contact, Omit, Ruches, Setup};
use crate::{ParseError, Seat, board_text};

/// The position that the fields describe.
pub(super) fn read(rules: &Ruches, fields: &[&str]) -> Result<Position, ParseError> {
    let &[phase, side, a, b, captured_a, captured_b, marks] = fields else {
        let expected = "phase, side, A, B, capA, capB and marks";
        return Err(ParseError::new("position", &fields.join(" "), expected));
    };
    let phase = read_phase(rules, phase)?;
    let side = match side {
        "a" => A,
        "b" => B,
        _ => return Err(ParseError::new("side", side, "a or b")),
    };
    let mut position = Position::empty(phase, side);
    read_tokens(&mut position, A, "A", a)?;
    read_tokens(&mut position, B, "B", b)?;
    if phase == Stage::Place {
        check_counts(&position, b)?;
    }
    read_captured(&mut position, A, "capA", captured_a)?;
    read_captured(&mut position, B, "capB", captured_b)?;
    read_marks(rules, &mut position, marks)?;
    Ok(position)
}

fn read_phase(rules: &Ruches, text: &str) -> Result<Stage, ParseError> {
    match text {
        "place" if rules.setup == Setup::Ordered => {
            Err(ParseError::new("phase", text, "play, since setup=ordered has no placement"))
        }
        "place" => Ok(Stage::Place),
        "play" => Ok(Stage::Play),
        _ => Err(ParseError::new("phase", text, "place or play")),
    }
}

/// The dark square of a name.
fn read_square(field: &str, text: &str, name: &str) -> Result<u8, ParseError> {
    let wrong = |expected: &str| Err(ParseError::new(field, text, expected));
    let Some((file, rank)) = board_text::read_square(name, FILES, RANKS) else {
        return wrong("a square from b1 to f9");
    };
    match square_at(file, rank) {
        Some(square) => Ok(square),
        None => wrong(&format!("a dark square, not {name}")),
    }
}

/// The move of a text.
pub(super) fn read_move(text: &str) -> Option<Move> {
    let square_of = |name| {
        let (file, rank) = board_text::read_square(name, FILES, RANKS)?;
        square_at(file, rank)
    };
    if text == "pass" {
        return Some(Move::PASS);
    } else if let Some(name) = text.strip_prefix('-') {
        return square_of(name).map(Move::remove);
    } else if let Some(name) = text.strip_prefix('!') {
        return square_of(name).map(Move::huff);
    } else if let Some((number, name)) = text.split_once('@') {
        let &[number @ b'0'..=b'9'] = number.as_bytes() else { return None };
        return Some(Move::place(number - b'0', square_of(name)?));
    } else if let Some((from, to)) = text.split_once('-') {
        return Some(Move::step(square_of(from)?, square_of(to)?));
    }
    let (from, landings) = text.split_once('x')?;
    let mut mv = Move::capture(square_of(from)?);
    for (hops, name) in (0..).zip(landings.split('x')) {
        if hops == Move::MOST_LANDINGS {
            return None;
        }
        mv = mv.landing(hops, square_of(name)?);
    }
    Some(mv)
}

fn read_tokens(
    position: &mut Position,
    seat: Seat,
    field: &str,
    text: &str,
) -> Result<(), ParseError> {
    if text == "-" {
        return Ok(());
    }
    let mut numbers = 0u16;
    for item in text.split(',') {
        let wrong = |expected: &str| Err(ParseError::new(field, item, expected));
        let Some((number @ b'0'..=b'9', name)) =
            item.as_bytes().first().copied().zip(item.get(1..))
        else {
            return wrong("tokens such as 7d1 with commas between them, or -");
        };
        let number = number - b'0';
        let square = read_square(field, item, name)?;
        if numbers >> number & 1 != 0 {
            return wrong(&format!("each number once, but {number} comes again"));
        }
        numbers |= 1 << number;
        if position.free() >> square & 1 == 0 {
            return wrong(&format!("one token a square, but {name} is taken"));
        }
        if position.phase() == Stage::Place && HOME[seat.index()] >> square & 1 == 0 {
            return wrong("a home square while tokens are placed");
        }
        position.toggle(seat, value_of(number), square);
    }
    Ok(())
}

/// In the placement phase A has one token more when B is to act, and as many as B when A is to act.
fn check_counts(position: &Position, text: &str) -> Result<(), ParseError> {
    let [a, b] = [A, B].map(|seat| position.tokens(seat).count_ones());
    let wanted = if position.side() == A { a } else { a.saturating_sub(1) };
    if b != wanted || position.side() == B && a == 0 {
        let expected = if position.side() == A {
            format!("as many tokens as A has, {a}, not {b}, where a is to place")
        } else {
            format!("one token less than the {a} of A, not {b}, where b is to place")
        };
        return Err(ParseError::new("B", text, expected));
    }
    if a + b == HOME[0].count_ones() + HOME[1].count_ones() {
        return Err(ParseError::new("phase", "place", "play, since all tokens are placed"));
    }
    Ok(())
}

fn read_captured(
    position: &mut Position,
    seat: Seat,
    field: &str,
    text: &str,
) -> Result<(), ParseError> {
    if text == "-" {
        return Ok(());
    }
    let wrong = |expected: &str| Err(ParseError::new(field, text, expected));
    if position.phase() == Stage::Place {
        return wrong("- while tokens are placed");
    }
    if text.is_empty() || !text.bytes().all(|digit| digit.is_ascii_digit()) {
        return wrong("captured numbers run together such as 136, or -");
    }
    let on_board = position.numbers(seat.other());
    for number in text.bytes().map(|digit| digit - b'0') {
        if position.captured(seat) >> number & 1 != 0 {
            return wrong(&format!("each number once, but {number} comes again"));
        }
        if on_board >> number & 1 != 0 {
            let expected = format!("numbers that are off the board, but {number} is on it");
            return wrong(&expected);
        }
        position.add_captured(seat, number);
    }
    Ok(())
}

fn read_marks(rules: &Ruches, position: &mut Position, text: &str) -> Result<(), ParseError> {
    if text == "-" {
        return Ok(());
    }
    let wrong = |expected: &str| Err(ParseError::new("marks", text, expected));
    if position.phase() == Stage::Place {
        return wrong("- while tokens are placed");
    }
    if position.is_decided() {
        return wrong("- where the game is over");
    }
    let (mut removable, mut liable) = (None, 0u32);
    for item in text.split(',') {
        let again = |mark: &str| {
            Err(ParseError::new("marks", item, format!("each mark once, but {mark} comes again")))
        };
        if let Some(name) = item.strip_prefix('*') {
            if removable.is_some() {
                return again("*");
            }
            removable = Some(read_removable(rules, position, item, name)?);
        } else if let Some(name) = item.strip_prefix('!') {
            let square = read_liable(rules, position, item, name)?;
            if liable >> square & 1 != 0 {
                return again(item);
            }
            liable |= 1 << square;
        } else {
            let expected = "marks such as *d5 and !c4 with commas between them, or -";
            return Err(ParseError::new("marks", item, expected));
        }
    }
    position.mark(removable, liable);
    Ok(())
}

/// The square of the mark `*`.
fn read_removable(
    rules: &Ruches,
    position: &Position,
    item: &str,
    name: &str,
) -> Result<u8, ParseError> {
    let wrong = |expected: String| Err(ParseError::new("marks", item, expected));
    if rules.contact == Contact::Jump {
        return wrong("no removals with contact=jump".to_owned());
    }
    let square = read_square("marks", item, name)?;
    let enemy = position.side().other();
    if position.tokens(enemy) >> square & 1 == 0 {
        return wrong(format!("a token of {} on {name}", letter(enemy)));
    }
    if position.removers(square) == 0 {
        return wrong(format!("a greater token of {} next to {name}", letter(position.side())));
    }
    Ok(square)
}

/// The square of a mark `!`.
fn read_liable(
    rules: &Ruches,
    position: &Position,
    item: &str,
    name: &str,
) -> Result<u8, ParseError> {
    if rules.omit == Omit::Free {
        return Err(ParseError::new("marks", item, "no liable tokens with omit=free"));
    }
    let square = read_square("marks", item, name)?;
    let seat = rules.liable_seat(position.side());
    if position.tokens(seat) >> square & 1 == 0 {
        let expected = format!("a token of {} on {name}", letter(seat));
        return Err(ParseError::new("marks", item, expected));
    }
    Ok(square)
}

/// A seat as positions name it.
pub(super) const fn letter(seat: Seat) -> &'static str {
    if seat.number() == A.number() { "a" } else { "b" }
}

/// The name of a square.
#[must_use]
pub fn square_name(square: u8) -> String {
    crate::square_name(file_of(square), rank_of(square))
}

/// The squares of a set, named, with commas between them.
pub(super) fn names(set: u32, prefix: &str) -> Vec<String> {
    squares(set & ALL).map(|square| format!("{prefix}{}", square_name(square))).collect()
}
