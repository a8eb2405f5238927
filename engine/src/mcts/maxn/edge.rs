//! The edges of the tree for three seats, and the rule that selects one.

use eval::Value;
use games::Seat;

use crate::integer::square_root;
use crate::mcts;
use crate::mcts::SelectionRule;
use crate::opponents::maxn::{Shares, prefers};

/// The priors of a node add up to about this. They add up to more if the weights of all moves are
/// near 0.
const PRIORS: u64 = 1 << 15;

/// The position after an edge's move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Child {
    /// The position has no node yet.
    Unexpanded,
    /// The number of its node.
    Node(u32),
    /// The game is over there.
    Terminal,
}

/// A move out of a node.
#[derive(Clone, Copy)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// The expected shares after the move, found before the child was expanded. Where the child is
    /// terminal, the result.
    pub(super) estimate: Shares,
    /// The sum of the simulations' values for the seat that makes the move.
    pub(super) sum: i64,
    pub(super) visits: u32,
    pub(super) child: Child,
    /// The prior probability of the move, of [`PRIORS`].
    prior: u16,
    /// Simulations through the edge that are not finished yet.
    pub(super) virtual_losses: u16,
}

impl<M> Edge<M> {
    pub(super) fn new(mv: M, estimate: Shares) -> Self {
        let child = Child::Unexpanded;
        Self { mv, estimate, sum: 0, visits: 0, child, prior: 0, virtual_losses: 0 }
    }

    /// The mean value for the seat that makes the move. The estimate counts as one simulation.
    pub(super) fn value(&self, mover: Seat) -> Value {
        mean(self.sum + i64::from(self.estimate[mover]), self.visits)
    }

    /// The score for selection: the mean value, in which unfinished simulations count as lost, plus
    /// `exploration` (at the node) in proportion to the prior and against the visits.
    fn score(&self, mover: Seat, exploration: i64) -> i64 {
        let virtual_losses = i64::from(self.virtual_losses);
        let sum =
            self.sum + i64::from(self.estimate[mover]) - virtual_losses * i64::from(Value::ONE);
        // Both factors lose their last bits, so that the product cannot overflow.
        let bonus = i64::from(self.prior) * (exploration >> 4) / (PRIORS >> 4) as i64;
        (sum + bonus) / (i64::from(self.visits) + virtual_losses + 1)
    }

    /// The weight of the prior: the square of the odds that the estimate gives the mover, in 2^-16.
    /// Odds beyond 499 to 1 count as that.
    fn prior_weight(&self, mover: Seat) -> u64 {
        const SURE: i64 = Value::ONE as i64 / 500 * 499;
        let one = i64::from(Value::ONE);
        let value = i64::from(self.estimate[mover]).clamp(-SURE, SURE);
        let odds = (((one + value) << 12) / (one - value)) as u64;
        (odds * odds) >> 8
    }
}

impl<M: Copy + PartialEq> mcts::Edge for Edge<M> {
    type Move = M;
    type Reward = i64;

    #[inline]
    fn mv(&self) -> M {
        self.mv
    }

    #[inline]
    fn add(&mut self, reward: i64) {
        self.virtual_losses -= 1;
        self.visits += 1;
        self.sum += reward;
    }
}

/// The mean of a sum over simulations and one estimate.
pub(super) fn mean(sum: i64, visits: u32) -> Value {
    Value::estimate((sum / (i64::from(visits) + 1)) as i32)
}

/// The moves of a position, with their estimates and priors.
pub(super) struct Expansion<M> {
    pub(super) mover: Seat,
    pub(super) edges: Vec<Edge<M>>,
}

impl<M> Expansion<M> {
    /// Gives edges their priors.
    pub(super) fn new(mover: Seat, mut edges: Vec<Edge<M>>) -> Self {
        let weights: Vec<u64> = edges.iter().map(|edge| edge.prior_weight(mover)).collect();
        // One more, so that the total is not 0 if all weights are 0.
        let total = weights.iter().sum::<u64>() + 1;
        for (edge, weight) in edges.iter_mut().zip(weights) {
            edge.prior = (PRIORS * (weight + 1) / total) as u16;
        }
        Self { mover, edges }
    }

    /// The shares after the move that is best for the mover.
    pub(super) fn best_estimate(&self) -> Option<Shares> {
        let estimates = self.edges.iter().map(|edge| edge.estimate);
        estimates.reduce(|best, next| if prefers(self.mover, next, best) { next } else { best })
    }
}

/// UCB with a prior for each move (PUCT).
///
/// The exploration term of a node grows with the square root of its visits, so that nearly all
/// visits go to the best move in the end. That holds for the root seat alone. The opponents may
/// evaluate moves differently: at their nodes the term grows in proportion to the visits once these
/// reach a limit, so that each move keeps its share of the visits.
pub(super) struct Puct {
    /// The weight of exploration, in units of [`Value`].
    pub(super) exploration: i64,
    pub(super) root_seat: Seat,
    /// The square root of that limit, in units of 2^-8.
    pub(super) opponent_limit: u64,
}

impl Puct {
    /// The exploration term of a node, in 2^-8.
    #[inline]
    fn exploration_term(&self, mover: Seat, visits: u32) -> u64 {
        let tried = u64::from(visits) + 1;
        let root = square_root(tried);
        if mover == self.root_seat || root <= self.opponent_limit {
            root
        } else {
            (tried << 16) / self.opponent_limit
        }
    }
}

impl<M> SelectionRule<Edge<M>> for Puct {
    type Score = i64;

    #[inline]
    fn at(&self, mover: Seat, visits: u32) -> impl Fn(&Edge<M>) -> i64 {
        let exploration = (self.exploration * self.exploration_term(mover, visits) as i64) >> 8;
        move |edge| edge.score(mover, exploration)
    }
}
