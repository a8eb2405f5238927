//! Positions: bitboards by side, the Masters, the side to act, the die, the key.

use super::board::{BOARD, BROWN, HOME, RED, SECOND, square};
use super::moves::{Move, Part};
use super::rules::Variant;
use crate::key::Keys;
use crate::{Bits, Key, Seat, random_words};

/// The square of a Master that is not on the board.
pub const NO_MASTER: u8 = 127;

/// A position of La Guerre des Maîtres Français.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// All pieces of each side.
    pieces: [u128; 2],
    /// The smalls of both sides.
    smalls: u128,
    key: Key,
    masters: [u8; 2],
    side: Seat,
    /// 0: to be rolled.
    die: u8,
}

/// `PIECE_KEYS[256 * seat + 128 * small + square]`; a Master adds its own.
static PIECE_KEYS: Keys<512> = Keys::new(11);
static MASTER_KEYS: Keys<256> = Keys::new(12);
static DIE_KEYS: Keys<8> = Keys::new(13);
const SIDE_KEY: Key = random_words::<1>(14)[0];

#[inline]
fn piece_key(seat: Seat, small: bool, square: u8) -> Key {
    PIECE_KEYS.at((256 * seat.index() + 128 * usize::from(small) + square as usize) & 511)
}

#[inline]
fn master_key(seat: Seat, square: u8) -> Key {
    MASTER_KEYS.at((128 * seat.index() + square as usize) & 255)
}

impl Position {
    /// A position from its parts; the caller checks that they make sense.
    pub(super) fn new(
        pieces: [u128; 2],
        smalls: u128,
        masters: [u8; 2],
        side: Seat,
        die: u8,
    ) -> Self {
        let mut position = Self { pieces, smalls, key: Key(0), masters, side, die };
        position.key = position.computed_key();
        position
    }

    /// RULING M1: smalls on the second rank, larges on the home rank, the Master in its middle.
    pub(super) fn start(variant: Variant) -> Self {
        let masters = match variant {
            Variant::Master => [square(4, 0), square(4, 8)],
            Variant::Annihilation => [NO_MASTER; 2],
        };
        let pieces = [HOME[0] | SECOND[0], HOME[1] | SECOND[1]];
        Self::new(pieces, SECOND[0] | SECOND[1], masters, RED, 0)
    }

    /// The key from scratch.
    pub(super) fn computed_key(&self) -> Key {
        let mut key = DIE_KEYS.at(self.die as usize & 7);
        for seat in [RED, BROWN] {
            for square in Bits(self.pieces[seat.index()]) {
                key ^= piece_key(seat, self.smalls >> square & 1 != 0, square);
            }
            key ^= master_key(seat, self.masters[seat.index()]);
        }
        if self.side == BROWN {
            key ^= SIDE_KEY;
        }
        key
    }

    /// All pieces of a seat, as bits of square numbers 9 * rank + file.
    #[inline]
    #[must_use]
    pub fn pieces(&self, seat: Seat) -> u128 {
        self.pieces[seat.index()]
    }

    /// All pieces of both seats.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> u128 {
        self.pieces[0] | self.pieces[1]
    }

    /// The smalls of a seat.
    #[inline]
    #[must_use]
    pub fn smalls(&self, seat: Seat) -> u128 {
        self.pieces[seat.index()] & self.smalls
    }

    /// The larges of a seat, its Master among them.
    #[inline]
    #[must_use]
    pub fn larges(&self, seat: Seat) -> u128 {
        self.pieces[seat.index()] & !self.smalls
    }

    /// The square of a seat's Master, or [`NO_MASTER`].
    #[inline]
    #[must_use]
    pub fn master(&self, seat: Seat) -> u8 {
        self.masters[seat.index()]
    }

    /// The Master of a seat as a bitboard, empty where he has none.
    #[inline]
    #[must_use]
    pub fn master_bit(&self, seat: Seat) -> u128 {
        (1u128 << self.masters[seat.index()]) & BOARD
    }

    /// The side to act.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Seat {
        self.side
    }

    /// The die, 1 to 6; 0 while it is to be rolled.
    #[inline]
    #[must_use]
    pub fn die(&self) -> u8 {
        self.die
    }

    /// The position with another side to act and another die (0: to be rolled).
    #[must_use]
    pub fn with_turn(&self, side: Seat, die: u8) -> Self {
        Self::new(self.pieces, self.smalls, self.masters, side, die)
    }

    /// The position's key.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The letter at a file and a rank, if anything stands there.
    pub(super) fn letter(&self, file: u8, rank: u8) -> Option<char> {
        let at = square(file, rank);
        let seat =
            [RED, BROWN].into_iter().find(|seat| self.pieces[seat.index()] >> at & 1 != 0)?;
        let letter = if self.masters[seat.index()] == at {
            'M'
        } else if self.smalls >> at & 1 != 0 {
            'S'
        } else {
            'L'
        };
        Some(if seat == RED { letter } else { letter.to_ascii_lowercase() })
    }

    /// Moves one piece of the side to act, captures where it lands, promotes.
    #[inline]
    pub(super) fn advance(&mut self, part: Part) {
        let (from, to) = (part.from(), part.to());
        let (from_bit, to_bit) = (1u128 << from, 1u128 << to);
        let (own, enemy) = (self.side, self.side.other());
        if self.pieces[enemy.index()] & to_bit != 0 {
            self.key ^= piece_key(enemy, self.smalls & to_bit != 0, to);
            self.pieces[enemy.index()] ^= to_bit;
            self.smalls &= !to_bit;
            if self.masters[enemy.index()] == to {
                self.key ^= master_key(enemy, to) ^ master_key(enemy, NO_MASTER);
                self.masters[enemy.index()] = NO_MASTER;
            }
        }
        let small = self.smalls & from_bit != 0;
        // RULING M3: a small on the opponent's home rank is a large from that moment.
        let stays_small = small && to_bit & HOME[enemy.index()] == 0;
        self.key ^= piece_key(own, small, from) ^ piece_key(own, stays_small, to);
        self.pieces[own.index()] ^= from_bit | to_bit;
        if small {
            self.smalls ^= from_bit;
        }
        if stays_small {
            self.smalls |= to_bit;
        }
        if self.masters[own.index()] == from {
            self.key ^= master_key(own, from) ^ master_key(own, to);
            self.masters[own.index()] = to;
        }
    }

    /// The position after a move.
    #[inline]
    pub(super) fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        if let Some(part) = mv.first() {
            next.advance(part);
        }
        if let Some(part) = mv.second() {
            next.advance(part);
        }
        next.side = self.side.other();
        next.die = 0;
        next.key ^= SIDE_KEY ^ DIE_KEYS.at(self.die as usize & 7) ^ DIE_KEYS.at(0);
        debug_assert_eq!(next.key, next.computed_key(), "key of {next:?}");
        next
    }

    /// The position after a roll.
    #[inline]
    pub(super) fn rolled(&self, die: u8) -> Self {
        let mut next = *self;
        next.key ^= DIE_KEYS.at(self.die as usize & 7) ^ DIE_KEYS.at(die as usize & 7);
        next.die = die;
        next
    }
}
