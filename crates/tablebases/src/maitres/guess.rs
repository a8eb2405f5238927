//! Guesses: bounds that are closer than the proven ones, and that one more sweep can prove.
//!
//! After some sweeps only long play is still open. In each sweep the distance between two bounds
//! then becomes smaller by the same small share. The last changes of the lower and the upper bound
//! show where the two will meet. The guesses are on both sides of this place. They are improved by
//! sweeps, which move each guess half of the way to its new value. Without this halving errors
//! would change sides forever, since a lower bound is computed from upper bounds and the reverse.
//!
//! If one sweep raises all lower guesses and reduces all upper guesses, the guesses are right. The
//! proof is by contradiction. Suppose that some probability lies outside its guesses, where endless
//! play has the value that is worst for the guess. Let `c` be the greatest distance by which a
//! probability does so. In a sweep a bound changes by no more than the bounds that it is computed
//! from. So each probability lies outside the new bounds by at most `c`. The new bounds are
//! strictly inside the guesses. So each probability lies outside its guesses by less than `c`,
//! which is a contradiction.
//!
//! Bounds that are close enough are not guessed: they are proven, and do not change.
//!
//! CITE: A. Hartmanns, B. L. Kaminski, "Optimistic value iteration", CAV 2020 (guesses from above
//! that are proven by a sweep).

use rayon::prelude::*;

use crate::maitres::bounds::Bounds;
use crate::maitres::successors::mean;
use crate::maitres::sweep::{SweepChunk, SweepOf, Sweeps, Swept};

/// A guess is closer than the proven bounds to the place where they will meet. This is the ratio of
/// the distances.
const NEARER: u64 = 16;

/// The greatest number of sweeps over guesses.
const TRIES: u32 = 24;

impl Sweeps<'_> {
    /// Guesses bounds, and keeps them if they are proven. Returns whether they are.
    pub(super) fn guess(&mut self) -> bool {
        let enough = self.enough();
        self.each_chunk(|work| work.proven.clone_from(&work.bounds));
        // Two sweeps are needed, since each sweep computes bounds from those of the other side.
        self.sweep(SweepOf::Proven);
        self.sweep(SweepOf::Proven);
        self.each_chunk(|work| guess_chunk(work, enough));
        self.publish();
        let proven = (0..TRIES).any(|_| self.sweep(SweepOf::Guesses).proven);
        self.each_chunk(|work| {
            if !proven {
                work.bounds.clone_from(&work.proven);
            }
            work.proven = Vec::new();
        });
        self.publish();
        proven
    }

    fn each_chunk(&mut self, work: impl Fn(&mut SweepChunk) + Send + Sync) {
        self.chunks.par_iter_mut().flatten().for_each(work);
    }
}

/// Guesses the bounds of a chunk. At the call `proven` has the bounds of two sweeps before; after
/// it, the present proven ones.
fn guess_chunk(work: &mut SweepChunk, enough: u32) {
    for (bounds, proven) in work.bounds.iter_mut().zip(&mut work.proven) {
        let before = std::mem::replace(proven, *bounds);
        let width = u64::from(bounds.width());
        if bounds.width() <= enough {
            continue;
        }
        let rose = u64::from(bounds.low - before.low);
        let fell = u64::from(before.high - bounds.high);
        let meeting = (width * rose).checked_div(rose + fell).unwrap_or(width / 2);
        let apart = width / NEARER;
        *bounds = Bounds {
            low: bounds.low + meeting.saturating_sub(apart) as u32,
            high: bounds.low + (meeting + apart).min(width) as u32,
        };
    }
}

/// One sweep over the guesses of a chunk, whose proven bounds are `proven`.
pub(super) fn sweep_guesses(
    mut list: &[u32],
    guesses: &mut [Bounds],
    proven: &[Bounds],
    next: &[Bounds],
    enough: u32,
) -> Swept {
    let mut swept = Swept::NOTHING;
    for (guess, proven) in guesses.iter_mut().zip(proven) {
        let (found, rest) = if proven.width() <= enough {
            (None, &list[1 + list[0] as usize..])
        } else {
            mean(list, next)
        };
        list = rest;
        if let Some(found) = found {
            swept.proven &= found.low > guess.low && found.high < guess.high;
            *guess = Bounds {
                low: guess.low.midpoint(found.low),
                high: guess.high.midpoint(found.high + 1),
            };
        }
    }
    swept
}

#[cfg(test)]
mod tests {
    use games::State;
    use games::maitres::Maitres;

    use super::*;
    use crate::maitres::ranks::Ranks;
    use crate::maitres::store::KnownBounds;
    use crate::maitres::successors::ONE as ALONE;

    /// A large against a large: the results are the same with guesses, and need far fewer sweeps.
    #[test]
    fn guesses_come_to_the_same() {
        let state = State::<Maitres>::parse("maitres:variant=annihilation startpos").unwrap();
        let (ranks, known) = (Ranks::new(state.game(), 2), KnownBounds::default());
        let unit = ["l-l".parse().unwrap()];
        let sweeps = || Sweeps::new(&ranks, &known, &unit, 1 << 24);
        let (plain, many) = sweeps().solve_with(u32::MAX).unwrap();
        let (guessed, few) = sweeps().solve().unwrap();
        assert!(few * 4 < many, "{few} sweeps, {many} without guesses");
        for (number, (one, other)) in plain[0].iter().zip(&guessed[0]).enumerate() {
            assert!(one.low <= other.high && other.low <= one.high, "{number}: {one:?} {other:?}");
        }
    }

    /// Two positions that lead only to each other: no guess is proven.
    #[test]
    fn endless_play_proves_nothing() {
        let forced = |other: u32| [6].into_iter().chain([ALONE | other; 6]);
        let list: Vec<u32> = forced(1).chain(forced(0)).collect();
        let unknown = [Bounds::UNKNOWN; 2];
        for low in [0, 1, Bounds::ONE / 3, Bounds::ONE / 2] {
            for high in [Bounds::ONE / 2, Bounds::ONE - 1, Bounds::ONE] {
                let mut guesses = [Bounds { low, high }, Bounds { low: low / 2, high }];
                for _ in 0..100 {
                    let next = guesses;
                    let swept = sweep_guesses(&list, &mut guesses, &unknown, &next, 1);
                    assert!(!swept.proven, "{next:?} {guesses:?}");
                }
            }
        }
    }
}
