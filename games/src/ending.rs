//! Results of positions with best play, and the trait of endgame tables.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::sync::Arc;

use crate::Game;

/// Bounds on the probability that the player to act wins with best play by both sides, in units of
/// `1 / ONE`. Both are proven. There are no draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WinChance {
    /// The lower bound.
    pub low: u32,
    /// The upper bound.
    pub high: u32,
}

impl WinChance {
    /// A certain win.
    pub const ONE: u32 = 1 << 16;

    /// The bounds for the other player, who wins when this one loses.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self { low: Self::ONE - self.high, high: Self::ONE - self.low }
    }

    /// The bounds for a player who may choose between two positions.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.max(other.high) }
    }
}

/// The result of a position with best play, for the player to act, and the plies to the end of the
/// game. The winner takes the shortest way, the loser the longest. With dice it is the probability
/// of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A win in this number of plies.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// A loss in this number of plies.
    Loss(u16),
    /// Dice decide: the bounds on the probability of a win.
    Chance(WinChance),
}

impl Ending {
    /// The ending one ply earlier, for the player who made that ply. With `same` he is also the
    /// player to act now.
    #[must_use]
    pub const fn before(self, same: bool) -> Self {
        match (self, same) {
            (Self::Win(plies), true) | (Self::Loss(plies), false) => Self::Win(plies + 1),
            (Self::Loss(plies), true) | (Self::Win(plies), false) => Self::Loss(plies + 1),
            (Self::Draw, _) => Self::Draw,
            (Self::Chance(chance), true) => Self::Chance(chance),
            (Self::Chance(chance), false) => Self::Chance(chance.flipped()),
        }
    }

    /// The plies to the end; `None` for a draw and where dice decide.
    #[must_use]
    pub const fn distance(self) -> Option<u16> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw | Self::Chance(_) => None,
        }
    }

    /// `win`, `draw`, `loss` or `chance`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::Draw => "draw",
            Self::Loss(_) => "loss",
            Self::Chance(_) => "chance",
        }
    }

    /// The order of endings. Of two chances with the same mean the one with narrower bounds is
    /// greater.
    const fn merit(self) -> (i32, u32) {
        match self {
            Self::Win(plies) => (0x2_0000 - plies as i32, 0),
            Self::Draw => (0, 0),
            Self::Loss(plies) => (plies as i32 - 0x2_0000, 0),
            // Below every win, above every loss.
            Self::Chance(WinChance { low, high }) => {
                (low as i32 + high as i32 - WinChance::ONE as i32, low + 1)
            }
        }
    }
}

impl Ord for Ending {
    /// The ending that is better for the player to act is greater: an early win, a late loss, a
    /// higher chance.
    fn cmp(&self, other: &Self) -> Ordering {
        self.merit().cmp(&other.merit())
    }
}

impl PartialOrd for Ending {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The result that an endgame table gives a position of a game in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The result with best play, whatever the history of the game.
    Certain(Ending),
    /// The result unless the game is drawn by quiet turns or repetition. That depends on the
    /// history.
    Open(Ending),
}

/// Endgame tables of a game, or another source of exact results.
pub trait Endings<G: Game>: Debug + Send + Sync {
    /// The ending of a position in the game without draws by quiet turns and repetition; `None` if
    /// the position is in no table.
    fn probe(&self, position: &G::Position) -> Option<Ending>;

    /// The result of a position under the game's own rules; `None` if it is in no table.
    fn verdict(&self, position: &G::Position) -> Option<Verdict>;

    /// A description of the tables, for messages.
    fn describe(&self) -> String;
}

/// Endgame tables that threads and searchers share.
pub type SharedEndings<G> = Arc<dyn Endings<G>>;

/// Endgame tables of a game that is known only when the program runs.
#[derive(Clone, Debug)]
pub struct AnyEndings(Arc<dyn Any + Send + Sync>);

impl AnyEndings {
    /// The tables of a game of any type.
    #[must_use]
    pub fn new<G: Game>(endings: SharedEndings<G>) -> Self {
        Self(Arc::new(endings))
    }

    /// The tables, if they are of this type of game.
    #[must_use]
    pub fn of<G: Game>(&self) -> Option<SharedEndings<G>> {
        self.0.downcast_ref::<SharedEndings<G>>().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_ending_is_the_greater() {
        let order =
            [Ending::Loss(2), Ending::Loss(40), Ending::Draw, Ending::Win(301), Ending::Win(1)];
        assert!(order.is_sorted());
        assert_eq!(Ending::Loss(2).before(false), Ending::Win(3));
        assert_eq!(Ending::Loss(2).before(true), Ending::Loss(3));
    }

    #[test]
    fn chances_lie_between_wins_and_losses() {
        let chance = |low, high| Ending::Chance(WinChance { low, high });
        let sure = chance(WinChance::ONE - 2, WinChance::ONE);
        let order =
            [Ending::Loss(u16::MAX), chance(0, 2), Ending::Draw, chance(32768, 32770), sure];
        assert!(order.is_sorted() && sure < Ending::Win(u16::MAX));
        assert_eq!(sure.before(false), chance(0, 2));
        assert_eq!(sure.before(true), sure);
        let wide = WinChance { low: 5, high: 90 };
        assert_eq!(wide.or(WinChance { low: 7, high: 9 }), WinChance { low: 7, high: 90 });
    }
}
