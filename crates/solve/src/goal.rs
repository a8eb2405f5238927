//! What is to be forced, and by whom.

use games::{Outcome, Seat};

/// What some seats try to force against all others. A game that goes on for ever, or is drawn by a repetition,
/// is a failure for who tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// This seat alone gets the point.
    Win(Seat),
    /// This seat gets nothing: all others try.
    Deny(Seat),
}

impl Goal {
    /// Whether a seat is one of those who try.
    #[must_use]
    pub fn is_tried_by(self, seat: Seat) -> bool {
        match self {
            Self::Win(owner) => seat == owner,
            Self::Deny(owner) => seat != owner,
        }
    }

    /// Whether a game that ended so has reached the goal.
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

    /// The seat that the goal speaks of.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Self::Win(owner) | Self::Deny(owner) => owner,
        }
    }
}
