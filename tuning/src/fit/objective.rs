//! The function that a fit minimises: the cross-entropy of results and expectations.

use eval::Net;
use rayon::prelude::*;

use super::dataset::{Dataset, Label};
use super::gradient::{Gradient, SparseSum};
use super::net::Activations;

/// The number of samples that one thread adds up at a time. The sums of these parts are added in
/// order, so that the result does not depend on the number of threads.
const PART: usize = 1024;

/// The loss of weights over some samples.
#[derive(Clone, Copy, Debug)]
pub struct Objective<'a> {
    /// The samples.
    pub data: &'a Dataset,
    /// The width of draws, as in [`FitOptions::draws`](super::FitOptions::draws). It is not used
    /// with three seats.
    pub draws: f64,
}

/// The expectations of the seats of a sample: first each row's seat, then the base seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Expectation {
    pub(super) shares: [f64; 3],
    pub(super) rows: usize,
    /// The derivative of the loss by a row's log-odds, divided by the error. It is 1 if draws have
    /// no width.
    steepness: f64,
}

impl Expectation {
    /// The softmax of the rows' log-odds against the base seat.
    #[inline]
    pub(super) fn of(sums: [f64; 2], rows: usize, draws: f64) -> Self {
        if rows == 1 && draws > 0.0 {
            return Self::with_draws(sums[0], draws);
        }
        let sums = &sums[..rows];
        let most = sums.iter().fold(0.0f64, |most, &sum| most.max(sum));
        let mut shares = [0.0; 3];
        shares[rows] = (-most).exp();
        for (share, sum) in shares.iter_mut().zip(sums) {
            *share = (sum - most).exp();
        }
        let total: f64 = shares.iter().sum();
        Self { shares: shares.map(|share| share / total), rows, steepness: 1.0 }
    }

    /// The expectation of two seats: the probability of a win, and half of that of a draw. A seat
    /// wins if its log-odds plus a logistic error are above the width of draws.
    ///
    /// CITE: P. V. Rao, L. L. Kupper, "Ties in paired-comparison experiments: a generalization of
    /// the Bradley-Terry model", Journal of the American Statistical Association 62, 1967.
    fn with_draws(sum: f64, draws: f64) -> Self {
        let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
        let (win, no_loss) = (logistic(sum - draws), logistic(sum + draws));
        // Beyond these limits there is nothing to learn, and a division by zero would follow.
        let share = ((win + no_loss) / 2.0).clamp(1e-12, 1.0 - 1e-12);
        let slope = (win * (1.0 - win) + no_loss * (1.0 - no_loss)) / 2.0;
        let steepness = slope / (share * (1.0 - share));
        Self { shares: [share, 1.0 - share, 0.0], rows: 1, steepness }
    }

    /// The cross-entropy with the results or targets of the rows' seats.
    #[inline]
    pub(super) fn loss(&self, targets: &[f32; 2]) -> f64 {
        let mut rest = 1.0;
        let mut loss = 0.0;
        for (share, &target) in self.shares[..self.rows].iter().zip(targets) {
            let target = f64::from(target);
            rest -= target;
            loss -= target * share.max(1e-300).ln();
        }
        loss - rest * self.shares[self.rows].max(1e-300).ln()
    }
}

impl Objective<'_> {
    /// The log-odds of a sample's rows, and the number of rows.
    #[inline]
    fn sums(&self, place: usize, weights: &[f64], nets: &Activations<'_>) -> ([f64; 2], usize) {
        let (rows, _) = self.data.sample(place);
        let (mut sums, mut count) = ([0.0; 2], 0);
        for (sum, row) in sums.iter_mut().zip(rows) {
            *sum = row.dot(weights) + nets.sums[count];
            count += 1;
        }
        for sum in &mut sums[..count] {
            *sum -= nets.sums[count];
        }
        (sums, count)
    }

    /// The expectation of a sample, with weights in log-odds for each count.
    #[inline]
    pub(super) fn expectation(&self, place: usize, weights: &[f64]) -> (Expectation, &Label) {
        let nets = Activations::of(self.data, place, weights);
        let (sums, count) = self.sums(place, weights, &nets);
        (Expectation::of(sums, count, self.draws), self.data.sample(place).1)
    }

    /// The mean loss against the targets, and against the bare results.
    #[must_use]
    pub fn losses(&self, weights: &[f64]) -> [f64; 2] {
        let sums = self.parts(0..self.data.len(), |part| {
            part.fold([0.0; 2], |[target, result], place| {
                let (expected, label) = self.expectation(place, weights);
                [target + expected.loss(&label.target), result + expected.loss(&label.result)]
            })
        });
        let total = sums.iter().fold([0.0; 2], |sum, part| [sum[0] + part[0], sum[1] + part[1]]);
        total.map(|sum| sum / self.data.len().max(1) as f64)
    }

    /// Sets `gradient` to the mean gradient over some samples, and returns their mean loss. The
    /// gradient is one for this data set.
    pub fn gradient(
        &self,
        range: std::ops::Range<usize>,
        weights: &[f64],
        gradient: &mut Gradient,
    ) -> f64 {
        let (count, end) = (range.len().max(1) as f64, range.end);
        let starts: Vec<_> = range.step_by(PART).collect();
        let parts = gradient.parts(starts.len(), self.data);
        parts.par_iter_mut().zip(&starts).for_each(|((sum, loss), &start)| {
            for place in start..end.min(start + PART) {
                *loss += self.add_sample(place, weights, sum);
            }
        });
        gradient.sum_up(starts.len(), count)
    }

    /// Adds the gradient of a sample to a sum. Returns the sample's loss.
    #[inline]
    fn add_sample(&self, place: usize, weights: &[f64], sum: &mut SparseSum) -> f64 {
        let nets = Activations::of(self.data, place, weights);
        let (sums, count) = self.sums(place, weights, &nets);
        let expected = Expectation::of(sums, count, self.draws);
        let (rows, label) = self.data.sample(place);
        // The slopes of each row's log-odds, then of the base seat's net output, which all rows
        // subtract.
        let mut slopes = [0.0; 3];
        let factors = expected.shares.iter().zip(&label.target);
        for (number, (row, (share, &target))) in rows.zip(factors).enumerate() {
            slopes[number] = (share - f64::from(target)) * expected.steepness;
            row.add_to(sum, slopes[number]);
            slopes[count] -= slopes[number];
        }
        nets.add_to(sum, weights, slopes);
        expected.loss(&label.target)
    }

    /// The values of a function for each part of a range, in order.
    fn parts<T: Send>(
        &self,
        range: std::ops::Range<usize>,
        of: impl Fn(std::ops::Range<usize>) -> T + Sync,
    ) -> Vec<T> {
        let end = range.end;
        let starts: Vec<_> = range.step_by(PART).collect();
        starts.into_par_iter().map(|start| of(start..end.min(start + PART))).collect()
    }
}

/// The scale with which weights fit the bare results best, so that expectations agree with results.
#[must_use]
pub fn fitted_scale(data: &Dataset, weights: &[i32], scale: i32) -> f64 {
    f64::from(scale) / fitted_factor(&[(data, real(weights, scale, data.net()))], 0.0)
}

/// Weights as real numbers, in log-odds for each count. The numbers of a net have other units.
pub(super) fn real(weights: &[i32], scale: i32, net: Option<Net>) -> Vec<f64> {
    let numbers = weights.iter().enumerate();
    numbers.map(|(number, &weight)| f64::from(weight) / unit(number, scale.into(), net)).collect()
}

/// The number of whole units of a weight in one real unit.
pub(super) fn unit(number: usize, scale: f64, net: Option<Net>) -> f64 {
    match net.filter(|net| net.first() <= number) {
        Some(net) => net.unit(number, scale),
        None => scale,
    }
}

/// The factor for all log-odds with which they fit the bare results best, over some sets of
/// samples. Each set has its own weights in log-odds. The loss is convex in the factor, so Newton's
/// method finds it. With a width of draws the method is Gauss-Newton.
#[must_use]
pub(super) fn fitted_factor(sets: &[(&Dataset, Vec<f64>)], draws: f64) -> f64 {
    const STEPS: usize = 30;
    let mut factor = 1.0;
    for _ in 0..STEPS {
        let [mut slope, mut curve] = [0.0; 2];
        for (data, weights) in sets {
            let objective = Objective { data, draws };
            let sums = objective.parts(0..data.len(), |part| {
                part.fold([0.0; 2], |sum, place| {
                    let [slope, curve] = objective.slopes(place, weights, factor);
                    [sum[0] + slope, sum[1] + curve]
                })
            });
            for [part_slope, part_curve] in sums {
                slope += part_slope;
                curve += part_curve;
            }
        }
        if curve <= 0.0 {
            break;
        }
        // The derivatives are by the logarithm of the factor. A step doubles the factor at most.
        let step = (-slope / curve).clamp(-0.7, 0.7);
        factor *= step.exp();
        if step.abs() < 1e-9 {
            break;
        }
    }
    factor
}

impl Objective<'_> {
    /// The first derivative of a sample's loss by `t` at 0, if all log-odds are multiplied by
    /// `factor * exp(t)`; and an approximation of the second derivative that is never negative
    /// (Gauss-Newton).
    fn slopes(&self, place: usize, weights: &[f64], factor: f64) -> [f64; 2] {
        let nets = Activations::of(self.data, place, weights);
        let (sums, count) = self.sums(place, weights, &nets);
        let sums = sums.map(|sum| sum * factor);
        let expected = Expectation::of(sums, count, self.draws);
        let (_, label) = self.data.sample(place);
        let (mut slope, mut mean, mut square) = (0.0, 0.0, 0.0);
        for (sum, (share, &result)) in
            sums[..count].iter().zip(expected.shares.iter().zip(&label.result))
        {
            slope += (share - f64::from(result)) * sum;
            mean += share * sum;
            square += share * sum * sum;
        }
        let steepness = expected.steepness;
        [slope * steepness, (square - mean * mean) * steepness * steepness]
    }
}
