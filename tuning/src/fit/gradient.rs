//! The sums of a gradient, with memory that is used again for each step.

use eval::Net;

use super::dataset::Dataset;

/// A sum over samples: a number for each weight. Few samples have few of all features, so the sum
/// lists the features that it has. The numbers of a net are not listed, since most of them change.
#[derive(Clone, Debug)]
pub(super) struct SparseSum {
    numbers: Vec<f64>,
    /// The places of all numbers before the net that are not zero. A place can be listed twice.
    listed: Vec<u32>,
    /// The first number of the net, or the number of all weights.
    net: usize,
}

impl SparseSum {
    fn new(data: &Dataset) -> Self {
        let net = data.net().map_or(data.features(), |net: Net| net.first());
        Self { numbers: vec![0.0; data.features()], listed: Vec::new(), net }
    }

    /// Adds to the number of a feature.
    #[inline]
    pub(super) fn add(&mut self, place: u32, term: f64) {
        let number = &mut self.numbers[place as usize];
        if *number == 0.0 {
            self.listed.push(place);
        }
        *number += term;
    }

    /// The numbers of the net.
    #[inline]
    pub(super) fn net(&mut self) -> &mut [f64] {
        &mut self.numbers[self.net..]
    }

    /// Moves all numbers to another sum, which they are added to. This sum is zero then.
    fn move_to(&mut self, sum: &mut Self) {
        for place in self.listed.drain(..) {
            sum.add(place, std::mem::take(&mut self.numbers[place as usize]));
        }
        for (number, term) in sum.numbers[sum.net..].iter_mut().zip(&mut self.numbers[self.net..]) {
            *number += std::mem::take(term);
        }
    }

    fn clear(&mut self) {
        for place in self.listed.drain(..) {
            self.numbers[place as usize] = 0.0;
        }
        self.net().fill(0.0);
    }
}

/// A gradient, and the memory to compute it. The memory is used again for the next gradient,
/// because new memory for all weights takes more time than the samples.
#[derive(Clone, Debug)]
pub struct Gradient {
    total: SparseSum,
    /// The number of samples in the total.
    samples: f64,
    /// The sum of each part and its loss.
    parts: Vec<(SparseSum, f64)>,
}

impl Gradient {
    /// A gradient of zero for the weights of a data set.
    #[must_use]
    pub fn new(data: &Dataset) -> Self {
        Self { total: SparseSum::new(data), samples: 1.0, parts: Vec::new() }
    }

    /// The derivative of the mean loss by a weight.
    ///
    /// # Panics
    /// If there is no such weight.
    #[inline]
    #[must_use]
    pub fn at(&self, weight: usize) -> f64 {
        self.total.numbers[weight] / self.samples
    }

    /// The first `count` parts, all of them zero.
    pub(super) fn parts(&mut self, count: usize, data: &Dataset) -> &mut [(SparseSum, f64)] {
        if self.parts.len() < count {
            self.parts.resize_with(count, || (SparseSum::new(data), 0.0));
        }
        &mut self.parts[..count]
    }

    /// Sets the gradient to the mean of some samples, from the sums of the first `parts` parts. The
    /// parts are added in order, and are zero then. Returns the mean loss.
    pub(super) fn sum_up(&mut self, parts: usize, samples: f64) -> f64 {
        self.total.clear();
        self.samples = samples;
        let mut loss = 0.0;
        for (part, part_loss) in &mut self.parts[..parts] {
            loss += std::mem::take(part_loss);
            part.move_to(&mut self.total);
        }
        loss / samples
    }
}
