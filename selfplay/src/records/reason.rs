//! Reasons why a game ended.

use games::{Actor, State};
use serde::{Deserialize, Serialize};

use crate::players::bot::Fault;

/// The reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The game's own rules.
    Rules,
    /// The game's cap on its length.
    Plies,
    /// A repetition.
    Repetition,
    /// Adjudicated: the players proved the result.
    Proven,
    /// Adjudicated: a player's values were near a win for some moves.
    Win,
    /// Adjudicated: all values were near even for some moves.
    Even,
    /// Adjudicated: the game was too long.
    Length,
    /// A player resigned, or the players agreed: a game of PDN.
    Agreed,
    /// A player's process ended.
    Crash,
    /// A player closed its input or output.
    Closed,
    /// A player did not answer.
    Stall,
    /// A player took more time than it had.
    Time,
    /// A player chose a move that is not legal.
    Illegal,
    /// A player did not follow the protocol.
    Garbage,
}

impl Reason {
    /// All reasons, in the order of the declaration.
    pub const ALL: [Self; 14] = [
        Self::Rules,
        Self::Plies,
        Self::Repetition,
        Self::Proven,
        Self::Win,
        Self::Even,
        Self::Length,
        Self::Agreed,
        Self::Crash,
        Self::Closed,
        Self::Stall,
        Self::Time,
        Self::Illegal,
        Self::Garbage,
    ];

    /// The reason of a game that is over by its rules or its history.
    #[must_use]
    pub fn of<G: games::Game>(state: &State<G>) -> Self {
        if matches!(state.game().actor(state.position()), Actor::Over(_)) {
            Self::Rules
        } else if state.history().out_of_plies() {
            Self::Plies
        } else {
            Self::Repetition
        }
    }

    /// The word for it in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Plies => "plies",
            Self::Repetition => "repetition",
            Self::Proven => "proven",
            Self::Win => "win",
            Self::Even => "even",
            Self::Length => "length",
            Self::Agreed => "agreed",
            Self::Crash => "crash",
            Self::Closed => "closed",
            Self::Stall => "stall",
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Garbage => "garbage",
        }
    }

    /// A description that follows the words "ended by".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Rules => "the rules",
            Self::Plies => "the cap on plies",
            Self::Repetition => "repetition",
            Self::Proven => "proven results",
            Self::Win => "decided values",
            Self::Even => "even values",
            Self::Length => "the limit of length",
            Self::Agreed => "the players",
            Self::Crash => "crashes",
            Self::Closed => "closed pipes",
            Self::Stall => "stalls",
            Self::Time => "overstepped time",
            Self::Illegal => "illegal moves",
            Self::Garbage => "garbage",
        }
    }

    /// Whether the game ended by its own rules or history, as a replay shows.
    #[must_use]
    pub fn is_natural(self) -> bool {
        self <= Self::Repetition
    }

    /// Whether a player failed.
    #[must_use]
    pub fn is_fault(self) -> bool {
        self >= Self::Crash
    }
}

impl From<&Fault> for Reason {
    fn from(fault: &Fault) -> Self {
        match fault {
            Fault::NoProgram(_) | Fault::Crash(_) => Self::Crash,
            Fault::Closed(_) => Self::Closed,
            Fault::Stall(_) => Self::Stall,
            Fault::Time(_) => Self::Time,
            Fault::Illegal(_) => Self::Illegal,
            Fault::Refused(_) | Fault::Garbage(_) => Self::Garbage,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_records() {
        for (place, reason) in Reason::ALL.into_iter().enumerate() {
            assert_eq!(serde_json::to_string(&reason).unwrap(), format!("\"{}\"", reason.name()));
            assert_eq!(reason as usize, place);
            assert!(!(reason.is_natural() && reason.is_fault()));
        }
    }
}
