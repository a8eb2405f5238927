//! Small neural nets beside the weighted features. They express the value of combinations of
//! pieces, which a sum over single pieces cannot.
//!
//! A net has binary inputs and one layer of hidden units, each clipped to 0..1 and squared. Their
//! weighted sum is the output for a seat. The output weights depend on the stage of the game. All
//! numbers are integers, so the value is the same on every machine. The compiler turns each input
//! into a few vector additions. A search updates the units from one estimate to the next
//! ([`crate::Accumulators`]).
//!
//! CITE: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi", 2018; the squared clipped units, and output weights by the remaining material, are those
//! of today's chess programs.

use games::Bits;

use crate::feature::{Evaluate, weight_count};

/// Some inputs of a net. The set bits of `on` are the inputs that are on; the lowest bit is input
/// `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// The number of the first of them.
    pub first: usize,
    /// Which of them are on.
    pub on: u64,
}

impl Inputs {
    /// The numbers of the inputs that are on.
    #[inline]
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        let Self { first, on } = *self;
        Bits(on).map(move |bit| first + bit as usize)
    }
}

/// A net: the number of its inputs, and the place of its numbers among the weights. The numbers are
/// rows with one entry for each hidden unit: a row for each input, a row of biases, and a row of
/// output weights for each stage of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Net {
    first: usize,
    inputs: usize,
}

impl Net {
    /// Hidden units.
    pub const HIDDEN: usize = 32;

    /// Stages of a game.
    pub const STAGES: usize = 8;

    /// Hidden units are clipped at this value, which stands for 1.
    const ONE: i16 = 255;

    /// Bits after the point of a squared unit, and of the sum.
    const POINT: u32 = 8;

    /// The number of weights of a net with this many inputs.
    #[must_use]
    pub const fn size(inputs: usize) -> usize {
        (inputs + 1 + Self::STAGES) * Self::HIDDEN
    }

    /// The net of a game, if it has one: the last of its weights.
    #[must_use]
    pub const fn of<G: Evaluate>() -> Option<Self> {
        match G::NET_INPUTS {
            0 => None,
            inputs => Some(Self { first: weight_count(G::FEATURES) - Self::size(inputs), inputs }),
        }
    }

    /// The number of its first weight. All weights from there on belong to the net.
    #[must_use]
    pub const fn first(&self) -> usize {
        self.first
    }

    /// The number of inputs.
    #[must_use]
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    /// The row of output weights at a stage.
    ///
    /// # Panics
    /// If there is no such stage.
    #[inline]
    #[must_use]
    pub const fn outputs(&self, stage: usize) -> usize {
        assert!(stage < Self::STAGES, "a stage of eight");
        self.inputs + 1 + stage
    }

    /// Whether one of its weights, by its number among all, is an output weight. Only these are
    /// multiplied with the scale.
    ///
    /// # Panics
    /// If the number is below that of its first weight.
    #[must_use]
    pub const fn is_output(&self, number: usize) -> bool {
        (number - self.first) / Self::HIDDEN > self.inputs
    }

    /// The integer that stands for 1.0 in one of its weights, for a scale in units per log-odds.
    ///
    /// # Panics
    /// If the number is below that of its first weight.
    #[must_use]
    pub fn unit(&self, number: usize, scale: f64) -> f64 {
        let one = f64::from(Self::ONE);
        if !self.is_output(number) {
            return one;
        }
        scale * f64::from(1 << (2 * Self::POINT)) / (one * one)
    }

    /// The output, computed from scratch from its rows: those of the inputs that are on, and last
    /// the row of [`Net::outputs`]. Without rows it is zero.
    #[must_use]
    pub fn sum(&self, numbers: &[i16], rows: &[usize]) -> i32 {
        let Some((&outputs, inputs)) = rows.split_last() else { return 0 };
        let (rows, _) = numbers.as_chunks::<{ Self::HIDDEN }>();
        let mut units = rows[self.inputs];
        for &input in inputs {
            for (unit, weight) in units.iter_mut().zip(&rows[input]) {
                *unit = unit.wrapping_add(*weight);
            }
        }
        self.activated(&units, &rows[outputs])
    }

    /// The sum of the hidden units, by their output weights.
    #[inline]
    pub(crate) fn activated(
        &self,
        units: &[i16; Self::HIDDEN],
        outputs: &[i16; Self::HIDDEN],
    ) -> i32 {
        let mut sum = 0;
        for (unit, weight) in units.iter().zip(outputs) {
            let unit = (*unit).clamp(0, Self::ONE) as u16;
            let squared = (unit * unit) >> Self::POINT;
            sum += i32::from(squared as i16) * i32::from(*weight);
        }
        sum >> Self::POINT
    }
}
