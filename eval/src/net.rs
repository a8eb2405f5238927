//! Small nets beside the weighted features: what the pieces' places come to together, which no sum over them can say.
//!
//! One layer of hidden units, each between 0 and 1 and squared, over inputs that are there or not; their weighted sum speaks
//! for a seat. What each unit counts for is another number at each stage of the game. All numbers are whole ones, so the value
//! is the same on every machine. The compiler makes a few vector additions of each input; a search keeps the units up from one
//! estimate to the next ([`crate::Accumulators`]).
//!
//! CITE: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018; the squared
//! clipped units, and outputs by what is left on the board, are those of today's programs of chess.

use games::Bits;

use crate::feature::{Evaluate, weight_count};

/// Some inputs of a net: the bits that are set in `on` are those that are on, the lowest is number `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// The number of the first of them.
    pub first: usize,
    /// Which of them are on.
    pub on: u64,
}

impl Inputs {
    /// The numbers of those that are on.
    #[inline]
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        let Self { first, on } = *self;
        Bits(on).map(move |bit| first + bit as usize)
    }
}

/// A net of so many inputs, and where its numbers are among the weights, in rows of one for each hidden unit: a row for each
/// input, then what each unit begins with, then for each stage of the game what each counts for.
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

    /// Hidden units are cut here, their one.
    const ONE: i16 = 255;

    /// Bits after the point of a squared unit, and of the sum.
    const POINT: u32 = 8;

    /// The numbers of a net with so many inputs.
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

    /// The number of its first weight; all from there on are its own.
    #[must_use]
    pub const fn first(&self) -> usize {
        self.first
    }

    /// How many inputs there are.
    #[must_use]
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    /// The row of what each unit counts for at a stage.
    ///
    /// # Panics
    /// If there are not so many stages.
    #[inline]
    #[must_use]
    pub const fn outputs(&self, stage: usize) -> usize {
        assert!(stage < Self::STAGES, "a stage of eight");
        self.inputs + 1 + stage
    }

    /// Whether one of its weights, by its number among all, is what a unit counts for: those alone grow with the scale.
    ///
    /// # Panics
    /// If the number is below that of its first weight.
    #[must_use]
    pub const fn is_output(&self, number: usize) -> bool {
        (number - self.first) / Self::HIDDEN > self.inputs
    }

    /// Whole units of one of its weights for a real one, if a unit of log-odds has so many.
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

    /// The sum by its numbers, added up anew, from the rows that make it up: those of the inputs that are on, last that of
    /// [`Net::outputs`]. Zero from none.
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

    /// The sum of hidden units, by what each counts for.
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
