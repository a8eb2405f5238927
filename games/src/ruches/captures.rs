//! Captures: all contacts of a side at once, from the bit planes of values; the chains of captures
//! one by one.

use std::cmp::Ordering;

use super::board::{FORWARD, neighbour, opposite, shifted};
use super::moves::{Move, squares};
use super::position::Position;
use crate::Seat;

/// The tokens of a seat that touch an enemy in one direction ahead of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contacts {
    /// The tokens of greater value than the enemy that they touch.
    pub above: u32,
    /// The tokens of the same value as the enemy that they touch.
    pub equal: u32,
}

impl Position {
    /// The contacts of a seat's tokens in a direction, as sets of the squares of these tokens.
    #[inline]
    #[must_use]
    pub fn contacts(&self, seat: Seat, direction: u8) -> Contacts {
        let back = opposite(direction);
        let touching = self.tokens(seat) & shifted(self.tokens(seat.other()), back);
        let (mut above, mut equal) = (0, touching);
        if touching != 0 {
            // The planes are compared from the highest bit of the values down.
            for plane in self.planes().iter().rev() {
                let theirs = shifted(*plane, back);
                above |= equal & plane & !theirs;
                equal &= !(plane ^ theirs);
            }
        }
        Contacts { above, equal }
    }

    /// The tokens of a seat that can capture.
    #[inline]
    #[must_use]
    pub fn captors(&self, seat: Seat) -> u32 {
        let free = self.free();
        let mut captors = 0;
        for direction in FORWARD[seat.index()] {
            let Contacts { above, equal } = self.contacts(seat, direction);
            let back = opposite(direction);
            captors |= above & shifted(shifted(free, back), back) | equal;
        }
        captors
    }

    /// The tokens of the other seat that have the token on `square` in front of them, and a greater
    /// value.
    #[inline]
    #[must_use]
    pub fn removers(&self, square: u8) -> u32 {
        let bit = 1 << square;
        let seat = if self.tokens(Seat::FIRST) & bit != 0 { Seat::SECOND } else { Seat::FIRST };
        let [left, right] = FORWARD[seat.index()];
        let near = shifted(bit, opposite(left)) | shifted(bit, opposite(right));
        let mut removers = 0;
        for other in squares(near & self.tokens(seat)) {
            if self.value(other) > self.value(square) {
                removers |= 1 << other;
            }
        }
        removers
    }

    /// Calls `visit` with every capture by the side to act: by square of the captor, shorter chains
    /// before their continuations.
    #[inline]
    pub(super) fn each_capture(&self, visit: &mut impl FnMut(Move)) {
        for from in squares(self.captors(self.side())) {
            self.each_chain(Move::capture(from), 0, (from, self.value(from)), visit);
        }
    }

    /// Visits every continuation of a capture that has `hops` landings so far. The tokens ahead are
    /// not changed by captures behind.
    fn each_chain(
        &self,
        chain: Move,
        landings: u32,
        (at, value): (u8, u8),
        visit: &mut impl FnMut(Move),
    ) {
        for direction in FORWARD[self.side().index()] {
            if let Some(to) = self.landing(at, value, direction) {
                let longer = chain.landing(landings, to);
                visit(longer);
                self.each_chain(longer, landings + 1, (to, value), visit);
            }
        }
    }

    /// The landing square of a token of the side to act that captures from `at` in a direction.
    #[inline]
    fn landing(&self, at: u8, value: u8, direction: u8) -> Option<u8> {
        let next = neighbour(at, direction);
        if self.tokens(self.side().other()) & 1u32 << next == 0 {
            return None;
        }
        match self.value(next).cmp(&value) {
            Ordering::Greater => None,
            Ordering::Equal => Some(next),
            Ordering::Less => {
                let beyond = neighbour(next, direction);
                (self.free() & 1u32 << beyond != 0).then_some(beyond)
            }
        }
    }
}
