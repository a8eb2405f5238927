//! A fit, epoch by epoch.

use eval::{Net, Weights};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use super::dataset::Dataset;
use super::gradient::Gradient;
use super::net::untrained;
use super::objective::{Objective, fitted_factor, real, unit};
use super::optimiser::{Adam, AdamState};
use super::places::Places;
use super::stored;

/// The settings of a fit. Its result depends on them and on its samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitOptions {
    /// The seed of the order of the samples.
    pub seed: u64,
    /// The number of samples of a step.
    pub batch: usize,
    /// The size of the first steps, in log-odds of a typical count.
    pub rate: f64,
    /// Regularisation towards the old weights, as if each were backed by this many samples.
    pub pull: f64,
    /// The width of draws between two seats, in log-odds. A position with a lead of this size is
    /// won half of the time, and most of the rest are draws. With 0 the expectation is the plain
    /// logistic.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub draws: f64,
    /// Fitted table weights are rounded to multiples of this at the end, in log-odds. With 0 they
    /// are rounded to whole units of the scale. Weights of a net are not rounded further.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub round: f64,
    /// Whether a net that is all zero is trained. Any other net is always trained.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub net: bool,
    /// The greatest number of epochs.
    pub epochs: u32,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self {
            seed: 1,
            batch: 8192,
            rate: 0.02,
            pull: 100.0,
            draws: 0.0,
            round: 0.0,
            net: false,
            epochs: 200,
        }
    }
}

/// Older runs lack some numbers, and continue with zero.
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

/// The state of the fit after an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// The number of the epoch; 0 before the first.
    pub epoch: u32,
    /// The size of the epoch's steps.
    pub rate: f64,
    /// The mean loss during the epoch, with the regularisation.
    pub train: f64,
    /// The mean loss of the positions held out.
    pub held_out: f64,
}

/// The state of a fit, with which it can continue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitState {
    /// The numbers, in log-odds of a typical count.
    #[serde(with = "stored")]
    numbers: Vec<f64>,
    /// The numbers with the lowest loss of the positions held out.
    #[serde(with = "stored")]
    best: Vec<f64>,
    /// The lowest loss.
    best_loss: f64,
    adam: AdamState,
    rate: f64,
    /// The number of epochs since the last better loss.
    waiting: u32,
    /// All epochs so far.
    pub history: Vec<Epoch>,
    /// Whether the fit has ended.
    pub finished: bool,
    /// The fits to parts of the games, from which the scale is found.
    #[serde(default)]
    pub(super) parts: Vec<FitState>,
}

impl FitState {
    /// The step sizes of the epochs that led to the best weights. When the steps are halved, the
    /// fit returns to the best weights, and the epochs after these are not in the list.
    pub(super) fn way(&self) -> Vec<f64> {
        let (mut way, mut best_way) = (Vec::new(), Vec::new());
        let mut epochs = self.history.iter();
        let (mut best, mut rate) =
            epochs.next().map_or((f64::INFINITY, 0.0), |first| (first.held_out, first.rate));
        for epoch in epochs {
            if epoch.rate < rate {
                way.clone_from(&best_way);
            }
            rate = epoch.rate;
            way.push(rate);
            if epoch.held_out < best {
                best = epoch.held_out;
                best_way.clone_from(&way);
            }
        }
        best_way
    }

    /// Whether all epochs are done.
    pub(crate) fn is_done(&self, options: &FitOptions) -> bool {
        self.finished || self.history.len() as u64 > u64::from(options.epochs)
    }
}

/// A loss counts as better only if it is lower by more than this.
const GAIN: f64 = 1e-6;

/// The number of epochs without a better loss after which the steps are halved.
const PATIENCE: u32 = 2;

/// The number of halvings after which the fit ends.
const HALVINGS: i32 = 6;

/// Whether a weight scales with all log-odds. The inputs of a net do not.
fn is_scaled(number: usize, net: Option<Net>) -> bool {
    net.is_none_or(|net| number < net.first() || net.is_output(number))
}

/// The samples of a fit, its options, and its initial weights.
#[derive(Clone, Debug)]
pub(crate) struct Trainer<'a> {
    train: &'a Dataset,
    held_out: &'a Dataset,
    options: FitOptions,
    /// The typical count of each feature.
    typical: Vec<f64>,
    /// The old weights, in log-odds of a typical count.
    old: Vec<f64>,
    /// The factor by which the old weights' log-odds were multiplied. With wider draws the same
    /// lead has more log-odds.
    factor: f64,
    /// The places of the features that occur. The others keep their weights.
    places: Places,
    /// The typical counts at these places.
    counts: Vec<f64>,
    gradient: Gradient,
}

/// The state of an epoch in progress.
struct Moving {
    /// The numbers at the trainer's places, and their old values.
    numbers: Vec<f64>,
    old: Vec<f64>,
    adam: AdamState,
    /// The derivatives of the loss by the numbers.
    slopes: Vec<f64>,
    /// All numbers in log-odds for each count.
    weights: Vec<f64>,
}

impl<'a> Trainer<'a> {
    /// A trainer that begins with old weights. The samples to learn from must be in a random order.
    pub(crate) fn new(
        train: &'a Dataset,
        held_out: &'a Dataset,
        old: &Weights,
        options: FitOptions,
    ) -> Self {
        let mut typical = train.typical_counts();
        let mut old = real(old.values(), old.scale(), train.net());
        if let Some(net) = train.net()
            && old[net.first()..].iter().all(|&number| number == 0.0)
        {
            if options.net {
                let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
                old.truncate(net.first());
                old.extend(untrained(net, &mut rng));
            } else {
                typical[net.first()..].fill(0.0);
            }
        }
        let factor = if options.draws > 0.0 {
            fitted_factor(&[(train, old.clone())], options.draws)
        } else {
            1.0
        };
        let by_factor = old.iter().enumerate().map(|(number, &real)| {
            real * if is_scaled(number, train.net()) { factor } else { 1.0 }
        });
        let old = by_factor.zip(&typical).map(|(odds, typical)| odds * typical).collect();
        let places = Places::above_zero(&typical);
        let counts = places.of(&typical);
        let gradient = Gradient::new(train);
        Self { train, held_out, options, typical, old, factor, places, counts, gradient }
    }

    /// The state before the first epoch.
    pub(crate) fn begin(&self) -> FitState {
        let mut fit = FitState {
            numbers: self.old.clone(),
            best: self.old.clone(),
            best_loss: f64::INFINITY,
            adam: AdamState::new(self.old.len()),
            rate: self.options.rate,
            waiting: 0,
            parts: Vec::new(),
            history: Vec::new(),
            finished: false,
        };
        let weights = self.log_odds(&fit.numbers);
        let train = Objective { data: self.train, draws: self.options.draws }.losses(&weights)[0];
        fit.best_loss = self.judge(&fit.numbers);
        fit.history.push(Epoch { epoch: 0, rate: fit.rate, train, held_out: fit.best_loss });
        fit
    }

    /// Learns from every sample once. Returns `false` if it was stopped; then `fit` is unchanged.
    pub(crate) fn epoch(&mut self, fit: &mut FitState, stop: &dyn Fn() -> bool) -> bool {
        let learned = self.pass(fit, stop);
        if let Some(&Epoch { held_out, .. }) = fit.history.last().filter(|_| learned) {
            self.look(fit, held_out);
        }
        learned
    }

    /// As [`Trainer::epoch`], with steps of a given size, which come from another fit.
    pub(crate) fn follow(
        &mut self,
        fit: &mut FitState,
        rate: f64,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        fit.rate = rate;
        let learned = self.pass(fit, stop);
        fit.best.clone_from(&fit.numbers);
        learned
    }

    fn pass(&mut self, fit: &mut FitState, stop: &dyn Fn() -> bool) -> bool {
        let mut moving = Moving {
            numbers: self.places.of(&fit.numbers),
            old: self.places.of(&self.old),
            adam: fit.adam.of(&self.places),
            slopes: Vec::new(),
            weights: self.log_odds(&fit.numbers),
        };
        let epoch = fit.history.len() as u32;
        let mut rng = ChaCha8Rng::seed_from_u64(self.options.seed);
        rng.set_stream(u64::from(epoch));
        let mut starts: Vec<_> = (0..self.train.len()).step_by(self.options.batch).collect();
        starts.shuffle(&mut rng);
        let mut loss = 0.0;
        for &start in &starts {
            if stop() {
                return false;
            }
            let end = self.train.len().min(start + self.options.batch);
            loss += self.step(&mut moving, start..end, fit.rate);
        }
        self.places.set(&mut fit.numbers, &moving.numbers);
        fit.adam.set(&self.places, &moving.adam);
        let held_out = self.judge(&fit.numbers);
        let train = loss / self.train.len() as f64;
        fit.history.push(Epoch { epoch, rate: fit.rate, train, held_out });
        true
    }

    /// Makes one step, and returns the summed loss of its samples.
    fn step(&mut self, moving: &mut Moving, range: std::ops::Range<usize>, rate: f64) -> f64 {
        let Moving { numbers, old, adam, slopes, weights } = moving;
        let samples = range.len() as f64;
        let objective = Objective { data: self.train, draws: self.options.draws };
        let mut loss = objective.gradient(range, weights, &mut self.gradient);
        let at_places = self.places.iter().zip(&self.counts);
        slopes.clear();
        slopes.extend(at_places.map(|(place, count)| self.gradient.at(place) / count));
        // A net is not regularised.
        let own = self.train.net().map_or(numbers.len(), |net| self.places.before(net.first()));
        let pull = self.options.pull / self.train.len() as f64;
        for ((slope, number), old) in slopes[..own].iter_mut().zip(&*numbers).zip(old) {
            let away = number - *old;
            *slope += pull * away;
            loss += pull * away * away / 2.0;
        }
        Adam { rate }.step(adam, numbers, slopes);
        for ((place, number), count) in self.places.iter().zip(&*numbers).zip(&self.counts) {
            weights[place] = number / count;
        }
        loss * samples
    }

    /// Halves the steps or ends the fit, if the loss gets no better.
    fn look(&self, fit: &mut FitState, held_out: f64) {
        if held_out < fit.best_loss - GAIN {
            fit.waiting = 0;
        } else {
            fit.waiting += 1;
        }
        if held_out < fit.best_loss {
            fit.best_loss = held_out;
            fit.best.clone_from(&fit.numbers);
        }
        if fit.waiting >= PATIENCE {
            fit.waiting = 0;
            fit.rate /= 2.0;
            fit.numbers.clone_from(&fit.best);
        }
        let least = self.options.rate * 0.5f64.powi(HALVINGS);
        fit.finished = fit.rate < least || fit.history.len() as u32 > self.options.epochs;
    }

    /// The mean loss of the positions held out.
    fn judge(&self, numbers: &[f64]) -> f64 {
        Objective { data: self.held_out, draws: self.options.draws }.losses(&self.log_odds(numbers))
            [0]
    }

    /// The weights with the lowest loss, with `scale` units for each unit of log-odds. A feature
    /// that never occurs keeps its old weight.
    pub(crate) fn weights(&self, fit: &FitState, old: &Weights, scale: f64) -> Vec<i32> {
        let net = self.train.net();
        let rescale = self.factor * scale / f64::from(old.scale());
        let fitted = self.log_odds(&fit.best).into_iter().zip(&self.typical).zip(old.values());
        let weight = |(place, ((number, &typical), &old)): (usize, ((f64, &f64), &i32))| {
            let weight = match typical > 0.0 {
                true => number * unit(place, scale, net),
                false if is_scaled(place, net) => f64::from(old) * rescale,
                false => f64::from(old),
            };
            weight.round() as i32
        };
        fitted.enumerate().map(weight).collect()
    }

    /// The numbers with the lowest loss, in log-odds for each count. The numbers of a net have
    /// other units.
    pub(super) fn found(&self, fit: &FitState) -> Vec<f64> {
        self.log_odds(&fit.best)
    }

    /// The numbers in log-odds for each count.
    fn log_odds(&self, numbers: &[f64]) -> Vec<f64> {
        let numbers = numbers.iter().zip(&self.typical);
        numbers
            .map(|(number, &typical)| if typical > 0.0 { number / typical } else { 0.0 })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use games::State;
    use games::ruches::Ruches;
    use rand::RngExt;

    use super::super::dataset::Label;
    use super::*;

    /// Samples with features and net rows at random, some of which never occur.
    fn samples(net: Net, features: usize) -> Dataset {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut data = Dataset::new(features).with_net(Some(net));
        for _ in 0..3000 {
            let mut counts = |_| (2 * rng.random_range(0..20), rng.random_range(-3..=3));
            let counts: Vec<_> = (0..4).map(&mut counts).collect();
            let rows: Vec<_> =
                [3, 5, 8].map(|rows| rng.random_range(0..rows)).into_iter().collect();
            let rows = [&rows[..], &[net.outputs(rng.random_range(0..2))]].concat();
            let result = [rng.random_range(0..=1) as f32, 0.0];
            let label = Label { target: result, result };
            data.push_with_net(&[&counts], &[&rows, &rows[1..]], label).expect("few counts");
        }
        data
    }

    /// A step over all weights, as the textbook has it.
    fn whole_step(
        trainer: &Trainer<'_>,
        (numbers, adam): (&mut [f64], &mut AdamState),
        range: std::ops::Range<usize>,
    ) {
        let Trainer { train, options, typical, old, .. } = trainer;
        let mut gradient = Gradient::new(train);
        let objective = Objective { data: train, draws: options.draws };
        objective.gradient(range, &trainer.log_odds(numbers), &mut gradient);
        let own = train.net().expect("a net").first();
        let pull = options.pull / train.len() as f64;
        let slope = |(place, number): (usize, &f64)| {
            let away = if place < own { number - old[place] } else { 0.0 };
            if typical[place] > 0.0 {
                gradient.at(place) / typical[place] + pull * away
            } else {
                0.0
            }
        };
        let slopes: Vec<_> = numbers.iter().enumerate().map(slope).collect();
        Adam { rate: options.rate }.step(adam, numbers, &slopes);
    }

    /// Steps without the features that never occur are steps over all weights, to the last digit.
    #[test]
    fn steps_are_those_over_all_weights() {
        let game = State::<Ruches>::parse("ruches startpos").expect("a game").into_game();
        let (mut old, net) = (Weights::zero(&game), Net::of::<Ruches>().expect("a net"));
        old.values_mut()[2] = 30;
        old.values_mut()[3] = 40;
        let data = samples(net, old.values().len());
        let options = FitOptions { batch: 1500, pull: 50.0, net: true, ..FitOptions::default() };
        let mut trainer = Trainer::new(&data, &data, &old, options);
        let mut fit = trainer.begin();
        let (mut numbers, mut adam) = (fit.numbers.clone(), fit.adam.clone());
        for epoch in 1..=3 {
            assert!(trainer.epoch(&mut fit, &|| false));
            let mut starts = vec![0, 1500];
            let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
            rng.set_stream(epoch);
            starts.shuffle(&mut rng);
            for start in starts {
                whole_step(&trainer, (&mut numbers, &mut adam), start..start + 1500);
            }
            assert!(fit.numbers == numbers && fit.adam == adam, "epoch {epoch}");
        }
        let changed = numbers.iter().zip(&trainer.old).filter(|(number, old)| number != old);
        assert!(changed.count() > 20, "some weights change");
    }
}
