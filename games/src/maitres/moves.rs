//! Moves.

use super::board::{LEAP, STAY, opposite, ray};
use crate::GameMove;
use crate::coded::Coded;

/// The path of one piece: its square, a direction and a number of squares. Bits: from 0-6,
/// direction 7-9, steps 10-12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part(u32);

impl Part {
    /// The number of bits of a part.
    const WIDTH: u32 = 13;

    #[inline]
    pub(super) fn new(from: u8, direction: u8, steps: u8) -> Self {
        Self(u32::from(from) | u32::from(direction) << 7 | u32::from(steps) << 10)
    }

    /// The square that the piece leaves.
    #[inline]
    #[must_use]
    pub fn from(self) -> u8 {
        (self.0 & 127) as u8
    }

    #[inline]
    pub(super) fn direction(self) -> u8 {
        (self.0 >> 7 & 7) as u8
    }

    /// How many squares the piece moves, 1 to 6.
    #[inline]
    #[must_use]
    pub fn steps(self) -> u8 {
        (self.0 >> 10 & 7) as u8
    }

    /// The square that the piece lands on.
    #[inline]
    #[must_use]
    pub fn to(self) -> u8 {
        // Direction and steps stand side by side.
        self.from().wrapping_add_signed(LEAP[(self.0 >> 7 & 63) as usize]) & 127
    }

    /// The squares that the piece passes over.
    #[inline]
    pub(super) fn path(self) -> u128 {
        ray(self.from(), self.direction()) & ray(self.to(), opposite(self.direction()))
    }
}

/// A turn: nothing (`pass`), one piece, or two in playing order (RULING M6: two orders of the same
/// parts are one move). The first part in the low bits, the second above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

impl Move {
    /// No piece can move.
    pub(super) const PASS: Self = Self(0);

    #[inline]
    pub(super) fn single(part: Part) -> Self {
        Self(part.0)
    }

    #[inline]
    pub(super) fn split(first: Part, second: Part) -> Self {
        Self(first.0 | second.0 << Part::WIDTH)
    }

    /// The part played first; `None` for a pass.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Part> {
        let part = Part(self.0 & ((1 << Part::WIDTH) - 1));
        (part.steps() != 0).then_some(part)
    }

    /// The part played second, in a split 6.
    #[inline]
    #[must_use]
    pub fn second(self) -> Option<Part> {
        let part = Part(self.0 >> Part::WIDTH);
        (part.steps() != 0).then_some(part)
    }
}

impl GameMove for Move {
    #[inline]
    fn bits(self) -> u64 {
        u64::from(self.0)
    }
}

impl Part {
    /// Whether this is the path of a piece that stays on the board.
    fn is_sound(self) -> bool {
        let ways = STAY[self.direction() as usize];
        self.from() < 81
            && ways.get(self.steps() as usize).is_some_and(|from| from >> self.from() & 1 != 0)
    }
}

impl Coded for Move {
    fn code(self) -> u128 {
        self.0.into()
    }

    fn from_code(code: u128) -> Option<Self> {
        let mv = Self(code.try_into().ok()?);
        let sound = match (mv.first(), mv.second()) {
            (Some(first), Some(second)) => first.is_sound() && second.is_sound(),
            (Some(first), None) => first.is_sound() && mv == Self::single(first),
            (None, _) => mv == Self::PASS,
        };
        (sound && mv.0 >> (2 * Part::WIDTH) == 0).then_some(mv)
    }
}
