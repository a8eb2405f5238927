//! Positions: tokens by side and by value, captured numbers, marks, key.

use super::board::{A, ALL, B, BORDER, NOWHERE, ahead};
use super::moves::squares;
use crate::key::Keys;
use crate::{Key, Seat, random_words};

/// The stage of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Tokens are being placed.
    Place,
    /// Tokens move.
    Play,
}

/// A position of Bataille de ruches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The tokens of each side.
    tokens: [u32; 2],
    /// The tokens of both sides by the bits of their values, lowest first.
    planes: [u32; 4],
    /// RULING R4: the tokens that may be taken off by a huff or withdrawal.
    liable: u32,
    /// The numbers of the enemy tokens that each side has captured, as bits.
    captured: [u16; 2],
    key: Key,
    /// RULING R7: the token that moved last, where it may be removed now.
    removable: u8,
    side: Seat,
    phase: Stage,
}

/// `TOKEN_KEYS[512 * seat + 32 * value + square]`.
static TOKEN_KEYS: Keys<1024> = Keys::new(21);
/// `CAPTURED_KEYS[16 * captor + number]`.
static CAPTURED_KEYS: Keys<32> = Keys::new(22);
static LIABLE_KEYS: Keys<32> = Keys::new(23);
static REMOVABLE_KEYS: Keys<32> = Keys::new(24);
const SIDE_KEY: Key = random_words::<2>(25)[0];
const PLACE_KEY: Key = random_words::<2>(25)[1];

/// RULING R2: the 0 fights as 10, and counts 10.
#[inline]
pub(super) const fn value_of(number: u8) -> u8 {
    if number == 0 { 10 } else { number }
}

/// The points of a set of captured numbers.
static POINTS: [u8; 1024] = {
    let mut table = [0; 1024];
    let mut set = 1;
    while set < 1024usize {
        let lowest = set.trailing_zeros() as u8;
        table[set] = table[set & (set - 1)] + value_of(lowest);
        set += 1;
    }
    table
};

#[inline]
fn token_key(seat: Seat, value: u8, square: u8) -> Key {
    TOKEN_KEYS.at((512 * seat.index() + 32 * value as usize + square as usize) & 1023)
}

impl Position {
    /// A board without tokens.
    pub(super) fn empty(phase: Stage, side: Seat) -> Self {
        let mut position = Self {
            tokens: [0; 2],
            planes: [0; 4],
            liable: 0,
            captured: [0; 2],
            key: Key(0),
            removable: NOWHERE,
            side,
            phase,
        };
        position.key = position.computed_key();
        position
    }

    /// The key from scratch.
    pub(super) fn computed_key(&self) -> Key {
        let mut key = REMOVABLE_KEYS.at(self.removable as usize & 31);
        for seat in [A, B] {
            for square in squares(self.tokens(seat)) {
                key ^= token_key(seat, self.value(square), square);
            }
            for number in squares(u32::from(self.captured[seat.index()])) {
                key ^= CAPTURED_KEYS.at((16 * seat.index() + number as usize) & 31);
            }
        }
        for square in squares(self.liable) {
            key ^= LIABLE_KEYS.at(square as usize & 31);
        }
        if self.side == B {
            key ^= SIDE_KEY;
        }
        if self.phase == Stage::Place {
            key ^= PLACE_KEY;
        }
        key
    }

    /// The tokens of a seat.
    #[inline]
    #[must_use]
    pub fn tokens(&self, seat: Seat) -> u32 {
        self.tokens[seat.index()]
    }

    /// The squares without a token.
    #[inline]
    #[must_use]
    pub fn free(&self) -> u32 {
        ALL & !(self.tokens[0] | self.tokens[1])
    }

    /// The tokens of both sides by the bits of their values, lowest first.
    #[inline]
    #[must_use]
    pub fn planes(&self) -> &[u32; 4] {
        &self.planes
    }

    /// The value of the token on a square, 1 to 10; 0 for none.
    #[inline]
    #[must_use]
    pub fn value(&self, square: u8) -> u8 {
        let bit = |plane: usize| (self.planes[plane] >> (square & 31) & 1) as u8;
        bit(0) | bit(1) << 1 | bit(2) << 2 | bit(3) << 3
    }

    /// The numbers of the enemy tokens that a seat has captured, as bits.
    #[inline]
    #[must_use]
    pub fn captured(&self, seat: Seat) -> u16 {
        self.captured[seat.index()]
    }

    /// The tokens that may be huffed or withdrawn now.
    #[inline]
    #[must_use]
    pub fn liable(&self) -> u32 {
        self.liable
    }

    /// The square of the token that may be removed now.
    #[inline]
    #[must_use]
    pub fn removable(&self) -> Option<u8> {
        (self.removable != NOWHERE).then_some(self.removable)
    }

    /// The side to act.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Seat {
        self.side
    }

    /// The stage of the game.
    #[inline]
    #[must_use]
    pub fn phase(&self) -> Stage {
        self.phase
    }

    /// The position with a side to act, and without marks.
    #[must_use]
    pub fn with_side(&self, side: Seat) -> Self {
        let mut position = Self { side, liable: 0, removable: NOWHERE, ..*self };
        position.key = position.computed_key();
        position
    }

    /// The position's key.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The numbers of a seat's tokens on the board, as bits.
    #[must_use]
    pub fn numbers(&self, seat: Seat) -> u16 {
        squares(self.tokens(seat)).fold(0, |set, at| set | 1 << (self.value(at) % 10))
    }

    /// The points of a seat as they would count now.
    #[inline]
    #[must_use]
    pub fn points(&self, seat: Seat) -> u32 {
        let arrived = self.tokens(seat) & BORDER[seat.index()];
        let planes = self.planes.iter().rev();
        let sum = planes.fold(0, |sum, plane| 2 * sum + (plane & arrived).count_ones());
        2 * sum + u32::from(POINTS[self.captured[seat.index()] as usize & 1023])
    }

    /// Whether a token of a seat can step.
    #[inline]
    #[must_use]
    pub fn can_step(&self, seat: Seat) -> bool {
        ahead(self.tokens(seat), seat) & self.free() != 0
    }

    /// Whether a seat can step or capture.
    #[inline]
    #[must_use]
    pub fn can_move(&self, seat: Seat) -> bool {
        self.can_step(seat) || self.captors(seat) != 0
    }

    /// Whether the game is over because three tokens have arrived, or one token at most is left.
    #[inline]
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let arrived = |seat: Seat| (self.tokens(seat) & BORDER[seat.index()]).count_ones();
        self.phase == Stage::Play
            && (arrived(A) >= 3
                || arrived(B) >= 3
                || (self.tokens[0] | self.tokens[1]).count_ones() <= 1)
    }

    /// Whether the game is over.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        if self.is_decided() {
            return true;
        }
        if self.phase == Stage::Place || self.can_step(self.side) {
            return false;
        }
        // RULING R6: the side to act would pass, and then the other side as well.
        let marked = self.liable != 0 || self.removable != NOWHERE;
        !marked && !self.can_move(self.side) && !self.can_move(self.side.other())
    }

    /// Puts a token on a free square, or takes it off.
    #[inline]
    pub(super) fn toggle(&mut self, seat: Seat, value: u8, square: u8) {
        self.tokens[seat.index()] ^= 1 << square;
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane ^= u32::from(value >> bit & 1) << square;
        }
        self.key ^= token_key(seat, value, square);
    }

    /// Adds a number to those that a seat has captured.
    #[inline]
    pub(super) fn add_captured(&mut self, seat: Seat, number: u8) {
        self.captured[seat.index()] |= 1 << number;
        self.key ^= CAPTURED_KEYS.at((16 * seat.index() + number as usize) & 31);
    }

    /// Replaces the marks.
    #[inline]
    pub(super) fn mark(&mut self, removable: Option<u8>, liable: u32) {
        let removable = removable.unwrap_or(NOWHERE);
        self.key ^= REMOVABLE_KEYS.at(self.removable as usize & 31);
        self.key ^= REMOVABLE_KEYS.at(removable as usize & 31);
        for square in squares(self.liable ^ liable) {
            self.key ^= LIABLE_KEYS.at(square as usize & 31);
        }
        self.removable = removable;
        self.liable = liable;
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(super) fn hand_over(&mut self) {
        self.side = self.side.other();
        self.key ^= SIDE_KEY;
    }

    /// Ends the placement phase.
    pub(super) fn begin_play(&mut self) {
        self.phase = Stage::Play;
        self.key ^= PLACE_KEY;
    }
}
