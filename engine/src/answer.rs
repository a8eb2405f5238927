//! The answer of a search.

use std::time::Duration;

use eval::Value;

use crate::search::statistics::Statistics;
use crate::search::window::Bound;

/// A proven result, for the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A win after at most this number of player moves, whatever chance and the opponent do.
    Win(u32),
    /// A draw, after an unknown number of moves.
    Draw,
    /// A loss after at most this number of player moves.
    Loss(u32),
}

/// A principal variation: the best line of play that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    /// Its value for the player to act.
    pub value: Value,
    /// Whether the value depends on no estimate.
    pub exhausted: bool,
    /// The moves; it ends where chance acts.
    pub moves: Vec<M>,
}

impl<M> Variation<M> {
    /// The proven result, if there is one.
    #[must_use]
    pub fn proof(&self) -> Option<Proof> {
        match self.value.distance() {
            Some(distance) if self.value.is_win() => Some(Proof::Win(distance as u32)),
            Some(distance) => Some(Proof::Loss(distance as u32)),
            None => (self.exhausted && self.value == Value::EVEN).then_some(Proof::Draw),
        }
    }
}

/// The state of a search: after an iteration, or at its end.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The best variations, best first; empty only where chance acts or nothing was searched.
    pub variations: Vec<Variation<M>>,
    /// The value for the player whose turn it is; where chance acts, over all events.
    pub value: Value,
    /// With three seats the expected result of each, from -1 (nothing) to 1 (the whole point) in
    /// units of [`Value::ONE`]; empty with two seats.
    pub shares: Vec<Value>,
    /// The depth of the last finished iteration, in player moves.
    pub depth: u32,
    /// The deepest ply that was reached.
    pub seldepth: u32,
    /// Nodes visited, over all threads.
    pub nodes: u64,
    /// Leaves evaluated, over all threads.
    pub leaves: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the transposition table is, or with three seats the tree, in thousandths.
    pub hashfull: u32,
    /// The explanation of the search, where it was asked for.
    pub explanation: Option<Box<SearchExplanation<M>>>,
}

impl<M> Answer<M> {
    /// The same answer with other moves, such as those of any game.
    pub(crate) fn map<N>(&self, mut convert: impl FnMut(&M) -> N) -> Answer<N> {
        let variations = self.variations.iter().map(|line| Variation {
            value: line.value,
            exhausted: line.exhausted,
            moves: line.moves.iter().map(&mut convert).collect(),
        });
        Answer {
            variations: variations.collect(),
            value: self.value,
            shares: self.shares.clone(),
            depth: self.depth,
            seldepth: self.seldepth,
            nodes: self.nodes,
            leaves: self.leaves,
            elapsed: self.elapsed,
            hashfull: self.hashfull,
            explanation: self.explanation.as_ref().map(|found| Box::new(found.map(convert))),
        }
    }
}

impl<M: Copy> Answer<M> {
    /// What the best variation proves about the position, if anything.
    #[must_use]
    pub fn proof(&self) -> Option<Proof> {
        self.variations.first().and_then(Variation::proof)
    }

    /// The best move. There is none where chance acts.
    ///
    /// ```
    /// use engine::prelude::*;
    ///
    /// let state = State::<Benedictine>::parse("benedictine startpos")?;
    /// let answer = Searcher::new(state.game().clone()).search(&state, &Request::new().depth(2));
    /// assert!(state.is_legal(answer.best().expect("a player is to act")));
    /// assert_eq!(answer.proof(), None);
    /// # Ok::<(), ParseError>(())
    /// ```
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.variations.first().and_then(|variation| variation.moves.first().copied())
    }

    /// Nodes a second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)) as u64
    }
}

/// How a search found its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchExplanation<M> {
    /// All moves at the root that were searched, the best first.
    pub root_moves: Vec<RootMoveReport<M>>,
    /// Counts of the events in the tree.
    pub statistics: Statistics,
}

impl<M> SearchExplanation<M> {
    fn map<N>(&self, mut convert: impl FnMut(&M) -> N) -> SearchExplanation<N> {
        let root_moves = self.root_moves.iter().map(|report| RootMoveReport {
            mv: convert(&report.mv),
            value: report.value,
            bound: report.bound,
            depth: report.depth,
            nodes: report.nodes,
        });
        let statistics = self.statistics.clone();
        SearchExplanation { root_moves: root_moves.collect(), statistics }
    }
}

/// The result of a move at the root, with the nodes that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMoveReport<M> {
    /// The move.
    pub mv: M,
    /// The last value, for the player to act.
    pub value: Value,
    /// How the value bounds the true one.
    pub bound: ValueBound,
    /// The depth at which it was found, in player moves.
    pub depth: u32,
    /// Nodes visited for the move, over all iterations and threads. In searches by sampled worlds:
    /// the simulations of the move.
    pub nodes: u64,
}

/// How a value bounds the true one at its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueBound {
    /// The value is the true value.
    Exact,
    /// The true value is this or less.
    Upper,
    /// The true value is this or more.
    Lower,
    /// A mean over samples.
    Sampled,
}

impl ValueBound {
    pub(crate) fn of(bound: Bound) -> Self {
        match bound {
            Bound::Exact => Self::Exact,
            Bound::Lower => Self::Lower,
            Bound::Upper | Bound::None => Self::Upper,
        }
    }
}
