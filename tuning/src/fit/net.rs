//! A net in real numbers: its output for a sample, and the gradient of the loss.

use eval::Net;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::dataset::Dataset;
use super::gradient::SparseSum;

const HIDDEN: usize = Net::HIDDEN;

/// The outputs of the net for the seats of a sample: first each row's seat, then the base seat.
pub(super) struct Activations<'a> {
    /// The outputs; zero if there is no net.
    pub(super) sums: [f64; 3],
    /// The hidden units behind the outputs. `None` if there is no net; then nothing is computed.
    hidden: Option<HiddenUnits<'a>>,
}

/// The rows of each seat, and its hidden units before clamping.
struct HiddenUnits<'a> {
    net: Net,
    rows: [&'a [u16]; 3],
    units: [[f64; HIDDEN]; 3],
}

/// A hidden unit's value, clamped to between 0 and 1.
fn cut(unit: f64) -> f64 {
    unit.clamp(0.0, 1.0)
}

/// The numbers of a net, row by row.
fn by_row(numbers: &[f64], net: Net) -> &[[f64; HIDDEN]] {
    numbers[net.first()..].as_chunks().0
}

/// Adds a number to each of a row. Inlined, it would not become vector instructions.
#[inline(never)]
fn add_row(row: &mut [f64; HIDDEN], terms: &[f64; HIDDEN]) {
    row.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
}

/// The part of each unit in the output.
#[inline(never)]
fn products(units: &[f64; HIDDEN], counts: &[f64; HIDDEN]) -> [f64; HIDDEN] {
    std::array::from_fn(|number| cut(units[number]).powi(2) * counts[number])
}

impl<'a> Activations<'a> {
    /// The outputs for a sample, with weights in log-odds.
    #[inline]
    pub(super) fn of(data: &'a Dataset, place: usize, weights: &[f64]) -> Self {
        let mut sums = [0.0; 3];
        let Some(net) = data.net() else { return Self { sums, hidden: None } };
        let (rows, mut units) = (data.net_rows(place), [[0.0; HIDDEN]; 3]);
        let numbers = by_row(weights, net);
        for (rows, (units, sum)) in rows.iter().zip(units.iter_mut().zip(&mut sums)) {
            let Some((&outputs, inputs)) = rows.split_last() else { continue };
            *units = numbers[net.inputs()];
            for &input in inputs {
                let row = &numbers[usize::from(input)];
                units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
            }
            *sum = products(units, &numbers[usize::from(outputs)]).iter().sum();
        }
        Self { sums, hidden: Some(HiddenUnits { net, rows, units }) }
    }

    /// Adds the net's part to a gradient. `slopes` has the derivative of the loss by each output.
    #[inline]
    pub(super) fn add_to(&self, gradient: &mut SparseSum, weights: &[f64], slopes: [f64; 3]) {
        let Some(HiddenUnits { net, rows, units }) = &self.hidden else { return };
        let numbers = by_row(weights, *net);
        let (gradient, _) = gradient.net().as_chunks_mut::<HIDDEN>();
        for ((rows, units), slope) in rows.iter().zip(units).zip(slopes) {
            let Some((&outputs, inputs)) = rows.split_last() else { continue };
            let (outputs, counts) = (usize::from(outputs), &numbers[usize::from(outputs)]);
            let mut back = [0.0; HIDDEN];
            for (number, (&unit, &count)) in units.iter().zip(counts).enumerate() {
                gradient[outputs][number] += slope * cut(unit).powi(2);
                // A clamped unit passes no gradient.
                if unit == cut(unit) {
                    back[number] = slope * count * 2.0 * unit;
                }
            }
            for &input in inputs {
                add_row(&mut gradient[usize::from(input)], &back);
            }
            add_row(&mut gradient[net.inputs()], &back);
        }
    }
}

/// The numbers of an untrained net: random input weights, and output weights of zero.
pub(super) fn untrained(net: Net, rng: &mut ChaCha8Rng) -> Vec<f64> {
    /// The initial value of a unit.
    const BEGIN: f64 = 0.25;
    /// The largest initial weight of an input. With thirty inputs on, most units are not clamped.
    const LARGEST: f64 = 0.1;
    let inputs = (0..net.inputs() * HIDDEN).map(|_| rng.random_range(-LARGEST..LARGEST));
    inputs.chain([BEGIN; HIDDEN]).chain([0.0; Net::STAGES * HIDDEN]).collect()
}
