//! Positions: two bitboards, the ball, the side to act, the key.

use super::ball::{NO_BALL, ball_square};
use super::board::{GREEN, square};
use super::moves::{Ball, Move};
use crate::key::Keys;
use crate::{Key, Seat, random_words};

/// A position of Master Bénédictine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    bottles: [u64; 2],
    key: Key,
    ball: u8,
    side: Seat,
}

static BOTTLE_KEYS: Keys<128> = Keys::new(1);
static BALL_KEYS: Keys<10> = Keys::new(2);
const SIDE_KEY: Key = random_words::<1>(3)[0];

/// RULING B1: Green b1 d1 f1 c2 e2, Amber b7 d7 f7 c6 e6, the ball on d4.
const START: [u64; 2] = [0b001_0100 << 8 | 0b010_1010, 0b001_0100 << 40 | 0b010_1010 << 48];

impl Position {
    /// A position from its parts; the caller checks that they make sense.
    pub(super) fn new(bottles: [u64; 2], ball: Option<u8>, side: Seat) -> Self {
        let mut position = Self { bottles, key: Key(0), ball: ball.unwrap_or(NO_BALL), side };
        position.key = position.computed_key();
        position
    }

    /// The start of the game.
    pub(super) fn start() -> Self {
        Self::new(START, Some(4), GREEN)
    }

    /// The key from scratch.
    pub(super) fn computed_key(&self) -> Key {
        let mut key = BALL_KEYS.at(self.ball as usize);
        for (seat, &bottles) in self.bottles.iter().enumerate() {
            for square in crate::Bits(bottles) {
                key ^= BOTTLE_KEYS.at(64 * seat + square as usize);
            }
        }
        if self.side != GREEN {
            key ^= SIDE_KEY;
        }
        key
    }

    /// The bottles of a seat, as bits of square numbers, 8 * rank + file.
    #[inline]
    #[must_use]
    pub fn bottles(&self, seat: Seat) -> u64 {
        self.bottles[seat.index()]
    }

    /// The ball's black square, 0 to 8 from b2 to f6 rank by rank; 9 after a goal.
    #[inline]
    #[must_use]
    pub fn ball(&self) -> u8 {
        self.ball
    }

    /// The side to act.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Seat {
        self.side
    }

    /// Whether a goal has been scored.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.ball == NO_BALL
    }

    /// The position with another side to act.
    #[must_use]
    pub fn with_side(&self, side: Seat) -> Self {
        let mut position = Self { side, ..*self };
        position.key = position.computed_key();
        position
    }

    /// The position's key.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The letter at a file and a rank, if anything stands there.
    pub(super) fn letter(&self, file: u8, rank: u8) -> Option<char> {
        let bit = 1u64 << square(file, rank);
        if self.bottles[0] & bit != 0 {
            Some('G')
        } else if self.bottles[1] & bit != 0 {
            Some('A')
        } else if !self.is_over() && ball_square(self.ball) == square(file, rank) {
            Some('o')
        } else {
            None
        }
    }

    /// The key after a move.
    #[inline]
    pub(super) fn key_after(&self, mv: Move) -> Key {
        let seat = 64 * self.side.index();
        let mut key = self.key ^ SIDE_KEY;
        key ^= BOTTLE_KEYS.at((seat + mv.from() as usize) & 127);
        key ^= BOTTLE_KEYS.at((seat + mv.to() as usize) & 127);
        match mv.ball() {
            Ball::Stays => key,
            Ball::To(ball) => key ^ BALL_KEYS.at(self.ball as usize) ^ BALL_KEYS.at(ball as usize),
            Ball::Goal => key ^ BALL_KEYS.at(self.ball as usize) ^ BALL_KEYS.at(NO_BALL as usize),
        }
    }

    /// The position after a move.
    #[inline]
    pub(super) fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.key = self.key_after(mv);
        next.bottles[self.side.index()] ^= 1 << mv.from() | 1 << mv.to();
        next.ball = match mv.ball() {
            Ball::Stays => self.ball,
            Ball::To(ball) => ball,
            Ball::Goal => NO_BALL,
        };
        next.side = self.side.other();
        debug_assert_eq!(next.key, next.computed_key(), "key of {next:?}");
        next
    }
}
