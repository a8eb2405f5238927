//! Text of positions and moves, and the drawn board.

use super::board::{A, ALL, B, FILES, RANKS, square_at};
use super::moves::{Move, TurnKind, squares};
use super::position::{Position, Stage};
use super::read::{letter, names, read, read_move, square_name};
use super::rules::{Contact, Omit, Ruches, Setup};
use crate::diagram::{Square, grid};
use crate::notation::illegal;
use crate::option_table::option_table;
use crate::{Game, Notation, OptionInfo, Options, Paint, ParseError, Seat};

option_table! {
    /// The options as position texts give them.
    struct Choice {
        contact: Contact = words { "remove" => Contact::Remove, "jump" => Contact::Jump },
            "whether a token that moved in front of a greater one may be removed, or only jumped over";
        omit: Omit = words {
                "huff" => Omit::Huff,
                "withdraw" => Omit::Withdraw,
                "free" => Omit::Free
            },
            "after an omitted capture the other player takes off a token that could have captured, or one \
            of his own tokens that could have been captured, or none";
        setup: Setup = words { "alternate" => Setup::Alternate, "ordered" => Setup::Ordered },
            "whether the players place their tokens in turn, or they stand in order";
    }
}

impl Notation for Ruches {
    const NAME: &'static str = "ruches";
    const TITLE: &'static str = "Bataille de ruches";
    const ABOUT: &'static str = "Two players, bees A and drones B, with ten tokens each, numbered \
        0 to 9, on the dark squares of a board of 7x9. Tokens go diagonally forward. A token jumps \
        over an enemy with a smaller number and captures it, or takes the place of an enemy with \
        the same number. A token on the opposite border counts double its number, a captured token \
        its number. The game ends when one side has three tokens there. The player with more \
        points wins.";
    const OPTIONS: &'static [OptionInfo] = Choice::OPTIONS;

    fn from_options(options: &Options<'_>) -> Result<Self, ParseError> {
        let Choice { contact, omit, setup } = Choice::read(options);
        Ok(Self { setup, omit, contact })
    }

    fn option_values(&self) -> Vec<String> {
        Choice { contact: self.contact, omit: self.omit, setup: self.setup }.texts()
    }

    fn fields(&self) -> &'static [&'static str] {
        &["phase", "side", "A", "B", "capA", "capB", "marks"]
    }

    fn parse_fields(&self, fields: &[&str]) -> Result<Position, ParseError> {
        read(self, fields)
    }

    fn format_fields(&self, position: &Position) -> String {
        let phase = match position.phase() {
            Stage::Place => "place",
            Stage::Play => "play",
        };
        let [a, b] = [A, B].map(|seat| or_dash(&tokens(position, seat)));
        let [captured_a, captured_b] = [A, B].map(|seat| or_dash(&captured(position, seat)));
        let mut marks = names(position.removable().map_or(0, |square| 1 << square), "*");
        marks.extend(names(position.liable(), "!"));
        let (side, marks) = (letter(position.side()), or_dash(&marks.join(",")));
        format!("{phase} {side} {a} {b} {captured_a} {captured_b} {marks}")
    }

    fn format_move(&self, _: &Position, mv: Move) -> String {
        match mv.turn() {
            TurnKind::Pass => "pass".to_owned(),
            TurnKind::Place { number, square } => format!("{number}@{}", square_name(square)),
            TurnKind::Step { from, to } => format!("{}-{}", square_name(from), square_name(to)),
            TurnKind::Capture { from } => mv
                .landings()
                .fold(square_name(from), |text, square| text + "x" + &square_name(square)),
            TurnKind::Remove { square } => format!("-{}", square_name(square)),
            TurnKind::Huff { square } => format!("!{}", square_name(square)),
        }
    }

    fn format_event(&self, event: Self::Event) -> String {
        match event {}
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        let legal = read_move(text).filter(|&mv| self.is_legal(position, mv));
        legal.ok_or_else(|| illegal(text))
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        letter(seat)
    }

    fn points(&self, position: &Position) -> Vec<u32> {
        [A, B].map(|seat| position.points(seat)).to_vec()
    }

    fn diagram(&self, position: &Position, paint: Paint) -> String {
        let board = grid(FILES, RANKS, paint, |file, rank| match square_at(file, rank) {
            Some(square) => draw(position, square),
            // The squares that are not used.
            None => Square::EMPTY,
        });
        let side = |seat| {
            let captured = or_dash(&captured(position, seat));
            format!("{} points, captured {captured}", position.points(seat))
        };
        let mut text = format!("{board}A bees, up: {}\nB drones, down: {}\n", side(A), side(B));
        if let Some(square) = position.removable() {
            text += &format!("* moved last and may be removed: {}\n", square_name(square));
        }
        if position.liable() != 0 {
            let what = if self.omit == Omit::Withdraw { "withdrawn" } else { "huffed" };
            text += &format!("! may be {what}: {}\n", names(position.liable(), "").join(" "));
        }
        text
    }
}

/// A token: the letter of its side, its number, and its mark.
fn draw(position: &Position, square: u8) -> Square {
    let bit = 1u32 << square;
    if position.free() & bit != 0 {
        return Square { dark: true, ..Square::EMPTY };
    }
    let number = char::from(b'0' + position.value(square) % 10);
    let (before, style) = if position.tokens(A) & bit != 0 { ('A', "1;33") } else { ('B', "1;36") };
    let after = if position.liable() & bit != 0 {
        '!'
    } else if position.removable() == Some(square) {
        '*'
    } else {
        ' '
    };
    Square { before, letter: number, after, style, dark: false }
}

fn or_dash(text: &str) -> String {
    if text.is_empty() { "-".to_owned() } else { text.to_owned() }
}

/// The tokens of a seat in order of number.
fn tokens(position: &Position, seat: Seat) -> String {
    let mut tokens: Vec<_> = squares(position.tokens(seat) & ALL)
        .map(|square| format!("{}{}", position.value(square) % 10, square_name(square)))
        .collect();
    tokens.sort();
    tokens.join(",")
}

/// The numbers that a seat has captured.
fn captured(position: &Position, seat: Seat) -> String {
    squares(u32::from(position.captured(seat))).map(|number| char::from(b'0' + number)).collect()
}
