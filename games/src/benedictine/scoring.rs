//! Whether a side can score with its next move, from the bitboards, without generating moves.

use super::ball::{GOAL, beside, flood, on_board};
use super::board::{CROSSINGS, GREEN, GREEN_SQUARES, HOME, NEIGHBOURS, RANK, STEPS};
use super::moves::destinations;
use super::position::Position;
use crate::{Bits, Seat};

/// The black squares nearest to each goal, as ball squares.
const LAST_ROW: [u16; 2] = [0x1C0, 0x007];

/// The squares with an even file and an even rank, counted from 0; shifted, the other parities.
const PARITY: u64 = 0x0055_0055_0055_0055;

/// Whether a side can score with its next move, if it is to move. The answer is exact.
pub(super) fn can_score(position: &Position, side: Seat) -> bool {
    let scorer = Scorer::of(position, side);
    if scorer.lacks_ranks() {
        return false;
    }
    let reach = scorer.flood(scorer.own, scorer.ball);
    if reach & scorer.goal != 0 {
        return scorer.can_keep_the_way() || scorer.can_complete(GREEN_SQUARES & !scorer.all);
    }
    scorer.can_complete(scorer.missing_squares(reach))
}

/// A side that looks for a goal.
struct Scorer {
    own: u64,
    all: u64,
    goal: u16,
    /// The ball as a set of ball squares.
    ball: u16,
    row: u8,
    side: Seat,
}

impl Scorer {
    #[inline]
    fn of(position: &Position, side: Seat) -> Self {
        let own = position.bottles(side);
        Self {
            own,
            all: own | position.bottles(side.other()),
            goal: GOAL[side.index()],
            ball: 1 << position.ball(),
            row: position.ball() / 3,
            side,
        }
    }

    #[inline]
    fn flood(&self, own: u64, from: u16) -> u16 {
        flood(own, from & 0x1FF, self.side)
    }

    /// Whether two or more of the ranks between the ball and the goal have no own bottle. The ball
    /// must jump over a bottle on each of them, so one move is not enough. Most positions are
    /// decided here.
    #[inline]
    fn lacks_ranks(&self) -> bool {
        // Green crosses ranks 3, 5 and 7 from the ball's row on; Amber 5, 3 and 1.
        let (ranks, crossed) =
            if self.side == GREEN { ([2, 4, 6], 3 - self.row) } else { ([4, 2, 0], 1 + self.row) };
        let lacking = |index: u8| {
            let needed = 3 - index <= crossed;
            u8::from(needed && self.own & RANK << (8 * ranks[index as usize]) == 0)
        };
        lacking(0) + lacking(1) + lacking(2) > 1
    }

    /// Free squares where one more bottle would let the ball reach the goal; now it reaches
    /// `reach`.
    #[inline]
    fn missing_squares(&self, reach: u16) -> u64 {
        let free = GREEN_SQUARES & !self.all;
        let last_row = LAST_ROW[self.side.index()];
        let last_rank = HOME[self.side.other().index()];
        // The squares from which the goal can be reached: those beside a bottle on the last rank,
        // and all squares that lead there. The search goes backward from the goal, because every
        // jump of the ball can be reversed.
        let mut scoring = 0;
        for ball in [last_row & 0x49, last_row & 0x92, last_row & 0x124] {
            if beside(ball) & last_rank & self.own != 0 {
                scoring |= ball;
            }
        }
        let scoring = self.flood(self.own, scoring);
        let (here, there) = (on_board(reach), on_board(scoring));
        let mut missing = beside(reach & last_row) & last_rank;
        for step in STEPS {
            missing |= here << step & there >> step | here >> step & there << step;
        }
        missing &= free;
        // A bottle between four black squares may be jumped twice, on both diagonals.
        for to in Bits(free & CROSSINGS & beside(reach) & beside(scoring) & !missing) {
            if self.flood(self.own | 1 << to, reach) & self.goal != 0 {
                missing |= 1 << to;
            }
        }
        missing
    }

    /// Whether a bottle that is not needed for the open path to the goal can move.
    fn can_keep_the_way(&self) -> bool {
        Bits(self.own).any(|from| {
            self.flood(self.own & !(1 << from), self.ball) & self.goal != 0
                && destinations(from, self.all) != 0
        })
    }

    /// Whether a bottle can go to one of `squares` so that the path to the goal is open.
    fn can_complete(&self, squares: u64) -> bool {
        squares != 0
            && Bits(self.own).any(|from| {
                let rest = self.own & !(1 << from);
                Bits(self.destinations_among(from, squares))
                    .any(|to| self.flood(rest | 1 << to, self.ball) & self.goal != 0)
            })
    }

    /// The squares of a set of free squares that a bottle can reach. Jumps keep the parity of file
    /// and rank, which excludes most squares at once.
    #[inline]
    fn destinations_among(&self, from: u8, squares: u64) -> u64 {
        let parity = PARITY << (from & 1) << (8 * (from >> 3 & 1));
        if squares & parity == 0 {
            squares & NEIGHBOURS[from as usize]
        } else {
            squares & destinations(from, self.all)
        }
    }
}
