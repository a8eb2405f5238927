//! Guesses: bounds that are nearer to each other than those proven so far, and are proven at once.
//!
//! After some sweeps all that is open is play that goes on for long, and in each sweep the bounds
//! come nearer by the same small share of their distance. Then how far the lower and the upper one
//! moved says where between them they will meet. Guesses lie on both sides of that place. They are
//! swept, too, each time by half of the way: a lower bound is taken from upper ones and the other
//! way round, so that errors would change sides for ever otherwise.
//!
//! If one sweep raises all guesses from below and lowers all from above, they are right. For
//! suppose that a chance, endless play being worth what is best for it, lies above its guess, or
//! likewise one below; let `c` be the most by which any does. In a sweep bounds move no further
//! than those that they are taken from. So that chance is at most `c` above what the sweep finds
//! there, which is below the guess: less than `c`. Bounds that are near enough already are left out
//! of all this: they are proven, and stay.
//!
//! CITE: A. Hartmanns, B. L. Kaminski, "Optimistic value iteration", CAV 2020 (guesses from above
//! that are proven by a sweep).

use rayon::prelude::*;

use crate::maitres::bounds::Bounds;
use crate::maitres::successors::mean;
use crate::maitres::sweep::{SweepChunk, SweepOf, Sweeps, Swept};

/// Guesses are nearer to where bounds are to meet than the bounds are to each other: by so many
/// times.
const NEARER: u64 = 16;

/// Guesses are swept so many times at most.
const TRIES: u32 = 24;

impl Sweeps<'_> {
    /// Guesses bounds, and keeps them if they are proven; whether they are.
    pub(super) fn guess(&mut self) -> bool {
        let enough = self.enough();
        self.each_chunk(|work| work.proven.clone_from(&work.bounds));
        // Two sweeps, since one takes each bound from those on the other side.
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

/// Guesses the bounds of a chunk, where `proven` has those of two sweeps before; then it has the
/// present ones.
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

/// One sweep over guesses of a chunk, all of whose bounds are `proven`.
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

    /// A large against a large: the bounds come to the same with guesses, in a fraction of the
    /// sweeps.
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

    /// Two positions that lead to nothing but each other: whatever is guessed, nothing is proven.
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
