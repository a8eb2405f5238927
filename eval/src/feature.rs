//! Features and the sinks that take them.

use games::{Game, PerSeat, Seat, SeatSet};

/// A named group of features.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The name in weight files.
    pub name: &'static str,
    /// How many weights it has.
    pub count: usize,
    /// What it counts, and in which order.
    pub about: &'static str,
}

/// Receives the features of a position.
pub trait Sink {
    /// `count` times feature number `feature` speaks for `seat`.
    fn add(&mut self, seat: Seat, feature: usize, count: i32);
}

/// A game with an evaluation.
pub trait Evaluate: Game {
    /// All features, in the order of their numbers: a group's features are consecutive.
    const FEATURES: &'static [Feature];

    /// The name of the set of weights for the options in force.
    fn weight_set(&self) -> &'static str;

    /// The text of the weights that are compiled in for that set, if there are any. Without, all are zero.
    fn default_weights(&self) -> Option<&'static str> {
        None
    }

    /// Reports every feature of an unfinished position.
    fn features(&self, position: &Self::Position, sink: &mut impl Sink);
}

/// The number of weights of a game.
#[must_use]
pub const fn weight_count(features: &[Feature]) -> usize {
    let mut count = 0;
    let mut i = 0;
    while i < features.len() {
        count += features[i].count;
        i += 1;
    }
    count
}

/// A sink that records how often each feature speaks for each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// For each seat of the game one count for each weight; empty for the others.
    pub counts: PerSeat<Vec<i32>>,
}

impl Trace {
    /// The counts of a position.
    #[must_use]
    pub fn of<G: Evaluate>(game: &G, position: &G::Position) -> Self {
        let seats = SeatSet::first(game.seats());
        let count = |seat| if seats.contains(seat) { weight_count(G::FEATURES) } else { 0 };
        let mut trace = Self { counts: PerSeat::from_fn(|seat| vec![0; count(seat)]) };
        game.features(position, &mut trace);
        trace
    }

    /// What one seat has more than another, by feature.
    #[must_use]
    pub fn difference(&self, one: Seat, other: Seat) -> Vec<i32> {
        let pairs = self.counts[one].iter().zip(&self.counts[other]);
        pairs.map(|(one, other)| one - other).collect()
    }
}

impl Sink for Trace {
    fn add(&mut self, seat: Seat, feature: usize, count: i32) {
        self.counts[seat][feature] += count;
    }
}

/// Declares features: `features! { FEATURES; PLACE: 22, "place", "what it counts"; ... }` makes a
/// constant with the first number of each group, and the table of all.
macro_rules! features {
    ($($constant:ident: $count:expr, $name:literal, $about:literal;)+) => {
        features!(@offsets 0; $($constant: $count;)+);
        const FEATURES: &[$crate::Feature] =
            &[$($crate::Feature { name: $name, count: $count, about: $about },)+];
    };
    (@offsets $offset:expr; $constant:ident: $count:expr; $($rest:tt)*) => {
        const $constant: usize = $offset;
        features!(@offsets $offset + $count; $($rest)*);
    };
    (@offsets $offset:expr;) => {};
}
pub(crate) use features;
