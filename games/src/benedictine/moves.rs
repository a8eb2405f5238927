//! Moves and their generation.

use super::ball::{GOAL, beside, flood};
use super::board::{GREEN_SQUARES, NEIGHBOURS, STEPS};
use super::position::Position;
use crate::coded::Coded;
use crate::{Bits, GameMove, Seat};

/// A move: a bottle from one square to another, then perhaps the ball (RULING B3: end points only).
/// Bits: from 0-5, to 6-11, ball 12-15 (0 stays, 1 to 9 a black square, 10 the goal).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// The ball's part in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ball {
    /// The ball stays on its square.
    Stays,
    /// The ball goes to a black square, 0 to 8.
    To(u8),
    /// The ball scores a goal.
    Goal,
}

impl Move {
    #[inline]
    fn new(from: u8, to: u8, ball: u16) -> Self {
        Self(u16::from(from) | u16::from(to) << 6 | ball << 12)
    }

    pub(super) fn build(from: u8, to: u8, ball: Ball) -> Self {
        let ball = match ball {
            Ball::Stays => 0,
            Ball::To(ball) => 1 + u16::from(ball),
            Ball::Goal => 10,
        };
        Self::new(from, to, ball)
    }

    /// The square that the bottle leaves.
    #[inline]
    #[must_use]
    pub fn from(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// The square that the bottle goes to.
    #[inline]
    #[must_use]
    pub fn to(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    /// The ball's part in the move.
    #[inline]
    #[must_use]
    pub fn ball(self) -> Ball {
        match self.0 >> 12 {
            0 => Ball::Stays,
            target @ 1..=9 => Ball::To(target as u8 - 1),
            _ => Ball::Goal,
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
        let squares = [mv.from(), mv.to()].iter().all(|&at| GREEN_SQUARES >> at & 1 != 0);
        (squares && mv.0 >> 12 <= 10).then_some(mv)
    }
}

/// The squares on which the bottle from `from` can end: by a step, or by any number of jumps.
/// RULING B2: never its starting square, though it may cross it.
#[inline]
pub(super) fn destinations(from: u8, bottles: u64) -> u64 {
    let start = 1u64 << from;
    let others = bottles & !start;
    let free = GREEN_SQUARES & !others;
    let near = NEIGHBOURS[from as usize];
    let mut reached = start;
    if near & others != 0 {
        let mut frontier = start;
        while frontier != 0 {
            let mut landed = 0;
            for step in STEPS {
                landed |= (frontier << step & others) << step;
                landed |= (frontier >> step & others) >> step;
            }
            frontier = landed & free & !reached;
            reached |= frontier;
        }
    }
    (reached | near & free) & !start
}

/// The moves of one bottle, without the ball.
struct BottleMoves {
    from: u8,
    /// The squares on which the bottle can end.
    to: u64,
    /// The own bottles without this one.
    rest: u64,
    /// The ball squares (and goal) that the ball can reach over `rest`, including its present
    /// square.
    reach: u16,
}

impl BottleMoves {
    /// Destinations next to squares that the ball reaches: there the bottle may extend its reach.
    #[inline]
    fn touching(&self) -> u64 {
        self.to & beside(self.reach)
    }

    /// The squares to which the ball can go after the bottle went to `to`, without its present
    /// square.
    #[inline]
    fn ball_targets(&self, to: u8, ball: u8, side: Seat) -> u16 {
        flood(self.rest | 1 << to, self.reach & 0x1FF, side) & !(1 << ball)
    }
}

#[inline]
fn each_bottle(position: &Position, mut visit: impl FnMut(BottleMoves)) {
    let side = position.side();
    let own = position.bottles(side);
    let all = own | position.bottles(side.other());
    for from in Bits(own) {
        let rest = own & !(1 << from);
        let reach = flood(rest, 1 << position.ball(), side);
        visit(BottleMoves { from, to: destinations(from, all), rest, reach });
    }
}

/// Calls `visit` with every move: bottles by square, destinations by square, the ball staying
/// first.
#[inline]
pub(super) fn each_move(position: &Position, mut visit: impl FnMut(Move)) {
    let (side, ball) = (position.side(), position.ball());
    each_bottle(position, |bottle| {
        let touching = bottle.touching();
        let far_targets = bottle.reach & !(1 << ball);
        for to in Bits(bottle.to) {
            visit(Move::new(bottle.from, to, 0));
            let near = touching >> to & 1 != 0;
            let mut targets = if near { bottle.ball_targets(to, ball, side) } else { far_targets };
            while targets != 0 {
                // The bits of the goals are 9 and 10; both are target 10 of a move.
                let target = (targets.trailing_zeros() as u16 + 1).min(10);
                targets &= targets - 1;
                visit(Move::new(bottle.from, to, target));
            }
        }
    });
}

/// Whether a move is legal.
pub(super) fn is_legal(position: &Position, mv: Move) -> bool {
    let (side, ball) = (position.side(), position.ball());
    let own = position.bottles(side);
    let all = own | position.bottles(side.other());
    if own >> mv.from() & 1 == 0 || destinations(mv.from(), all) >> mv.to() & 1 == 0 {
        return false;
    }
    let target = match mv.ball() {
        Ball::Stays => return true,
        Ball::To(target) => 1 << target,
        Ball::Goal => GOAL[side.index()],
    };
    let after = own & !(1 << mv.from()) | 1 << mv.to();
    flood(after, 1 << ball, side) & !(1 << ball) & target != 0
}

/// The number of moves.
#[inline]
pub(super) fn count_moves(position: &Position) -> u64 {
    let (side, ball) = (position.side(), position.ball());
    let mut count = 0;
    each_bottle(position, |bottle| {
        let touching = bottle.touching();
        // Elsewhere the ball reaches the same squares. Its present square stands for a move without
        // the ball.
        count += (bottle.to & !touching).count_ones() * bottle.reach.count_ones();
        for to in Bits(touching) {
            count += 1 + bottle.ball_targets(to, ball, side).count_ones();
        }
    });
    u64::from(count)
}
