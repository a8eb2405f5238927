//! The terms of the people at a table: clocks, proposals, and ends that the rules do not know.

use serde::{Deserialize, Serialize};

/// An end of the game that its rules do not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The reason.
    pub(crate) why: Reason,
    /// The player who resigned, or whose time is over.
    pub(crate) player: Option<u8>,
    /// The seat that has won; nobody, after a draw.
    pub(crate) winner: Option<u8>,
}

/// The reason of such an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reason {
    Resigned,
    Agreed,
    Time,
}

/// A proposal of a player that the others must accept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// The proposal.
    pub(crate) what: Proposal,
    /// The player who proposed it.
    pub(crate) by: u8,
    /// By player: whether the player agrees.
    pub(crate) agreed: Vec<bool>,
}

/// A proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Proposal {
    /// The game ends as a draw.
    Draw,
    /// The proposer's last move is taken back.
    Back,
}

/// The clocks of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// The time of each player for the whole game, in seconds.
    pub(crate) base: u32,
    /// The time that each move adds, in seconds.
    pub(crate) increment: u32,
    /// By player: the milliseconds left.
    pub(crate) left: Vec<u64>,
    /// The player whose clock runs.
    pub(crate) running: Option<u8>,
    /// The time up to which that player's clock is counted.
    pub(crate) since: u64,
}

impl Clocks {
    /// The clocks at the start of a game.
    pub(crate) fn new(base: u32, increment: u32, players: usize) -> Self {
        let left = vec![u64::from(base) * 1000; players];
        Self { base, increment, left, running: None, since: 0 }
    }

    /// Whether there is a clock for each of these players. A record on disk may be damaged.
    pub(crate) fn is_of(&self, players: usize) -> bool {
        self.left.len() == players && self.running.is_none_or(|it| usize::from(it) < players)
    }

    /// Counts the time until now.
    pub(crate) fn count(&mut self, now: u64) {
        if let Some(player) = self.running {
            let left = &mut self.left[usize::from(player)];
            *left = left.saturating_sub(now.saturating_sub(self.since));
        }
        self.since = now;
    }
}
