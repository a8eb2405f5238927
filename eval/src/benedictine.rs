//! Features of Master Bénédictine: where the bottles stand, where the ball is and how far it gets.

use games::benedictine::{Benedictine, GREEN, Position, RANK, ball_reach};
use games::{Bits, Seat};

use crate::feature::{Evaluate, Feature, Sink, features};

features! {
    PLACE: 28, "place", "a bottle, by rank from home (four numbers each), then file: a or g, b or f, c or e, d";
    BALL: 6, "ball", "the ball, by row of black squares from home, then file: b or f, d";
    ON_MOVE: 3, "on_move", "the turn, by row of the ball from home";
    REACH_MOVER: 4, "reach_mover", "the turn, by the rows that the ball can gain over own bottles as they stand; goal last";
    REACH_OTHER: 4, "reach_other", "the same for the other side";
    MISSING: 4, "missing", "by the number of ranks ahead of the ball without an own bottle";
}

impl Evaluate for Benedictine {
    const FEATURES: &'static [Feature] = FEATURES;

    fn weight_set(&self) -> &'static str {
        "benedictine"
    }

    fn default_weights(&self) -> &'static str {
        include_str!("../../weights/benedictine.toml")
    }

    #[inline]
    fn features(&self, position: &Position, sink: &mut impl Sink) {
        let mover = position.side();
        let (column, row) = ((position.ball() % 3) as usize, (position.ball() / 3) as usize);
        for seat in [Seat::FIRST, Seat::SECOND] {
            let bottles = position.bottles(seat);
            for square in Bits(bottles) {
                sink.add(seat, PLACE + PLACE_OF[seat.index()][square as usize & 63] as usize, 1);
            }
            let row = if seat == GREEN { row } else { 2 - row };
            sink.add(seat, BALL + 2 * row + column % 2, 1);
            sink.add(seat, MISSING + missing(seat, bottles, row), 1);
            let reach = ball_reach(bottles, position.ball(), seat);
            let (group, gained) =
                if seat == mover { (REACH_MOVER, row) } else { (REACH_OTHER, row) };
            sink.add(seat, group + best_row(reach, seat) - gained, 1);
            if seat == mover {
                sink.add(seat, ON_MOVE + row, 1);
            }
        }
    }
}

/// The farthest row from a seat's home in a set of ball squares, 0 to 2; 3 for its goal.
#[inline]
fn best_row(reach: u16, seat: Seat) -> usize {
    if seat == GREEN {
        // Bits 9 (goal), 6 to 8, 3 to 5, 0 to 2 from far to near.
        (15 - reach.leading_zeros() as usize).min(9) / 3
    } else if reach >> 9 != 0 {
        3
    } else {
        2 - reach.trailing_zeros() as usize / 3
    }
}

/// The ranks that the ball has to cross from `row` (from home) on and that hold no own bottle.
#[inline]
fn missing(seat: Seat, bottles: u64, row: usize) -> usize {
    let mut missing = 0;
    for crossed in row..3 {
        let rank = if seat == GREEN { 2 * crossed + 2 } else { 4 - 2 * crossed };
        missing += usize::from(bottles & RANK << (8 * rank) == 0);
    }
    missing
}

/// The number within `place` of each square, for each seat.
static PLACE_OF: [[u8; 64]; 2] = place_table();

const fn place_table() -> [[u8; 64]; 2] {
    let mut table = [[0; 64]; 2];
    let mut square = 0;
    while square < 56 {
        let (file, rank) = (square % 8, square / 8);
        if file < 7 {
            let class = if file > 3 { 6 - file } else { file };
            table[0][square] = (4 * rank + class) as u8;
            table[1][square] = (4 * (6 - rank) + class) as u8;
        }
        square += 1;
    }
    table
}
