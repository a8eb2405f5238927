//! Features of Master Bénédictine: the places of the bottles and of the ball, and the reach of the
//! ball.

mod pairs;
mod rings;
mod view;

use games::benedictine::{Benedictine, GREEN, Position, ball_reach};
use games::{Bits, Seat};

use self::pairs::pairs;
use self::rings::rings;
use self::view::ball;
use crate::feature::{Evaluate, Feature, Sink, WeightFiles, features};
use crate::layout::{GroupTable, Layout, bars};

features! {
    PLACE: 22, "place", "a bottle, by rank from home, then file: a or g, b or f, c or e, d on odd ranks; a or g, c or e on even ones",
        Layout::Table(places);
    BALL: 2, "ball", "the ball on its farthest row from home, by file: b or f, d",
        bars("file of the ball", &["b or f", "d"]);
    ON_MOVE: 3, "on_move", "the turn, by row of the ball from home",
        bars("row of the ball from home", &[]);
    REACH_MOVER: 4, "reach_mover", "the turn, by the rows that the ball can gain over own bottles as they stand, 0 to 2; goal last",
        bars("rows that can be gained", &["0", "1", "2", "goal"]);
    REACH_OTHER: 4, "reach_other", "the same for the other side",
        bars("rows that can be gained", &["0", "1", "2", "goal"]);
    MISSING: 4, "missing", "by the number of ranks ahead of the ball without an own bottle",
        bars("ranks ahead without a bottle", &[]);
    RING: rings::WEIGHTS, "ring", "the eight squares around a black one by their bottles, for b4, d4, b6 and d6 from home, by place of the ball";
    PAIR: pairs::WEIGHTS, "pair", "two own bottles, and an own and another's, by their squares, for places of the ball in the left and the middle column";
}

/// The black squares of the board from above. Each has the same weight as its mirror image.
fn places() -> GroupTable {
    let mut next = 0;
    let mut rows = Vec::new();
    for rank in 1..=7 {
        // Files a to d: all of them on odd ranks, a and c on even ones.
        let half = [0, 1, 2, 3].map(|file| {
            let is_black = rank % 2 == 1 || file % 2 == 0;
            next += usize::from(is_black);
            is_black.then(|| next - 1)
        });
        let mirrored = [half[2], half[1], half[0]];
        rows.insert(0, (rank.to_string(), [&half[..], &mirrored].concat()));
    }
    let columns = ["a", "b", "c", "d", "e", "f", "g"].map(str::to_owned).to_vec();
    GroupTable { columns, rows }
}

impl Evaluate for Benedictine {
    const FEATURES: &'static [Feature] = FEATURES;

    const WEIGHTS: WeightFiles =
        &[("benedictine", include_bytes!("../../weights/benedictine.weights"))];

    fn weight_set(&self) -> &'static str {
        "benedictine"
    }

    #[inline]
    fn features(&self, position: &Position, sink: &mut impl Sink) {
        let mover = position.side();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let bottles = position.bottles(seat);
            for square in Bits(bottles) {
                sink.add(seat, PLACE + PLACE_OF[seat.index()][square as usize & 63] as usize, 1);
            }
            let (column, row) = ball(position, seat);
            if row == 2 {
                sink.add(seat, BALL + column % 2, 1);
            }
            sink.add(seat, MISSING + missing(seat, bottles, row), 1);
            let reach = ball_reach(bottles, position.ball(), seat);
            let (group, gained) =
                if seat == mover { (REACH_MOVER, row) } else { (REACH_OTHER, row) };
            sink.add(seat, group + best_row(reach, seat) - gained, 1);
            if seat == mover {
                sink.add(seat, ON_MOVE + row, 1);
            }
            if sink.needs(PAIR) {
                sink.look_up(seat, pairs(position, seat).map(|pair| PAIR + pair));
            }
            for mirrored in [false, true] {
                sink.look_up(seat, rings(position, seat, mirrored).map(|ring| RING + ring));
            }
        }
    }
}

/// The goal, as a row of the ball beyond the last.
const GOAL_ROW: usize = 3;

/// The farthest row from a seat's home in a set of ball squares, 0 to 2; [`GOAL_ROW`] for its goal.
#[inline]
fn best_row(reach: u16, seat: Seat) -> usize {
    if seat == GREEN {
        // Bits 9 (goal), 6 to 8, 3 to 5, 0 to 2 from far to near.
        (15 - reach.leading_zeros() as usize).min(9) / 3
    } else if reach >> 9 != 0 {
        GOAL_ROW
    } else {
        2 - reach.trailing_zeros() as usize / 3
    }
}

/// The ranks that the ball must cross from `row` (from home) on and that have no own bottle.
#[inline]
fn missing(seat: Seat, bottles: u64, row: usize) -> usize {
    // One bit for each rank that holds a bottle: rows of seven squares folded onto their first.
    let folded = bottles | bottles >> 4;
    let folded = folded | folded >> 2;
    let folded = (folded | folded >> 1) & 0x0001_0101_0101_0101;
    let ranks = (folded.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
    LACKING[seat.index()][row][ranks] as usize
}

/// `LACKING[seat][row][ranks]`: the number of ranks to cross that are not in a set of ranks, which
/// is 7 bits from the first rank on.
static LACKING: [[[u8; 128]; 3]; 2] = lacking_table();

const fn lacking_table() -> [[[u8; 128]; 3]; 2] {
    let mut table = [[[0; 128]; 3]; 2];
    let mut entry = 0;
    while entry < 2 * 3 * 128 {
        let (seat, row, ranks) = (entry / 384, entry / 128 % 3, entry % 128);
        let mut crossed = row;
        while crossed < 3 {
            let rank = if seat == 0 { 2 * crossed + 2 } else { 4 - 2 * crossed };
            if ranks >> rank & 1 == 0 {
                table[seat][row][ranks] += 1;
            }
            crossed += 1;
        }
        entry += 1;
    }
    table
}

/// The number within `place` of each square, for each seat.
static PLACE_OF: [[u8; 64]; 2] = place_table();

const fn place_table() -> [[u8; 64]; 2] {
    let mut table = [[0; 64]; 2];
    let mut square = 0;
    while square < 56 {
        let (file, rank) = (square % 8, square / 8);
        if file < 7 {
            let file = if file > 3 { 6 - file } else { file };
            table[0][square] = place(file, rank);
            table[1][square] = place(file, 6 - rank);
        }
        square += 1;
    }
    table
}

/// Four numbers for each odd rank (counted from 1), two for each even one, where every second
/// square is black.
const fn place(file: usize, rank: usize) -> u8 {
    let before = 3 * rank + rank % 2;
    (before + if rank.is_multiple_of(2) { file } else { file / 2 }) as u8
}
