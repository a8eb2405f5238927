//! Bataille de ruches.

use games::ruches::{A, B, Move, Omit, Position, Ruches, Stage, TurnKind, square_name};
use games::{Seat, sort_by_number};

use super::PresentedGame;
use crate::happening::Piece;
use crate::language::Language;
use crate::why::{self, Refused};
use crate::words::Words;

impl PresentedGame for Ruches {
    fn words(language: Language) -> &'static str {
        match language {
            Language::English => include_str!("../../texts/ruches.en.toml"),
            Language::French => include_str!("../../texts/ruches.fr.toml"),
        }
    }

    const LADDER: [usize; 10] = [0, 2, 3, 4, 5, 6, 8, 11, 14, 17];

    fn describe(&self, position: &Position, words: &Words<'_>) -> Vec<String> {
        let side = |seat: Seat| {
            let tokens: Vec<_> = tokens(position, seat)
                .map(|(number, square)| {
                    let (number, cell) = (number.to_string(), square_name(square));
                    words.fill("told.token", &[("number", &number), ("cell", &cell)])
                })
                .collect();
            let reserve = match position.phase() {
                Stage::Place => !position.numbers(seat) & 0x3FF,
                Stage::Play => 0,
            };
            let parts = [
                (!tokens.is_empty()).then(|| tokens.join(", ")),
                say_numbers(words, "told.reserve", reserve),
                say_numbers(words, "told.captured", position.captured(seat)),
            ];
            words.side(seat.number(), parts)
        };
        let removable = words.on("removable", &removable(position));
        let liable = words.on("liable", &liable(position));
        [Some(side(A)), Some(side(B)), removable, liable].into_iter().flatten().collect()
    }

    fn legend(&self, position: &Position, words: &Words<'_>) -> Option<Vec<String>> {
        let side = |key: &str, seat: Seat| {
            let points = position.points(seat).to_string();
            let captured: String =
                numbers(position.captured(seat)).map(|number| number.to_string()).collect();
            let captured = if captured.is_empty() { "-" } else { &captured };
            words.legend(key, &[("points", &points), ("captured", captured)])
        };
        let marked = |key: &str, cells: &[String]| {
            (!cells.is_empty()).then(|| words.legend(key, &[("cells", &cells.join(" "))]))
        };
        let omission = if self.omit == Omit::Withdraw { "ruches-withdraw" } else { "ruches-huff" };
        let lines = [
            Some(side("ruches-a", A)),
            Some(side("ruches-b", B)),
            marked("ruches-removable", &removable(position)),
            marked(omission, &liable(position)),
        ];
        Some(lines.into_iter().flatten().collect())
    }

    fn why(&self, position: &Position, refused: Refused<'_>, words: &Words<'_>) -> Option<String> {
        why::ruches(position, refused, words)
    }

    /// A placement `7@d1`, a removal `-e6`, a huff or withdrawal `!d5`, or a path.
    fn say(&self, text: &str, words: &Words<'_>) -> String {
        if let Some((number, cell)) = text.split_once('@') {
            return words.fill("say.place", &[("number", number), ("cell", cell)]);
        }
        if let Some(cell) = text.strip_prefix('-') {
            return words.fill("say.remove", &[("cell", cell)]);
        }
        if let Some(cell) = text.strip_prefix('!') {
            let key = if self.omit == Omit::Withdraw { "say.withdraw" } else { "say.huff" };
            return words.fill(key, &[("cell", cell)]);
        }
        words.path(text)
    }

    fn with_turn(&self, position: &Position, seat: Seat) -> Vec<Position> {
        vec![position.with_side(seat)]
    }

    fn is_huff(&self, mv: Move) -> bool {
        matches!(mv.turn(), TurnKind::Huff { .. })
    }

    fn pieces(&self, position: &Position) -> Vec<Piece> {
        let piece = |seat: Seat, (number, square): (u8, u8)| Piece {
            cell: square_name(square),
            seat: seat.number(),
            name: number.to_string(),
        };
        let of_seat = |seat: Seat| tokens(position, seat).map(move |token| piece(seat, token));
        [A, B].into_iter().flat_map(of_seat).collect()
    }

    fn is_capture(&self, mv: Move) -> bool {
        matches!(mv.turn(), TurnKind::Capture { .. })
    }
}

/// The numbers of a set.
fn numbers(set: u16) -> impl Iterator<Item = u8> {
    (0..10).filter(move |number| set >> number & 1 != 0)
}

/// The squares of a set.
fn squares(set: u32) -> impl Iterator<Item = u8> {
    (0..32).filter(move |square| set >> square & 1 != 0)
}

/// The numbers of a set in words, unless it is empty.
fn say_numbers(words: &Words<'_>, key: &str, set: u16) -> Option<String> {
    let numbers: Vec<_> = numbers(set).map(|number| number.to_string()).collect();
    (!numbers.is_empty()).then(|| words.fill(key, &[("numbers", &numbers.join(", "))]))
}

/// The tokens of a seat with their squares, in order of number.
fn tokens(position: &Position, seat: Seat) -> impl Iterator<Item = (u8, u8)> {
    let mut tokens: Vec<_> = squares(position.tokens(seat))
        .map(|square| (position.value(square) % 10, square))
        .collect();
    sort_by_number(&mut tokens, |&(number, square)| i64::from(number) << 8 | i64::from(square));
    tokens.into_iter()
}

/// The square of the token that may be removed.
fn removable(position: &Position) -> Vec<String> {
    position.removable().map(square_name).into_iter().collect()
}

/// The squares of the tokens that may be huffed or withdrawn.
fn liable(position: &Position) -> Vec<String> {
    squares(position.liable()).map(square_name).collect()
}
