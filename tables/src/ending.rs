//! How a game ends with best play by both sides.

use std::cmp::Ordering;

/// The longest distance that a table can hold, in plies.
pub const MAX_DISTANCE: u16 = 0x7FF0;

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

/// How endings are written as numbers: 0 for a draw, else the distance and one. Whether that is a win or a
/// loss follows from the distance: the game ends when the player to act has lost (in misère: has won), and
/// players act in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// Whether a player without moves or pieces has won.
    pub(crate) misere: bool,
}

impl Code {
    pub(crate) const DRAW: u16 = 0;

    /// Whether the player to act wins a game that ends in so many plies.
    #[inline]
    pub(crate) const fn wins(self, distance: u16) -> bool {
        (distance % 2 == 1) != self.misere
    }

    pub(crate) const fn ending(self, code: u16) -> Ending {
        match code.checked_sub(1) {
            None => Ending::Draw,
            Some(distance) if self.wins(distance) => Ending::Win(distance),
            Some(distance) => Ending::Loss(distance),
        }
    }

    /// The number of an ending that has the parity of a game in which players act in turn.
    #[cfg(test)]
    const fn of(ending: Ending) -> u16 {
        match ending {
            Ending::Draw => Self::DRAW,
            Ending::Win(distance) | Ending::Loss(distance) => distance + 1,
        }
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
    fn parity_tells_wins_from_losses() {
        for (misere, lost) in [(false, Ending::Loss(0)), (true, Ending::Win(0))] {
            let code = Code { misere };
            assert_eq!(code.ending(Code::of(lost)), lost);
            assert_eq!(code.ending(Code::of(lost.before(false))), lost.before(false));
            assert_eq!(code.ending(Code::DRAW), Ending::Draw);
        }
    }
}
