//! The accumulators of a net: its hidden units, kept from one estimate to the next. Consecutive
//! positions of a search differ in a few pieces, so only a few inputs are added and removed.
//!
//! CITE: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi", 2018. The last estimate is kept for each perspective, as chess programs keep one for
//! each square of the king ("Finny tables"). It is not undone with each move, so the code of moves
//! does not depend on the net.

use games::Bits;

use crate::{Inputs, Net};

/// The memory of one thread for one evaluator: for each perspective the hidden units of the last
/// estimate. It is empty at first. It never changes an estimate.
#[derive(Clone, Debug, Default)]
pub struct Accumulators([Option<Accumulator>; MOST_PERSPECTIVES]);

/// The most perspectives of a net. The number is fixed, so a single estimate needs no heap memory.
const MOST_PERSPECTIVES: usize = 4;

/// The most sets of inputs of a net.
const MOST_SETS: usize = 12;

#[derive(Clone, Debug)]
struct Accumulator {
    units: [i16; Net::HIDDEN],
    /// The inputs that were on, set by set in their order.
    sets: [u64; MOST_SETS],
}

impl Accumulators {
    /// The output of a net with some inputs at a stage. From one perspective the sets come in the
    /// same order each time.
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
                // A mask of all ones to subtract, or zero to add. This avoids a branch that cannot
                // be predicted.
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
