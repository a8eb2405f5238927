//! What the search may use, so that tests and benches can switch each technique.

use eval::Weights;

use crate::opponents::model::Opponents;
use crate::parameters::Parameters;
use crate::uncertainty::Uncertainty;

/// Switches of the search. Those called exact leave every value as plain negamax or expectimax
/// would have it (with `exact_depth` where there is a table); the others trade exactness for depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Exact: alpha-beta windows; without, every node is searched in full.
    pub alpha_beta: bool,
    /// Exact with `exact_depth`: the shared transposition table.
    pub table: bool,
    /// Exact: shallow nodes in a small table of the thread's own.
    pub near_table: bool,
    /// Exact: estimates of positions met lately are kept.
    pub eval_cache: bool,
    /// Use table entries of just the depth asked for, not of greater ones.
    pub exact_depth: bool,
    /// Exact: killer moves and history counters.
    pub ordering: bool,
    /// Exact: principal variation search, null windows after the first move.
    pub pvs: bool,
    /// Exact: narrow windows around the last iteration's value at the root.
    pub aspiration: bool,
    /// Exact: before any move is searched, each is looked up in the table for a cutoff.
    pub etc: bool,
    /// Exact: a win at hand ends the search of a node without generating moves.
    pub immediate_wins: bool,
    /// Exact: bounds at chance nodes from the windows (Star1).
    pub star1: bool,
    /// Exact: bounds at chance nodes from the best-looking move after each event (Star2).
    pub star2: bool,
    /// Leaves try tactical moves and look for a win at hand. Changes what a leaf is worth, the same
    /// way in every search.
    pub quiescence: bool,
    /// With three seats: what is assumed of the opponents.
    pub opponents: Opponents,
    /// Where some cards are hidden: how the search allows for what they may be.
    pub uncertainty: Uncertainty,
    /// Heuristic: where some cards are hidden, of many events only a sample is searched.
    pub samples: bool,
    /// Heuristic: late quiet moves are searched less deep at first.
    pub lmr: bool,
    /// Heuristic: near the leaves late quiet moves are not searched at all.
    pub lmp: bool,
    /// Heuristic: near the leaves an estimate far outside the window decides.
    pub futility: bool,
    /// Heuristic: a shallow search that ends far above the window stands for the whole (ProbCut).
    pub probcut: bool,
    /// Heuristic: forced replies do not count as depth.
    pub extensions: bool,
    /// Moves are also known as answers to the move before. Changes their order.
    pub continuation_history: bool,
    /// What was learned of moves serves the next search. Changes their order.
    pub keep_history: bool,
    /// The numbers that go with them.
    pub parameters: Parameters,
}

impl Techniques {
    /// Everything: how the engine plays.
    pub const ALL: Self = Self {
        exact_depth: false,
        opponents: Opponents::Mcts,
        uncertainty: Uncertainty::Ismcts,
        samples: true,
        lmr: true,
        lmp: true,
        futility: true,
        probcut: true,
        extensions: true,
        ..Self::EXACT
    };

    /// Everything that is exact, and quiescence.
    pub const EXACT: Self = Self {
        alpha_beta: true,
        table: true,
        near_table: true,
        eval_cache: true,
        exact_depth: true,
        ordering: true,
        pvs: true,
        aspiration: true,
        etc: true,
        immediate_wins: true,
        star1: true,
        star2: true,
        quiescence: true,
        opponents: Opponents::BestReply,
        uncertainty: Uncertainty::Views,
        samples: false,
        lmr: false,
        lmp: false,
        futility: false,
        probcut: false,
        extensions: false,
        continuation_history: true,
        keep_history: true,
        parameters: Parameters::DEFAULT,
    };

    /// Nothing: plain negamax and expectimax.
    pub const PLAIN: Self = Self {
        alpha_beta: false,
        table: false,
        near_table: false,
        eval_cache: false,
        exact_depth: true,
        ordering: false,
        pvs: false,
        aspiration: false,
        etc: false,
        immediate_wins: false,
        star1: false,
        star2: false,
        quiescence: false,
        opponents: Opponents::BestReply,
        uncertainty: Uncertainty::Views,
        samples: false,
        lmr: false,
        lmp: false,
        futility: false,
        probcut: false,
        extensions: false,
        continuation_history: false,
        keep_history: false,
        parameters: Parameters::DEFAULT,
    };

    /// Values that are exact chances within the horizon: all that is exact, leaves as they are.
    pub const HORIZON: Self = Self { quiescence: false, ..Self::EXACT };

    /// How a search with these weights looks ahead: all it can; with zero weights values are exact
    /// chances within the horizon, so that nothing may look beyond it.
    #[must_use]
    pub fn for_weights(weights: &Weights) -> Self {
        if weights.is_zero() { Self::HORIZON } else { Self::ALL }
    }
}
