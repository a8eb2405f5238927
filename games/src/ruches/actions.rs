//! The numbers of moves.

use super::board::file_of;
use super::moves::{Move, TurnKind};
use super::position::Position;
use super::rules::Ruches;
use crate::{Actions, Game};

/// Squares, and the numbers of tokens.
const SQUARES: u32 = 31;
const NUMBERS: u32 = 10;
/// The ways of up to four landings, each to the left or to the right.
const WAYS: u32 = 2 + 4 + 8 + 16;

/// Where each kind of move begins.
const PLACE: u32 = 1;
const STEP: u32 = PLACE + NUMBERS * SQUARES;
const CAPTURE: u32 = STEP + SQUARES * 2;
const REMOVE: u32 = CAPTURE + SQUARES * WAYS;
const HUFF: u32 = REMOVE + SQUARES;
const END: u32 = HUFF + SQUARES;

impl Actions for Ruches {
    /// Ten tokens, each with two steps and all captures; one token to be removed, and ten that are
    /// liable. Placements are fewer.
    fn most_moves(&self) -> usize {
        10 * (2 + WAYS as usize) + 1 + 10
    }

    fn actions(&self) -> u32 {
        END
    }

    fn each_action(&self, position: &Position, mut visit: impl FnMut(Move, u32)) {
        self.each_move(position, |mv| visit(mv, number(mv)));
    }
}

fn number(mv: Move) -> u32 {
    match mv.turn() {
        TurnKind::Pass => 0,
        TurnKind::Place { number, square } => {
            PLACE + u32::from(number) * SQUARES + u32::from(square)
        }
        TurnKind::Step { from, to } => STEP + u32::from(from) * 2 + side(from, to),
        TurnKind::Capture { from } => CAPTURE + u32::from(from) * WAYS + way(from, mv),
        TurnKind::Remove { square } => REMOVE + u32::from(square),
        TurnKind::Huff { square } => HUFF + u32::from(square),
    }
}

/// 0 to the left, towards file a; 1 to the right.
fn side(from: u8, to: u8) -> u32 {
    u32::from(file_of(to) > file_of(from))
}

/// The number of a capture among those from a square: shorter ones first, then as binary numbers
/// with the first landing as the highest digit.
fn way(from: u8, mv: Move) -> u32 {
    let (mut at, mut digits) = (from, 1);
    for to in mv.landings() {
        digits = digits * 2 + side(at, to);
        at = to;
    }
    digits - 2
}
