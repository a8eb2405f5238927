//! Nodes that endgame tables know.

use eval::Value;
use games::{Ending, Endings, Verdict, WinChance};

use crate::search::thread::SearchThread;
use crate::search::units::{Depth, Ply};
use crate::searchable::Searchable;

impl<G: Searchable> SearchThread<'_, G> {
    /// What tables make of a node below the root. A certain ending is its value. A win that a draw rule may still spoil
    /// is searched further. At the horizon it counts as an estimate above nearly all others. The nearer its end, the
    /// higher it counts, so the winner makes progress. A loss counts likewise, with the other sign. A chance is closer
    /// than any search could come, and ends the line; but it is known to a few digits, so it proves nothing. Near the
    /// limit of a game's length, of which it knows nothing, it is not used.
    #[inline(never)]
    pub(crate) fn ending(
        &mut self,
        endings: &dyn Endings<G>,
        position: &G::Position,
        depth: Depth,
        ply: Ply,
    ) -> Option<Value> {
        if ply == Ply::ROOT {
            return None;
        }
        match endings.verdict(position)? {
            Verdict::Certain(Ending::Chance(chance)) | Verdict::Open(Ending::Chance(chance)) => {
                if self.history.plies_left().is_some_and(|left| left as usize <= Ply::COUNT) {
                    return None;
                }
                self.leaves += 1;
                self.estimates += 1;
                Some(expected(chance))
            }
            // Counted from the root.
            Verdict::Certain(ending) => {
                Some(worth(ending, |plies| Value::win_in(ply.moves() + plies)))
            }
            Verdict::Open(ending) if depth.is_horizon() || ply.is_last() => {
                self.leaves += 1;
                self.estimates += 1;
                // An estimate: it may yet be drawn.
                Some(worth(ending, |plies| Value(Value::ONE - 1 - plies)))
            }
            Verdict::Open(_) => None,
        }
    }
}

/// What an ending is worth, where a win in so many plies is worth `won`.
fn worth(ending: Ending, won: impl FnOnce(i32) -> Value) -> Value {
    match ending {
        Ending::Win(plies) => won(plies.into()),
        Ending::Draw => Value::EVEN,
        Ending::Chance(chance) => expected(chance),
        Ending::Loss(plies) => -won(plies.into()),
    }
}

/// The expected result of a chance to win or else lose: the middle of its bounds.
fn expected(WinChance { low, high }: WinChance) -> Value {
    let one = i64::from(WinChance::ONE);
    Value(((i64::from(low) + i64::from(high) - one) * i64::from(Value::ONE) / one) as i32)
}
