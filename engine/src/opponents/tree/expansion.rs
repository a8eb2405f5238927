//! The moves of a position that was looked at, and what is known of each.

use eval::Value;
use games::Seat;

use crate::opponents::maxn::{Shares, prefers};

/// The priors of a node add up to this, or a little less.
const PRIORS: u64 = 1 << 15;

/// What lies beyond a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beyond {
    /// Not looked at yet.
    Unknown,
    /// The node of that number.
    Node(u32),
    /// The end of the game.
    End,
}

/// A move in a node.
pub(super) struct ShareMove<M> {
    pub(super) mv: M,
    /// What the seats can expect after it, before anything beyond was looked at; after an end, what they have.
    pub(super) estimate: Shares,
    /// Of what the ways through it have found, for who makes it.
    pub(super) sum: i64,
    /// Those ways.
    pub(super) visits: u32,
    pub(super) beyond: Beyond,
    /// How promising it looks beside the others, of [`PRIORS`].
    prior: u16,
    /// Ways through it that threads are on.
    pub(super) pending: u16,
}

impl<M> ShareMove<M> {
    pub(super) fn new(mv: M, estimate: Shares) -> Self {
        let beyond = Beyond::Unknown;
        Self { mv, estimate, sum: 0, visits: 0, beyond, prior: 0, pending: 0 }
    }

    /// What it is worth to who makes it: the mean of the ways, among which its estimate counts as one.
    pub(super) fn value(&self, mover: Seat) -> Value {
        mean(self.sum + i64::from(self.estimate[mover]), self.visits)
    }

    /// How much it deserves the next way: its value, where ways that others are on count as lost, and more if it
    /// looks promising and was seldom tried.
    pub(super) fn bound(&self, mover: Seat, spread: i64) -> i64 {
        let pending = i64::from(self.pending);
        let sum = self.sum + i64::from(self.estimate[mover]) - pending * i64::from(Value::ONE);
        // The last bits make room for many ways.
        let bonus = i64::from(self.prior) * (spread >> 4) / (PRIORS >> 4) as i64;
        (sum + bonus) / (i64::from(self.visits) + pending + 1)
    }

    /// The square of the odds that its estimate gives who makes it, in units of 2^-16, cut where a game is all but
    /// decided.
    fn move_score(&self, mover: Seat) -> u64 {
        const SURE: i64 = Value::ONE as i64 / 500 * 499;
        let one = i64::from(Value::ONE);
        let value = i64::from(self.estimate[mover]).clamp(-SURE, SURE);
        let odds = (((one + value) << 12) / (one - value)) as u64;
        (odds * odds) >> 8
    }
}

/// The mean of so many ways and of an estimate.
pub(super) fn mean(sum: i64, visits: u32) -> Value {
    Value::estimate((sum / (i64::from(visits) + 1)) as i32)
}

/// A position that was looked at: who is to move, and his moves.
pub(super) struct Expansion<M> {
    pub(super) mover: Seat,
    pub(super) choices: Vec<ShareMove<M>>,
}

impl<M> Expansion<M> {
    /// Moves that have their estimates.
    pub(super) fn new(mover: Seat, mut choices: Vec<ShareMove<M>>) -> Self {
        let scores: Vec<u64> = choices.iter().map(|choice| choice.move_score(mover)).collect();
        // One more: where no move has a score all are alike.
        let total = scores.iter().sum::<u64>() + 1;
        for (choice, score) in choices.iter_mut().zip(scores) {
            choice.prior = (PRIORS * (score + 1) / total) as u16;
        }
        Self { mover, choices }
    }

    /// The shares after the move that looks best to its mover.
    pub(super) fn best_estimate(&self) -> Option<Shares> {
        let estimates = self.choices.iter().map(|choice| choice.estimate);
        estimates.reduce(|best, next| if prefers(self.mover, next, best) { next } else { best })
    }
}
