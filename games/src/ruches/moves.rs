//! Moves: one turn in 32 bits.

use super::board::NOWHERE;
use crate::coded::Coded;
use crate::{Bits, GameMove};

/// A turn. Bits: five squares of five bits each, 31 for none, then the kind; a placement has its
/// number as the second square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

/// The kind of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// A pass: no other turn is possible.
    Pass,
    /// A token is placed.
    Place {
        /// The number of the token.
        number: u8,
        /// The square of the token.
        square: u8,
    },
    /// A token steps to a neighbouring square.
    Step {
        /// The square before the step.
        from: u8,
        /// The square after the step.
        to: u8,
    },
    /// A token captures one or more others. [`Move::landings`] has its landing squares.
    Capture {
        /// The square before the capture.
        from: u8,
    },
    /// The token that moved last is taken off by one of greater value.
    Remove {
        /// The square of the removed token.
        square: u8,
    },
    /// RULING R4: a liable token is taken off.
    Huff {
        /// The square of the huffed token.
        square: u8,
    },
}

const SQUARE: u32 = 0x1F;
/// A move in which all five squares are [`NOWHERE`].
const EMPTY: u32 = (1 << 25) - 1;

impl Move {
    pub(super) const PASS: Self = Self::new(0, NOWHERE, NOWHERE);

    /// The most squares on which one capture lands.
    pub(super) const MOST_LANDINGS: u32 = 4;

    #[inline]
    const fn new(kind: u32, first: u8, second: u8) -> Self {
        Self(kind << 25 | EMPTY & !0x3FF | (second as u32) << 5 | first as u32)
    }

    #[inline]
    pub(super) fn place(number: u8, square: u8) -> Self {
        Self::new(1, square, number)
    }

    #[inline]
    pub(super) fn step(from: u8, to: u8) -> Self {
        Self::new(2, from, to)
    }

    /// The start of a capture. [`Move::landing`] extends it.
    #[inline]
    pub(super) fn capture(from: u8) -> Self {
        Self::new(3, from, NOWHERE)
    }

    /// A capture with `hops` landings, extended by one more.
    #[inline]
    pub(super) fn landing(self, hops: u32, square: u8) -> Self {
        let place = 5 * (hops + 1);
        Self(self.0 & !(SQUARE << place) | u32::from(square) << place)
    }

    #[inline]
    pub(super) fn remove(square: u8) -> Self {
        Self::new(4, square, NOWHERE)
    }

    #[inline]
    pub(super) fn huff(square: u8) -> Self {
        Self::new(5, square, NOWHERE)
    }

    /// The kind of the turn.
    #[inline]
    #[must_use]
    pub fn turn(self) -> TurnKind {
        let (first, second) = ((self.0 & SQUARE) as u8, (self.0 >> 5 & SQUARE) as u8);
        match self.0 >> 25 {
            0 => TurnKind::Pass,
            1 => TurnKind::Place { number: second, square: first },
            2 => TurnKind::Step { from: first, to: second },
            3 => TurnKind::Capture { from: first },
            4 => TurnKind::Remove { square: first },
            _ => TurnKind::Huff { square: first },
        }
    }

    /// The squares on which a capturing token lands, one after the other.
    #[inline]
    pub fn landings(self) -> impl Iterator<Item = u8> {
        let squares = (1..5).map(move |index| (self.0 >> (5 * index) & SQUARE) as u8);
        squares.take_while(|&square| square != NOWHERE)
    }

    /// The squares of the tokens that a capture takes, one after the other.
    #[inline]
    pub fn captured(self) -> impl Iterator<Item = u8> {
        let mut at = (self.0 & SQUARE) as u8;
        self.landings().map(move |to| {
            // A neighbour is replaced; a square two steps away is reached over the one between.
            let taken = if at.abs_diff(to) > 4 { at.midpoint(to) } else { to };
            at = to;
            taken
        })
    }

    /// The image of the move where each square has an image.
    pub(super) fn mapped(self, map: impl Fn(u8) -> u8) -> Self {
        match self.turn() {
            TurnKind::Pass => self,
            TurnKind::Place { number, square } => Self::place(number, map(square)),
            TurnKind::Step { from, to } => Self::step(map(from), map(to)),
            TurnKind::Capture { from } => (0..)
                .zip(self.landings())
                .fold(Self::capture(map(from)), |mv, (hops, to)| mv.landing(hops, map(to))),
            TurnKind::Remove { square } => Self::remove(map(square)),
            TurnKind::Huff { square } => Self::huff(map(square)),
        }
    }
}

impl GameMove for Move {
    #[inline]
    fn bits(self) -> u64 {
        u64::from(self.0)
    }
}

impl Coded for Move {
    fn code(self) -> u128 {
        self.0.into()
    }

    fn from_code(code: u128) -> Option<Self> {
        let mv = Self(code.try_into().ok()?);
        let on_board = |square: u8| square < NOWHERE;
        let sound = match mv.turn() {
            TurnKind::Pass => true,
            TurnKind::Place { number, square } => number < 10 && on_board(square),
            TurnKind::Step { from, to } => on_board(from) && on_board(to),
            TurnKind::Capture { from } => on_board(from) && mv.landings().next().is_some(),
            TurnKind::Remove { square } | TurnKind::Huff { square } => on_board(square),
        };
        (sound && mv.mapped(|square| square) == mv).then_some(mv)
    }
}

/// The squares of a bitboard, lowest first.
#[inline]
pub(super) fn squares(bits: u32) -> Bits<u64> {
    Bits(u64::from(bits))
}
