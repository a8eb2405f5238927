//! How a game ends with best play, and what is asked of those who know.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::sync::Arc;

use crate::Game;

/// How likely a win is for the player to act, with best play by both sides: at least and at most,
/// in units of `1 / ONE`. Both are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WinChance {
    /// At least so likely.
    pub low: u32,
    /// At most so likely.
    pub high: u32,
}

impl WinChance {
    /// A sure win.
    pub const ONE: u32 = 1 << 16;

    /// The other player's chance, who loses as often as this one wins.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self { low: Self::ONE - self.high, high: Self::ONE - self.low }
    }

    /// What can be had where either of two can be chosen.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.max(other.high) }
    }
}

/// The result with best play for the player to act, and the plies to the end of the game: the
/// winner hurries, the loser holds out. Where dice decide, how likely a win is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Won in so many plies.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// Lost in so many plies.
    Loss(u16),
    /// Won or lost, as the dice fall.
    Chance(WinChance),
}

impl Ending {
    /// The same as the player sees it who made the ply that led here; `same` where he is to act
    /// again.
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

    /// The plies to the end; none for a draw, and where dice decide.
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

    /// How good it is; and of chances that are alike on the average, which is known more closely.
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
    /// The better one for the player to act is the greater: an early win, a late loss, a better
    /// chance.
    fn cmp(&self, other: &Self) -> Ordering {
        self.merit().cmp(&other.merit())
    }
}

impl PartialOrd for Ending {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What exact endings say of a position in a game under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game ends so with best play, whatever has happened before.
    Certain(Ending),
    /// It ends so if nothing is drawn by quiet turns or repetition; what has gone by may still make
    /// it a draw.
    Open(Ending),
}

/// Exact endings of a game, such as those of endgame tables.
pub trait Endings<G: Game>: Debug + Send + Sync {
    /// The ending of a position, in the game without draws by quiet turns and repetition; `None`
    /// where it is not known.
    fn probe(&self, position: &G::Position) -> Option<Ending>;

    /// What that means in the game under its own rules.
    fn verdict(&self, position: &G::Position) -> Option<Verdict>;

    /// What was found, in words.
    fn describe(&self) -> String;
}

/// Exact endings that threads and searchers share.
pub type SharedEndings<G> = Arc<dyn Endings<G>>;

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
