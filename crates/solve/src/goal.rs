//! The goals of a proof: the result to force, and the seats that force it.

use games::{Outcome, Seat};

/// A result that some seats try to force against all others. An endless game, and a draw by
/// repetition, are failures for the attackers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// This seat alone gets the point.
    Win(Seat),
    /// This seat gets nothing. All other seats are the attackers.
    Deny(Seat),
}

impl Goal {
    /// Whether a seat is one of the attackers.
    #[must_use]
    pub fn is_tried_by(self, seat: Seat) -> bool {
        match self {
            Self::Win(owner) => seat == owner,
            Self::Deny(owner) => seat != owner,
        }
    }

    /// Whether an outcome reaches the goal.
    #[must_use]
    pub fn is_reached(self, outcome: Outcome) -> bool {
        match self {
            Self::Win(owner) => outcome == Outcome::win(owner),
            Self::Deny(owner) => !outcome.winners().contains(owner),
        }
    }

    /// Whether a win of a seat reaches the goal.
    #[must_use]
    pub fn is_reached_by(self, winner: Seat) -> bool {
        self.is_reached(Outcome::win(winner))
    }

    /// The seat that the goal is about.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Self::Win(owner) | Self::Deny(owner) => owner,
        }
    }
}
