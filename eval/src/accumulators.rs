//! The hidden units of a net, kept from one estimate to the next: a search asks for positions that differ in a few pieces, so
//! a few inputs come and go where all would have to be added up.
//!
//! CITE: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018. What was
//! estimated last is kept for each perspective, as programs of chess do for kings by their square ("Finny tables"), and not
//! undone with each move: so no move needs to know of the net.

use games::Bits;

use crate::{Inputs, Net};

/// What one thread remembers of its estimates by one evaluator: the hidden units of a net at the last of them, for each
/// perspective. Empty at first. Estimates do not depend on it.
#[derive(Clone, Debug, Default)]
pub struct Accumulators([Option<Accumulator>; MOST_PERSPECTIVES]);

/// A net is asked from at most so many perspectives. With a fixed number an estimate by itself needs no memory of its own.
const MOST_PERSPECTIVES: usize = 4;

/// A net has at most so many sets of inputs.
const MOST_SETS: usize = 12;

#[derive(Clone, Debug)]
struct Accumulator {
    units: [i16; Net::HIDDEN],
    /// The inputs that were on, set by set as they came.
    sets: [u64; MOST_SETS],
}

impl Accumulators {
    /// A net's sum with some inputs at a stage, by its numbers. From one perspective the sets come in the same order each time.
    #[inline]
    pub(crate) fn sum(
        &mut self,
        net: Net,
        numbers: &[i16],
        stage: usize,
        perspective: usize,
        inputs: &[Inputs],
    ) -> i32 {
        assert!(inputs.len() <= MOST_SETS, "a net has at most so many sets of inputs");
        let (rows, _) = numbers.as_chunks::<{ Net::HIDDEN }>();
        let empty = || Accumulator { units: rows[net.inputs()], sets: [0; MOST_SETS] };
        let Accumulator { units: kept, sets } = self.0[perspective].get_or_insert_with(empty);
        let mut units = *kept;
        for (set, &Inputs { first, on }) in sets.iter_mut().zip(inputs) {
            for bit in Bits(*set ^ on) {
                // All ones to take away, none to add: neither way is foreseen.
                let minus = (on >> bit & 1) as i16 - 1;
                for (unit, weight) in units.iter_mut().zip(&rows[first + bit as usize]) {
                    *unit = unit.wrapping_add((weight ^ minus).wrapping_sub(minus));
                }
            }
            *set = on;
        }
        *kept = units;
        net.activated(&units, &rows[net.outputs(stage)])
    }
}
