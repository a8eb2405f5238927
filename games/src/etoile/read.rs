//! Reading positions, strictly.

use super::board::{Board, Cell};
use super::moves::MoveKind;
use super::omission::Omission;
use super::position::Position;
use super::rules::Etoile;
use crate::{Actor, Game, Notation, ParseError, Seat};

/// Reads the fields `side A B [C] quiet marks`.
#[inline(never)]
pub(super) fn position<B: Board>(
    game: &Etoile<B>,
    fields: &[&str],
) -> Result<Position, ParseError> {
    let players = game.rules().players as usize;
    let &[side, ref lists @ .., quiet, marks] = fields else {
        return Err(ParseError::new("position", &fields.join(" "), game.fields().join(" ")));
    };
    let mut pieces = [0; 3];
    let mut kings = 0;
    for (seat, list) in lists.iter().enumerate().take(players) {
        let others = pieces.iter().fold(0, |all, set| all | set);
        (pieces[seat], kings) = player(game, Seat::new(seat as u8), list, others, kings)?;
    }
    let names = &["A", "B", "C"][..players];
    let seat = names.iter().position(|&name| name == side);
    let Some(seat) = seat else {
        let expected = format!("one of {}", names.join(" "));
        return Err(ParseError::new("side", side, expected));
    };
    if pieces[seat] == 0 {
        return Err(ParseError::new("side", side, "a player with pieces"));
    }
    let turns = number(quiet)?;
    let position = Position::new(pieces, kings, turns, Seat::new(seat as u8));
    match marks {
        "-" => Ok(position),
        _ if !game.rules().huff => {
            Err(ParseError::new("marks", marks, "- where captures are compulsory"))
        }
        "!" => obliged(game, position, quiet),
        _ => omitted(game, position, marks),
    }
}

/// A count of quiet turns.
fn number(text: &str) -> Result<u16, ParseError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = text == "0" || !text.starts_with('0');
    let number = if digits && plain { text.parse().ok() } else { None };
    number.ok_or_else(|| ParseError::new("quiet", text, "a number from 0 to 65535"))
}

/// Reads one player's pieces: the pieces, and the kings of all players so far.
fn player<B: Board>(
    game: &Etoile<B>,
    seat: Seat,
    list: &str,
    others: u64,
    mut kings: u64,
) -> Result<(u64, u64), ParseError> {
    let field = game.seat_name(seat);
    let mut pieces = 0;
    if list == "-" {
        return Ok((pieces, kings));
    }
    for text in list.split(',') {
        let (king, name) = text.strip_prefix('K').map_or((false, text), |name| (true, name));
        let at = cell(game, field, name)?;
        let bit = 1 << at;
        if (pieces | others) & bit != 0 {
            return Err(ParseError::new(field, text, "one piece at most on a cell"));
        }
        if !king && game.base(seat) & bit != 0 {
            return Err(ParseError::new(field, text, "a king where men become kings"));
        }
        pieces |= bit;
        kings |= if king { bit } else { 0 };
    }
    let most = u32::from(B::HOME_ROWS) * u32::from(B::COLUMNS) / 2;
    if pieces.count_ones() > most {
        let expected = format!("at most {most} pieces, not {}", pieces.count_ones());
        return Err(ParseError::new(field, list, expected));
    }
    Ok((pieces, kings))
}

/// Reads the name of a cell in play.
pub(super) fn cell<B: Board>(game: &Etoile<B>, field: &str, name: &str) -> Result<u8, ParseError> {
    let letters = name.as_bytes();
    let (camp, rest) = match (B::CAMPS, letters) {
        (1, rest) => (0, rest),
        (_, [camp @ b'A'..=b'C', rest @ ..]) => (camp - b'A', rest),
        _ => (0, &[][..]),
    };
    let wrong = |expected: &str| Err(ParseError::new(field, name, expected));
    let row = match rest {
        [_, row @ b'1'..=b'9'] => row - b'0',
        [_, b'1', b'0'] => 10,
        _ => 0,
    };
    let column = rest.first().map_or(0, |letter| letter.wrapping_sub(b'a' - 1));
    let on_board = (1..=B::COLUMNS).contains(&column) && (1..=B::ROWS).contains(&row);
    if !on_board {
        return wrong(if B::CAMPS == 1 {
            "cells such as a1 or Kb2"
        } else {
            "cells such as Aa1 or KBb2"
        });
    }
    let light = game.rules().light;
    if ((column + row) % 2 != 0) != light {
        return wrong(if light { "light cells (colour=light)" } else { "dark cells" });
    }
    let cell = if light {
        Cell { camp: (3 - camp) % 3, row, column: B::COLUMNS + 1 - column }
    } else {
        Cell { camp, row, column }
    };
    Ok(cell.index(B::COLUMNS, B::ROWS))
}

/// RULING E8: the side to act has a capture.
fn obliged<B: Board>(
    game: &Etoile<B>,
    position: Position,
    quiet: &str,
) -> Result<Position, ParseError> {
    if position.quiet() != 0 {
        return Err(ParseError::new("quiet", quiet, "0 while a player is obliged"));
    }
    if !game.can_capture(&position) {
        return Err(ParseError::new("marks", "!", "a side to act that can capture"));
    }
    Ok(position.marked(Omission::Obliged, 0))
}

/// RULING E8: the step was legal for the player before the side to act, and the liable pieces are
/// exactly those that could then have captured.
fn omitted<B: Board>(
    game: &Etoile<B>,
    position: Position,
    marks: &str,
) -> Result<Position, ParseError> {
    let wrong = |expected: String| ParseError::new("marks", marks, expected);
    let form = || wrong("-, ! or <from>-<to>[=K]:<cell>,<cell>...".to_owned());
    let (step, liable) = marks.split_once(':').ok_or_else(form)?;
    let (step, crowned) = step.strip_suffix("=K").map_or((step, false), |step| (step, true));
    let (from, to) = step.split_once('-').ok_or_else(form)?;
    let (from, to) = (cell(game, "marks", from)?, cell(game, "marks", to)?);
    let mut cells = 0;
    for name in liable.split(',') {
        let at = cell(game, "marks", name)?;
        if cells >> at & 1 != 0 {
            return Err(wrong(format!("each liable cell once, not {name} twice")));
        }
        cells |= 1 << at;
    }

    let offender = offender(game, &position);
    let name = game.seat_name(offender);
    if position.pieces(offender) >> to & 1 == 0 {
        return Err(wrong(format!("a piece of {name} where the step ended")));
    }
    let illegal = || wrong(format!("a legal step of {name}, the player before the side to act"));
    let before = before(&position, offender, from, to, crowned).ok_or_else(illegal)?;
    if game.actor(&before) != Actor::Seat(offender) {
        return Err(illegal());
    }
    let mut after = None;
    let mut moves = Vec::new();
    game.list_moves(&before, &mut moves);
    for mv in moves {
        if mv.kind == MoveKind::Step && (mv.from, mv.to) == (from, to) {
            after = Some(game.play(&before, mv));
        }
    }
    let after = after.ok_or_else(illegal)?;
    let omission = Omission::Step { from, to, crowned };
    if after.omission() == Omission::None {
        return Err(wrong(format!("a step of {name} that omitted a capture")));
    }
    if after.omission() != omission {
        return Err(wrong("=K just where the step made a king".to_owned()));
    }
    if after.liable() != cells {
        let pieces = game.cell_list(after.liable(), 0);
        return Err(wrong(format!("the pieces that could have captured: {pieces}")));
    }
    Ok(position.marked(omission, cells))
}

/// The player before the side to act.
fn offender<B: Board>(game: &Etoile<B>, position: &Position) -> Seat {
    let players = game.rules().players;
    let mut seat = position.side();
    loop {
        seat = Seat::new((seat.number() + players - 1) % players);
        if position.pieces(seat) != 0 {
            return seat;
        }
    }
}

/// The position before a step, with no quiet turn; `None` if no such position exists.
fn before(
    position: &Position,
    offender: Seat,
    from: u8,
    to: u8,
    crowned: bool,
) -> Option<Position> {
    let (from, to) = (1 << from, 1 << to);
    let king = position.kings() & to != 0;
    if position.all() & from != 0 || crowned && !king {
        return None;
    }
    let mut pieces = [0, 1, 2].map(|seat| position.pieces(Seat::new(seat)));
    pieces[offender.index()] ^= from | to;
    let mut kings = position.kings() & !to;
    if king && !crowned {
        kings |= from;
    }
    Some(Position::new(pieces, kings, 0, offender))
}
