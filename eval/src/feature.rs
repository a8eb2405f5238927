//! Features and the sinks that take them.

use games::{Bits, Game, PerSeat, Seat};

use crate::layout::Layout;
use crate::{Inputs, Net};

/// A named group of features.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The name in weight files.
    pub name: &'static str,
    /// The number of its weights.
    pub count: usize,
    /// The objects that it counts, and their order.
    pub about: &'static str,
    /// How its weights are drawn, and the name of each.
    pub layout: Layout,
}

impl Feature {
    /// A group whose weights are numbered where they are drawn.
    #[must_use]
    pub const fn new(name: &'static str, count: usize, about: &'static str) -> Self {
        Self { name, count, about, layout: Layout::NUMBERS }
    }

    /// Whether it is a table with an entry for each pattern of some cells. Such a table is too long
    /// for people, and most of its entries are rare.
    #[must_use]
    pub const fn is_table(&self) -> bool {
        self.count > LONGEST_GROUP
    }
}

/// Groups of more weights are tables.
pub const LONGEST_GROUP: usize = 100;

/// The number of steps by which the weights of [`Sink::blend`] are interpolated from the first
/// phase of a game to the last.
pub const PHASES: i32 = 8;

/// Receives the features of a position.
pub trait Sink {
    /// Adds feature number `feature` for `seat`, `count` times.
    fn add(&mut self, seat: Seat, feature: usize, count: i32);

    /// Whether a feature of this number or a higher one has a weight other than 0. If not, the game
    /// need not compute these features.
    #[inline]
    fn needs(&self, _feature: usize) -> bool {
        true
    }

    /// Adds table entries ([`Feature::is_table`]) for `seat`; an entry that occurs twice counts
    /// twice.
    #[inline]
    fn look_up(&mut self, seat: Seat, entries: impl Iterator<Item = usize>) {
        entries.for_each(|entry| self.add(seat, entry, 1));
    }

    /// As [`Sink::look_up`], for tables whose entries have two weights: `entry` for the first phase
    /// of the game, and `entry + 1` for the last. `late` is the progress of the game, from 0 to
    /// [`PHASES`].
    #[inline]
    fn blend(&mut self, seat: Seat, late: i32, entries: impl Iterator<Item = usize>) {
        for entry in entries {
            self.add(seat, entry, PHASES - late);
            self.add(seat, entry + 1, late);
        }
    }

    /// Adds the features of pieces for `seat`. A piece is a bit of one of some sets, at most three.
    /// Its features depend on nothing else but the seat and the `frame`. Positions a few moves
    /// apart often have the same frame and share most pieces.
    #[inline]
    fn pieces<const N: usize, F: Iterator<Item = usize>>(
        &mut self,
        seat: Seat,
        _frame: u32,
        pieces: [u64; N],
        features: impl Fn(usize, u8) -> F,
    ) {
        for (set, bits) in pieces.into_iter().enumerate() {
            for bit in Bits(bits) {
                features(set, bit).for_each(|feature| self.add(seat, feature, 1));
            }
        }
    }

    /// Adds the output of a net for `seat`, at a stage of the game (below [`Net::STAGES`]), with
    /// the inputs that are on. From one `perspective` (below 4), positions a few moves apart share
    /// most inputs. At most twelve sets come, always in the same order.
    fn net(&mut self, seat: Seat, net: Net, stage: usize, perspective: usize, inputs: &[Inputs]);
}

/// Files of weights, each with the name of its set.
pub type WeightFiles = &'static [(&'static str, &'static [u8])];

/// A game with an evaluation.
pub trait Evaluate: Game {
    /// All features, in the order of their numbers: a group's features are consecutive.
    const FEATURES: &'static [Feature];

    /// How many inputs its net has, if it has one: its [`Net::size`] numbers are then the last
    /// group of features.
    const NET_INPUTS: usize = 0;

    /// The weights that are compiled in: the name and the file of each set. A file is as
    /// [`Weights::format`](crate::Weights::format) writes it.
    const WEIGHTS: WeightFiles = &[];

    /// The name of the set of weights for the options in force.
    fn weight_set(&self) -> &'static str;

    /// The file of the weights that are compiled in for that set, if there are any. Without, all
    /// are zero.
    fn default_weights(&self) -> Option<&'static [u8]> {
        let set = self.weight_set();
        Self::WEIGHTS.iter().find(|(name, _)| *name == set).map(|&(_, file)| file)
    }

    /// Reports every feature of an unfinished position.
    fn features(&self, position: &Self::Position, sink: &mut impl Sink);
}

/// The number of the first table's first entry. Tables come after all other groups.
///
/// # Panics
/// If another group comes after a table.
#[must_use]
pub const fn first_entry(features: &[Feature]) -> usize {
    let (mut first, mut i) = (0, 0);
    while i < features.len() && !features[i].is_table() {
        first += features[i].count;
        i += 1;
    }
    while i < features.len() {
        assert!(features[i].is_table(), "tables come last");
        i += 1;
    }
    first
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

/// A feature and its count.
pub type Count = (usize, i32);

/// A sink that records the counts of each feature for each seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// For each seat its features, in the order of their numbers.
    pub counts: PerSeat<Vec<Count>>,
    /// For each seat the rows of the net's numbers that make up its sum, in the form of
    /// [`Net::sum`]; empty if the net is not used for the seat.
    pub net_rows: PerSeat<Vec<usize>>,
}

impl Trace {
    /// The counts of a position.
    #[must_use]
    pub fn of<G: Evaluate>(game: &G, position: &G::Position) -> Self {
        let mut trace = Self::default();
        game.features(position, &mut trace);
        for seat in Seat::all(game.seats()) {
            summed(&mut trace.counts[seat]);
        }
        trace
    }

    /// The counts of one seat less those of another, by feature.
    #[must_use]
    pub fn difference(&self, one: Seat, other: Seat) -> Vec<Count> {
        let mut counts = self.counts[one].clone();
        counts.extend(self.counts[other].iter().map(|&(feature, count)| (feature, -count)));
        summed(&mut counts);
        counts
    }
}

/// Sorts counts by feature, and adds the counts of each feature. Features with the sum zero are
/// left out.
fn summed(counts: &mut Vec<Count>) {
    counts.sort_unstable_by_key(|&(feature, _)| feature);
    counts.dedup_by(|next, sum| {
        let same = next.0 == sum.0;
        sum.1 += if same { next.1 } else { 0 };
        same
    });
    counts.retain(|&(_, count)| count != 0);
}

impl Sink for Trace {
    fn add(&mut self, seat: Seat, feature: usize, count: i32) {
        self.counts[seat].push((feature, count));
    }

    fn net(&mut self, seat: Seat, net: Net, stage: usize, _: usize, inputs: &[Inputs]) {
        let rows = inputs.iter().flat_map(Inputs::numbers);
        self.net_rows[seat].extend(rows.chain([net.outputs(stage)]));
    }
}

/// Declares features: `features! { PLACE: 22, "place", "a bottle, by square", LAYOUT; ... }` makes
/// a constant with the first number of each group, and the table of all. Without a layout the
/// weights of a group are numbered.
macro_rules! features {
    (@layout) => { $crate::Layout::NUMBERS };
    (@layout $layout:expr) => { $layout };
    ($($constant:ident: $count:expr, $name:literal, $about:literal $(, $layout:expr)?;)+) => {
        features!(@offsets 0; $($constant: $count;)+);
        const FEATURES: &[$crate::Feature] = &[$($crate::Feature {
            name: $name,
            count: $count,
            about: $about,
            layout: features!(@layout $($layout)?),
        },)+];
    };
    (@offsets $offset:expr; $constant:ident: $count:expr; $($rest:tt)*) => {
        const $constant: usize = $offset;
        features!(@offsets $offset + $count; $($rest)*);
    };
    (@offsets $offset:expr;) => {};
}
pub(crate) use features;
