//! Positions that are in endgame tables.

use eval::Value;
use games::{Ending, Endings, Verdict, WinChance};

use crate::search::thread::SearchThread;
use crate::search::units::{Depth, Ply};
use crate::searchable::Searchable;

impl<G: Searchable> SearchThread<'_, G> {
    /// The value of a node below the root by the endgame tables, if they decide it.
    ///
    /// - A certain ending is the value of the node.
    /// - A win that a draw rule may still prevent is searched further. At the horizon it is an
    ///   estimate above nearly all others: the nearer the win, the higher, so that the winner makes
    ///   progress. A loss has the negative value.
    /// - A chance to win is more precise than any search, so it ends the line. It is rounded, so it
    ///   proves nothing. Tables ignore the limit of a game's length, so it is not used near that
    ///   limit.
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
            // Distances count from the root.
            Verdict::Certain(ending) => {
                Some(ending_value(ending, |plies| Value::win_in(ply.moves() + plies)))
            }
            Verdict::Open(ending) if depth.is_horizon() || ply.is_last() => {
                self.leaves += 1;
                self.estimates += 1;
                // An estimate: it may yet be drawn.
                Some(ending_value(ending, |plies| Value::new(Value::ONE - 1 - plies)))
            }
            Verdict::Open(_) => None,
        }
    }
}

/// The value of an ending. `won` gives the value of a win in a number of plies.
fn ending_value(ending: Ending, won: impl FnOnce(i32) -> Value) -> Value {
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
    Value::new(((i64::from(low) + i64::from(high) - one) * i64::from(Value::ONE) / one) as i32)
}
