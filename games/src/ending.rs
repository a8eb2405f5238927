//! How a game ends with best play, and what is asked of those who know.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::sync::Arc;

use crate::Game;

/// The result with best play for the player to act, and the plies to the end of the game: the winner hurries,
/// the loser holds out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Won in so many plies.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// Lost in so many plies.
    Loss(u16),
}

impl Ending {
    /// The same as the player sees it who made the ply that led here; `same` where he is to act again.
    #[must_use]
    pub const fn before(self, same: bool) -> Self {
        match (self, same) {
            (Self::Win(plies), true) | (Self::Loss(plies), false) => Self::Win(plies + 1),
            (Self::Loss(plies), true) | (Self::Win(plies), false) => Self::Loss(plies + 1),
            (Self::Draw, _) => Self::Draw,
        }
    }

    /// The plies to the end; none for a draw.
    #[must_use]
    pub const fn distance(self) -> Option<u16> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::Draw => "draw",
            Self::Loss(_) => "loss",
        }
    }

    const fn merit(self) -> i32 {
        match self {
            Self::Win(plies) => 0x1_0000 - plies as i32,
            Self::Draw => 0,
            Self::Loss(plies) => plies as i32 - 0x1_0000,
        }
    }
}

impl Ord for Ending {
    /// The better one for the player to act is the greater: an early win, a late loss.
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
    /// It ends so if nothing is drawn by quiet turns or repetition; what has gone by may still make it a draw.
    Open(Ending),
}

/// Exact endings of a game, such as those of endgame tables.
pub trait Endings<G: Game>: Debug + Send + Sync {
    /// The ending of a position, in the game without draws by quiet turns and repetition; `None` where it is
    /// not known.
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
}
