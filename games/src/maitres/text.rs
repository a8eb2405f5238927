//! Text of positions, moves and rolls, and the drawn board.

use super::board::{BROWN, HOME, RED, SIZE, direction_of, square};
use super::generate::is_reversible;
use super::moves::{Move, Part};
use super::position::{NO_MASTER, Position};
use super::rules::{Die, Maitres, Passage, Variant};
use super::side::SidePieces;
use crate::board_text::{format_board, parse_board, read_square, square_name};
use crate::diagram::{Square, grid};
use crate::notation::illegal;
use crate::option_table::option_table;
use crate::{Game, Notation, OptionInfo, Options, Paint, ParseError, Seat};

option_table! {
    /// The options as position texts give them.
    struct Choice {
        passage: Passage = words { "blocked" => Passage::Blocked, "leap" => Passage::Leap },
            "whether pieces block others, or others may leap over them";
        plies: u32 = count { 1000 }, "a draw after this many moves";
        variant: Variant = words {
                "master" => Variant::Master,
                "annihilation" => Variant::Annihilation
            },
            "capture the Master, or (without Masters) every piece";
    }
}

impl Notation for Maitres {
    const NAME: &'static str = "maitres";
    const TITLE: &'static str = "La Guerre des Maîtres Français";
    const ABOUT: &'static str = "Two players, Red and Brown, with nine small cylinders, eight \
        large ones and a Master each on a board of 9x9 squares. A die gives the length of a move, \
        in a straight line. Smalls go straight ahead, the other pieces in all eight directions. A \
        piece captures the enemy piece on which it lands. A 6 may be split between two pieces. The \
        player who captures the Master wins.";
    const OPTIONS: &'static [OptionInfo] = Choice::OPTIONS;

    fn from_options(options: &Options<'_>) -> Result<Self, ParseError> {
        let Choice { passage, plies, variant } = Choice::read(options);
        Ok(Self { passage, variant, plies })
    }

    fn option_values(&self) -> Vec<String> {
        Choice { passage: self.passage, plies: self.plies, variant: self.variant }.texts()
    }

    fn fields(&self) -> &'static [&'static str] {
        &["board", "side", "die"]
    }

    fn parse_fields(&self, fields: &[&str]) -> Result<Position, ParseError> {
        let &[board, side, die] = fields else {
            return Err(ParseError::new("position", &fields.join(" "), "board, side and die"));
        };
        let pieces = Pieces::read(self, board)?;
        let side = match side {
            "r" => RED,
            "b" => BROWN,
            _ => return Err(ParseError::new("side", side, "r or b")),
        };
        let die = match die {
            "-" => 0,
            "1" | "2" | "3" | "4" | "5" | "6" => die.as_bytes()[0] - b'0',
            _ => return Err(ParseError::new("die", die, "- (to be rolled) or 1 to 6")),
        };
        let position = Position::new(pieces.all, pieces.smalls, pieces.masters, side, die);
        Ok(position)
    }

    fn format_fields(&self, position: &Position) -> String {
        let board = format_board(SIZE, SIZE, |file, rank| position.letter(file, rank));
        let die = match position.die() {
            0 => "-".to_owned(),
            die => die.to_string(),
        };
        format!("{board} {} {die}", self.seat_name(position.side()))
    }

    fn format_move(&self, _: &Position, mv: Move) -> String {
        match (mv.first(), mv.second()) {
            (Some(first), Some(second)) => format!("{}+{}", part_text(first), part_text(second)),
            (Some(first), None) => part_text(first),
            _ => "pass".to_owned(),
        }
    }

    fn format_event(&self, event: Die) -> String {
        format!("die{}", event.0)
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        if seat == RED { "r" } else { "b" }
    }

    fn diagram(&self, position: &Position, paint: Paint) -> String {
        let board = grid(SIZE, SIZE, paint, |file, rank| match position.letter(file, rank) {
            Some(letter) if letter == 'M' => Square { letter, style: "1;7;31", ..Square::EMPTY },
            Some(letter) if letter == 'm' => Square { letter, style: "1;7;33", ..Square::EMPTY },
            Some(letter) if letter.is_ascii_uppercase() => {
                Square { letter, style: "1;31", ..Square::EMPTY }
            }
            Some(letter) => Square { letter, style: "33", ..Square::EMPTY },
            None => Square::EMPTY,
        });
        let die = match position.die() {
            0 => "to be rolled".to_owned(),
            die => die.to_string(),
        };
        format!("{board}S L M Red plays up, s l m Brown plays down; die: {die}\n")
    }

    /// RULING M6: where both orders of a split can be played, both are read.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        let legal = |mv: &Move| self.is_legal(position, *mv);
        let swapped = |mv: Move| {
            let (first, second) = mv.first().zip(mv.second())?;
            let side = SidePieces::of(self, position);
            let both = || is_reversible(&side, second, first);
            Some(Move::split(second, first)).filter(legal).filter(|_| both())
        };
        let read = read_move(text);
        let found = read.filter(legal).or_else(|| read.and_then(swapped));
        found.ok_or_else(|| illegal(text))
    }
}

impl Maitres {
    /// The legal split of two parts, in its canonical order.
    pub(super) fn in_order(&self, position: &Position, one: Part, two: Part) -> Move {
        let (low, high) = if one.from() < two.from() { (one, two) } else { (two, one) };
        // If only one order can be played, the reverse order is not a move.
        if is_reversible(&SidePieces::of(self, position), high, low) {
            Move::split(low, high)
        } else {
            Move::split(high, low)
        }
    }
}

/// The move of a text.
fn read_move(text: &str) -> Option<Move> {
    if text == "pass" {
        return Some(Move::PASS);
    }
    match text.split_once('+') {
        None => read_part(text).map(Move::single),
        Some((first, second)) => Some(Move::split(read_part(first)?, read_part(second)?)),
    }
}

/// The path of a piece in a straight line.
fn read_part(text: &str) -> Option<Part> {
    let (from, to) = text.split_once('-')?;
    let (file, rank) = read_square(from, SIZE, SIZE)?;
    let (to_file, to_rank) = read_square(to, SIZE, SIZE)?;
    let files = i32::from(to_file) - i32::from(file);
    let ranks = i32::from(to_rank) - i32::from(rank);
    let steps = files.abs().max(ranks.abs());
    if !(1..=6).contains(&steps) || files % steps != 0 || ranks % steps != 0 {
        return None;
    }
    let direction = direction_of(files / steps, ranks / steps)?;
    Some(Part::new(square(file, rank), direction, steps as u8))
}

fn part_text(part: Part) -> String {
    let name = |at: u8| square_name(at % SIZE, at / SIZE);
    format!("{}-{}", name(part.from()), name(part.to()))
}

/// The contents of a board text.
struct Pieces {
    all: [u128; 2],
    smalls: u128,
    masters: [u8; 2],
}

impl Pieces {
    fn read(rules: &Maitres, text: &str) -> Result<Self, ParseError> {
        let mut pieces = Self { all: [0; 2], smalls: 0, masters: [NO_MASTER; 2] };
        let wrong = |expected: &str| Err(ParseError::new("board", text, expected));
        parse_board(text, SIZE, SIZE, |file, rank, letter| {
            let seat = if letter.is_ascii_uppercase() { RED } else { BROWN };
            let at = square(file, rank);
            pieces.all[seat.index()] |= 1 << at;
            match letter.to_ascii_lowercase() {
                's' if (HOME[0] | HOME[1]) >> at & 1 != 0 => {
                    return wrong(&format!(
                        "no small on a home rank as on {}",
                        square_name(file, rank)
                    ));
                }
                's' => pieces.smalls |= 1 << at,
                'l' => {}
                'm' if rules.variant == Variant::Annihilation => {
                    return wrong("no Master with variant=annihilation");
                }
                'm' if pieces.masters[seat.index()] != NO_MASTER => {
                    return wrong("at most one Master a side");
                }
                'm' => pieces.masters[seat.index()] = at,
                _ => return wrong(&format!("the letters S L M s l m and digits, not {letter:?}")),
            }
            Ok(())
        })?;
        pieces.check(rules, text)?;
        Ok(pieces)
    }

    /// The counts that the rules allow.
    fn check(&self, rules: &Maitres, text: &str) -> Result<(), ParseError> {
        let wrong = |expected: &str| Err(ParseError::new("board", text, expected));
        for (seat, name) in [(RED, "Red"), (BROWN, "Brown")] {
            let all = self.all[seat.index()];
            let smalls = (all & self.smalls).count_ones();
            let masters = u32::from(self.masters[seat.index()] != NO_MASTER);
            let others = all.count_ones() - masters;
            let (most, words) = match rules.variant {
                Variant::Master => (17, "smalls and larges"),
                Variant::Annihilation => (18, "pieces"),
            };
            if smalls > 9 {
                return wrong(&format!("at most 9 smalls for {name}, not {smalls}"));
            }
            if others > most {
                return wrong(&format!("at most {most} {words} for {name}, not {others}"));
            }
        }
        match rules.variant {
            Variant::Master if self.masters == [NO_MASTER; 2] => {
                wrong("at least one Master M or m")
            }
            Variant::Annihilation if self.all == [0; 2] => wrong("at least one piece"),
            _ => Ok(()),
        }
    }
}
