//! The evaluation of positions in play.

use games::{Game, MAX_SEATS, PerSeat, Seat};

use crate::feature::{Evaluate, PHASES, Sink, first_entry, weight_count};
use crate::{Accumulators, Inputs, Logistic, Net, Value, Weights};

/// Estimates unfinished positions.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The expected result for a seat: twice its expected share of the point, less one. With two
    /// seats one is the negative of the other; with three seats they add up to minus one.
    fn estimate(&self, game: &G, position: &G::Position, seat: Seat) -> Value;

    /// As [`Evaluator::estimate`], but faster for a thread that evaluates many similar positions.
    /// The thread passes the same `accumulators` each time, and uses them for this evaluator only.
    #[inline]
    fn estimate_next(
        &self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        _accumulators: &mut Accumulators,
    ) -> Value {
        self.estimate(game, position, seat)
    }

    /// The expected result of each seat, as [`Evaluator::estimate_next`] returns it for one.
    #[inline]
    fn estimate_seats(
        &self,
        game: &G,
        position: &G::Position,
        accumulators: &mut Accumulators,
    ) -> PerSeat<Value> {
        of_seats(game.seats(), |seat| self.estimate_next(game, position, seat, accumulators))
    }
}

/// The estimates of the first `seats` seats. Further seats have `-ONE`: no share of the point.
#[inline]
fn of_seats(seats: u8, mut estimate: impl FnMut(Seat) -> Value) -> PerSeat<Value> {
    let mut estimates = PerSeat::new([Value::new(-Value::ONE); MAX_SEATS]);
    for seat in Seat::all(seats) {
        estimates[seat] = estimate(seat);
    }
    estimates
}

/// The sum of weighted features, through the logistic function. With three seats softmax takes its
/// place: the odds between any two seats are as if they played alone.
#[derive(Clone, Debug)]
pub struct Linear {
    weights: Vec<i32>,
    /// The entries of tables. They are read at random places, so short numbers fit the cache
    /// better.
    tables: Vec<i16>,
    /// All weights from this number on are zero.
    used: usize,
    logistic: Logistic,
}

impl Linear {
    /// An evaluator with the given weights. Entries of tables are kept in 16 bits: one that is out
    /// of their range counts as the nearest in it.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        let (groups, tables) = weights.groups_and_tables();
        Self {
            weights: groups.to_vec(),
            tables: shortened(tables),
            used: weights
                .values()
                .iter()
                .rposition(|&weight| weight != 0)
                .map_or(0, |last| last + 1),
            logistic: Logistic::new(weights.scale()),
        }
    }

    /// The weighted sums of the seats, before the logistic.
    pub fn sums<G: Evaluate>(&self, game: &G, position: &G::Position) -> PerSeat<i32> {
        self.next_sums(game, position, &mut Accumulators::default())
    }

    /// The expected result of a seat, from the sums of all seats.
    #[inline]
    fn expect<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        sums: PerSeat<i32>,
        seat: Seat,
    ) -> Value {
        if G::MAX_SEATS == 2 || game.seats() == 2 {
            return self.logistic.expect(sums[seat] - sums[seat.other()]);
        }
        let in_play = game.in_play(position);
        if !in_play.contains(seat) {
            return Value::new(-Value::ONE);
        }
        self.logistic.expect_among(sums[seat], in_play.seats().map(|one| sums[one]))
    }

    #[inline]
    fn next_sums<G: Evaluate>(
        &self,
        game: &G,
        position: &G::Position,
        accumulators: &mut Accumulators,
    ) -> PerSeat<i32> {
        // Of a known length: most numbers of features need no check then.
        let weights = &self.weights[..const { first_entry(G::FEATURES) }];
        let tables = &self.tables[..const { weight_count(G::FEATURES) - first_entry(G::FEATURES) }];
        let (used, seats) = (self.used, PerSeat::default());
        let mut sums = Sums { weights, tables, used, seats, accumulators };
        game.features(position, &mut sums);
        sums.seats
    }
}

/// Numbers in 16 bits. A number out of range becomes the nearest in it.
pub(crate) fn shortened(numbers: &[i32]) -> Vec<i16> {
    let short = |&number: &i32| number.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    numbers.iter().map(short).collect()
}

impl<G: Evaluate> Evaluator<G> for Linear {
    #[inline]
    fn estimate(&self, game: &G, position: &G::Position, seat: Seat) -> Value {
        self.estimate_next(game, position, seat, &mut Accumulators::default())
    }

    #[inline]
    fn estimate_next(
        &self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        accumulators: &mut Accumulators,
    ) -> Value {
        let sums = self.next_sums(game, position, accumulators);
        self.expect(game, position, sums, seat)
    }

    #[inline]
    fn estimate_seats(
        &self,
        game: &G,
        position: &G::Position,
        accumulators: &mut Accumulators,
    ) -> PerSeat<Value> {
        let sums = self.next_sums(game, position, accumulators);
        of_seats(game.seats(), |seat| self.expect(game, position, sums, seat))
    }
}

/// A sink that adds up weights.
struct Sums<'a> {
    weights: &'a [i32],
    tables: &'a [i16],
    used: usize,
    seats: PerSeat<i32>,
    accumulators: &'a mut Accumulators,
}

impl Sums<'_> {
    #[inline]
    fn entry(&self, entry: usize) -> i32 {
        i32::from(self.tables[entry - self.weights.len()])
    }
}

impl Sink for Sums<'_> {
    #[inline]
    fn needs(&self, feature: usize) -> bool {
        feature < self.used
    }

    #[inline]
    fn add(&mut self, seat: Seat, feature: usize, count: i32) {
        self.seats[seat] += self.weights[feature] * count;
    }

    #[inline]
    fn look_up(&mut self, seat: Seat, entries: impl Iterator<Item = usize>) {
        self.seats[seat] += entries.map(|entry| self.entry(entry)).sum::<i32>();
    }

    #[inline]
    fn pieces<const N: usize, F: Iterator<Item = usize>>(
        &mut self,
        seat: Seat,
        frame: u32,
        pieces: [u64; N],
        features: impl Fn(usize, u8) -> F,
    ) {
        let frame = frame * MAX_SEATS as u32 + seat.index() as u32;
        let (weights, tables) = (self.weights, self.tables);
        let weight = |feature: usize| match weights.get(feature) {
            Some(&weight) => weight,
            None => i32::from(tables[feature - weights.len()]),
        };
        let of_piece = |set, bit| features(set, bit).map(weight).sum();
        self.seats[seat] += self.accumulators.pieces(frame, pieces, of_piece);
    }

    #[inline]
    fn net(&mut self, seat: Seat, net: Net, stage: usize, perspective: usize, inputs: &[Inputs]) {
        let numbers = &self.tables[net.first() - self.weights.len()..];
        self.seats[seat] += self.accumulators.sum(net, numbers, stage, perspective, inputs);
    }

    #[inline]
    fn blend(&mut self, seat: Seat, late: i32, entries: impl Iterator<Item = usize>) {
        let (mut first, mut last) = (0, 0);
        for entry in entries {
            first += self.entry(entry);
            last += self.entry(entry + 1);
        }
        self.seats[seat] += first * (PHASES - late) + last * late;
    }
}
