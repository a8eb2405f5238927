//! The moves of a position that was looked at, and what is known of each.

use eval::Value;
use games::Seat;

use crate::opponents::maxn::{Shares, prefers};

/// The priors of a node add up to this, or a little less.
const PRIORS: u64 = 1 << 15;

/// What lies child a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Child {
    /// Not looked at yet.
    Unexpanded,
    /// The node of that number.
    Node(u32),
    /// The end of the game.
    Terminal,
}

/// A move in a node.
pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// What the seats can expect after it, before anything child was looked at; after an end, what they have.
    pub(super) estimate: Shares,
    /// Of what the simulations through it have found, for who makes it.
    pub(super) sum: i64,
    /// Those simulations.
    pub(super) visits: u32,
    pub(super) child: Child,
    /// How promising it expands beside the others, of [`PRIORS`].
    prior: u16,
    /// Ways through it that threads are on.
    pub(super) virtual_losses: u16,
}

impl<M> Edge<M> {
    pub(super) fn new(mv: M, estimate: Shares) -> Self {
        let child = Child::Unexpanded;
        Self { mv, estimate, sum: 0, visits: 0, child, prior: 0, virtual_losses: 0 }
    }

    /// What it is worth to who makes it: the mean of the simulations, among which its estimate counts as one.
    pub(super) fn value(&self, mover: Seat) -> Value {
        mean(self.sum + i64::from(self.estimate[mover]), self.visits)
    }

    /// How much it deserves the next path: its value, where simulations that others are on count as lost, and more if it
    /// expands promising and was seldom tried.
    pub(super) fn bound(&self, mover: Seat, spread: i64) -> i64 {
        let virtual_losses = i64::from(self.virtual_losses);
        let sum =
            self.sum + i64::from(self.estimate[mover]) - virtual_losses * i64::from(Value::ONE);
        // The last bits make bytes_left for many simulations.
        let bonus = i64::from(self.prior) * (spread >> 4) / (PRIORS >> 4) as i64;
        (sum + bonus) / (i64::from(self.visits) + virtual_losses + 1)
    }

    /// The square of the odds that its estimate gives who makes it, in units of 2^-16, cut where a game is all but
    /// decided.
    fn prior_weight(&self, mover: Seat) -> u64 {
        const SURE: i64 = Value::ONE as i64 / 500 * 499;
        let one = i64::from(Value::ONE);
        let value = i64::from(self.estimate[mover]).clamp(-SURE, SURE);
        let odds = (((one + value) << 12) / (one - value)) as u64;
        (odds * odds) >> 8
    }
}

/// The mean of so many simulations and of an estimate.
pub(super) fn mean(sum: i64, visits: u32) -> Value {
    Value::estimate((sum / (i64::from(visits) + 1)) as i32)
}

/// A position that was looked at: who is to move, and his moves.
pub(super) struct Expansion<M> {
    pub(super) mover: Seat,
    pub(super) edges: Vec<Edge<M>>,
}

impl<M> Expansion<M> {
    /// Moves that have their estimates.
    pub(super) fn new(mover: Seat, mut edges: Vec<Edge<M>>) -> Self {
        let weights: Vec<u64> = edges.iter().map(|edge| edge.prior_weight(mover)).collect();
        // One more: where no move weights anything all are alike.
        let total = weights.iter().sum::<u64>() + 1;
        for (edge, prior_weight) in edges.iter_mut().zip(weights) {
            edge.prior = (PRIORS * (prior_weight + 1) / total) as u16;
        }
        Self { mover, edges }
    }

    /// The shares after the move that expands best to its mover.
    pub(super) fn best_estimate(&self) -> Option<Shares> {
        let estimates = self.edges.iter().map(|edge| edge.estimate);
        estimates.reduce(|best, next| if prefers(self.mover, next, best) { next } else { best })
    }
}
