//! Features of Bataille de ruches: points, tokens by number and rank, passed tokens, captures, and
//! the race to the end.

mod diamonds;
mod inputs;

use games::ruches::{
    ALL, BORDER, FORWARD, Omit, Position, Ruches, Stage, ahead, opposite, rank_of, shifted,
};
use games::{Bits, Seat};

use self::diamonds::{TokenClasses, class, diamonds, states};
use self::inputs::Seen;
use crate::Net;
use crate::feature::{Evaluate, Feature, Sink, WeightFiles, features};
use crate::layout::{FROM_ONE, GroupTable, Layout, bars};

features! {
    PLACED: 30, "placed", "while tokens are placed, a token by number from 1 to 9 and 0, then rank from home",
        Layout::Table(|| by_number(3));
    POINTS: 1, "points", "a point as it counts now";
    TOKEN: 80, "token", "a token not yet on the border, by number from 1 to 9 and 0, then rank from home",
        Layout::Table(|| by_number(8));
    PASSED: 8, "passed", "the value of a token that no enemy can meet any more, by steps to the border from 1",
        bars("steps to the border", FROM_ONE);
    STRONG: 8, "strong", "the value of a token that meets lower enemies only, by steps to the border from 1",
        bars("steps to the border", FROM_ONE);
    TAKES_MOVER: 1, "takes_mover", "the turn, by the value of the enemies next to be captured";
    TAKES_OTHER: 1, "takes_other", "the same for the other side";
    REMOVABLE: 1, "removable", "the turn, by the value of the token that may be removed";
    LIABLE: 1, "liable", "the turn, by the highest value that may be huffed";
    LEAD: 12, "lead", "more points, by the steps that the third token needs to reach the border, at most 11",
        bars("steps of the third token to the border", &[]);
    BEHIND: 12, "behind", "fewer points, by the same",
        bars("steps of the third token to the border", &[]);
    MOBILITY: 1, "mobility", "a step that could be made";
    ON_MOVE: 1, "on_move", "the turn";
    DIAMOND: diamonds::WEIGHTS, "diamond", "four squares by their tokens, each by the number of enemies who can still beat it: none, one, more, or a 0; for c4, b5, d5, c6, b7 and d7 from home";
    NET: Net::size(Ruches::NET_INPUTS), "net", "a net: tokens by number and square as who is to move sees the board, own and the other's, what each has captured, and the stage";
}

/// A row for each number of a token, 1 to 9 and 0, and a column for each rank from home.
fn by_number(ranks: usize) -> GroupTable {
    let columns = (1..=ranks).map(|rank| rank.to_string()).collect();
    GroupTable::by_rows(columns, (1..=10).map(|number| (number % 10).to_string()))
}

impl Evaluate for Ruches {
    const FEATURES: &'static [Feature] = FEATURES;

    const NET_INPUTS: usize = inputs::INPUTS;

    const WEIGHTS: WeightFiles = &[("ruches", include_bytes!("../../weights/ruches.weights"))];

    fn weight_set(&self) -> &'static str {
        "ruches"
    }

    #[inline]
    fn features(&self, position: &Position, sink: &mut impl Sink) {
        if let Some(net) = const { Net::of::<Self>() }
            && sink.needs(NET)
        {
            let seen = Seen::new(position);
            let inputs = inputs::inputs(position, &seen);
            sink.net(position.side(), net, inputs::stage(position), seen.perspective, &inputs);
        }
        if position.phase() == Stage::Place {
            // Other features are of little use before all tokens are placed.
            return placed(position, sink);
        }
        let mover = position.side();
        sink.add(mover, ON_MOVE, 1);
        if let Some(square) = position.removable() {
            sink.add(mover, REMOVABLE, i32::from(position.value(square)));
        }
        if self.omit == Omit::Huff {
            let values = Bits(u64::from(position.liable())).map(|square| position.value(square));
            sink.add(mover, LIABLE, values.max().map_or(0, i32::from));
        }
        let mut classes = [0; 32];
        let points = [Seat::FIRST, Seat::SECOND].map(|seat| position.points(seat));
        for seat in [Seat::FIRST, Seat::SECOND] {
            let (own, other) = (points[seat.index()], points[seat.other().index()]);
            sink.add(seat, POINTS, own as i32);
            if own != other {
                let group = if own > other { LEAD } else { BEHIND };
                sink.add(seat, group + steps_to_the_end(position, seat), 1);
            }
            let takes = if seat == mover { TAKES_MOVER } else { TAKES_OTHER };
            sink.add(seat, takes, takes_now(position, seat));
            sink.add(seat, MOBILITY, steps(position, seat));
            tokens(position, seat, &mut classes, sink);
        }
        for seat in [Seat::FIRST, Seat::SECOND] {
            let states = states(position, &classes, seat);
            for mirrored in [false, true] {
                let fillings = diamonds(&states, seat, mirrored);
                sink.look_up(seat, fillings.map(|filling| DIAMOND + filling));
            }
        }
    }
}

/// The features of the placement phase.
fn placed(position: &Position, sink: &mut impl Sink) {
    for seat in [Seat::FIRST, Seat::SECOND] {
        for square in Bits(u64::from(position.tokens(seat))) {
            let number = position.value(square) as usize - 1;
            sink.add(seat, PLACED + 3 * number + rank_from_home(square, seat), 1);
        }
    }
}

/// The features of each of a seat's tokens, and their classes.
#[inline]
fn tokens(position: &Position, seat: Seat, classes: &mut TokenClasses, sink: &mut impl Sink) {
    let enemies = position.tokens(seat.other());
    let at_least = by_least_value(position, enemies);
    for square in Bits(u64::from(position.tokens(seat) & !BORDER[seat.index()])) {
        let value = position.value(square) as usize;
        let rank = rank_from_home(square, seat);
        sink.add(seat, TOKEN + 8 * (value - 1) + rank, 1);
        let meets = CONE[seat.index()][square as usize] & enemies;
        let beaten_by = (meets & at_least[value + 1]).count_ones();
        classes[square as usize & 31] = class(value, beaten_by);
        if meets == 0 {
            sink.add(seat, PASSED + 7 - rank, value as i32);
        } else if meets & at_least[value] == 0 {
            sink.add(seat, STRONG + 7 - rank, value as i32);
        }
    }
}

#[inline]
fn rank_from_home(square: u8, seat: Seat) -> usize {
    let rank = rank_of(square) as usize;
    if seat == Seat::FIRST { rank } else { 8 - rank }
}

/// For each value from 0 to 11: the tokens of a set that have at least this value.
#[inline]
fn by_least_value(position: &Position, tokens: u32) -> [u32; 12] {
    let mut sets = [0; 12];
    for square in Bits(u64::from(tokens)) {
        sets[position.value(square) as usize] |= 1 << square;
    }
    for value in (0..10).rev() {
        sets[value] |= sets[value + 1];
    }
    sets
}

/// The value of the enemies that a seat's tokens could capture in one jump or by taking their
/// place.
#[inline]
fn takes_now(position: &Position, seat: Seat) -> i32 {
    let free = position.free();
    let mut taken = 0;
    for direction in FORWARD[seat.index()] {
        let contacts = position.contacts(seat, direction);
        let met = shifted(contacts.above, direction);
        // A jump needs a free square behind the enemy. It is found by a step back from that square.
        let open = shifted(shifted(met, direction) & free, opposite(direction));
        taken |= met & open | shifted(contacts.equal, direction);
    }
    Bits(u64::from(taken)).map(|square| i32::from(position.value(square))).sum()
}

/// The number of steps that a seat's tokens could make.
#[inline]
fn steps(position: &Position, seat: Seat) -> i32 {
    let targets = |direction| shifted(position.tokens(seat), direction) & position.free();
    let [left, right] = FORWARD[seat.index()].map(targets);
    (left.count_ones() + right.count_ones()) as i32
}

/// The number of steps until three tokens of a seat are on the border, if nothing stops them; at
/// most 11.
#[inline]
fn steps_to_the_end(position: &Position, seat: Seat) -> usize {
    let (mut tokens, mut steps) = (position.tokens(seat), 0);
    for _ in 0..3 {
        if tokens == 0 {
            return 11;
        }
        // Squares are numbered rank by rank, so the first or last one is the nearest to the border.
        let nearest = if seat == Seat::FIRST { tokens.ilog2() } else { tokens.trailing_zeros() };
        tokens ^= 1 << nearest;
        steps += 8 - rank_from_home(nearest as u8, seat);
    }
    steps.min(11)
}

/// The squares that a token of each seat can still reach from each square.
static CONE: [[u32; 32]; 2] = {
    let mut table = [[0; 32]; 2];
    let mut entry = 0;
    while entry < 2 * 31 {
        let (seat, square) = (Seat::new(entry / 31), entry % 31);
        let mut frontier = 1u32 << square;
        while frontier != 0 {
            frontier = ahead(frontier, seat);
            table[seat.index()][square as usize] |= frontier & ALL;
        }
        entry += 1;
    }
    table
};
