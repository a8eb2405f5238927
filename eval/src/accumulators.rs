//! Accumulators: the hidden units of a net and sums over pieces, kept from one estimate to the
//! next. Consecutive positions of a search differ in a few pieces, so only a few inputs and pieces
//! are added and removed.
//!
//! CITE: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi", 2018. The last units are kept for each perspective, and the last sum for each frame, as
//! chess programs keep units for each square of the king ("Finny tables"). They are not undone with
//! each move, so the code of moves does not depend on the evaluation.

use games::Bits;

use crate::{Inputs, Net};

/// The memory of one thread for one evaluator: the hidden units of the last estimate for each
/// perspective, and the sum of the last estimate for each frame of pieces. It is empty at first. It
/// never changes an estimate.
#[derive(Clone, Debug, Default)]
pub struct Accumulators {
    units: [Option<Accumulator>; MOST_PERSPECTIVES],
    /// Empty, or with [`FRAMES`] entries.
    sums: Vec<PieceSum>,
}

/// The most perspectives of a net. The number is fixed, so a single estimate needs no heap memory.
const MOST_PERSPECTIVES: usize = 4;

/// The most sets of inputs of a net.
const MOST_SETS: usize = 12;

/// The number of frames whose sums are kept, a power of two.
const FRAMES: usize = 64;

/// The most sets of pieces of a sum.
const MOST_PIECE_SETS: usize = 3;

/// The weights of the features of some pieces, added up.
#[derive(Clone, Copy, Debug, Default)]
struct PieceSum {
    sets: [u64; MOST_PIECE_SETS],
    frame: u32,
    sum: i32,
}

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
        assert!(inputs.len() <= MOST_SETS, "a net has at most twelve sets of inputs");
        let (rows, _) = numbers.as_chunks::<{ Net::HIDDEN }>();
        let empty = || Accumulator { units: rows[net.inputs()], sets: [0; MOST_SETS] };
        let Accumulator { units: kept, sets } = self.units[perspective].get_or_insert_with(empty);
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

    /// The sum of the weights of some pieces. In one frame a piece, a bit of a set, always has the
    /// same weight.
    #[inline]
    pub(crate) fn pieces<const N: usize>(
        &mut self,
        frame: u32,
        pieces: [u64; N],
        weight: impl Fn(usize, u8) -> i32,
    ) -> i32 {
        const { assert!(N <= MOST_PIECE_SETS, "a sum has at most three sets of pieces") };
        if self.sums.is_empty() {
            self.sums = vec![PieceSum::default(); FRAMES];
        }
        // Frames that are close to each other have different places (Fibonacci hashing).
        let place = frame.wrapping_mul(0x9E37_79B9) >> (32 - FRAMES.ilog2());
        let kept = &mut self.sums[place as usize];
        if kept.frame != frame {
            *kept = PieceSum { frame, ..PieceSum::default() };
        }
        let mut sum = kept.sum;
        for (set, (before, now)) in kept.sets.iter_mut().zip(pieces).enumerate() {
            for bit in Bits(*before ^ now) {
                let weight = weight(set, bit);
                sum += if now >> bit & 1 != 0 { weight } else { -weight };
            }
            *before = now;
        }
        kept.sum = sum;
        debug_assert_eq!(sum, afresh(pieces, weight), "the sum of {pieces:x?} in frame {frame}");
        sum
    }
}

/// The sum of the weights of some pieces, computed from scratch.
fn afresh<const N: usize>(pieces: [u64; N], weight: impl Fn(usize, u8) -> i32) -> i32 {
    let of_set = |(set, bits)| Bits(bits).map(|bit| weight(set, bit)).sum::<i32>();
    pieces.into_iter().enumerate().map(of_set).sum()
}
