//! The evaluation of leaves for three seats, by one thread: a quiescence search after each move.

use games::{Actor, Noisiness, State};

use super::edge::{Edge, Expansion};
use super::tree::Leaf;
use crate::mcts::{LeafEvaluation, Step};
use crate::opponents::maxn::{Shares, prefers, shares_of};
use crate::search::control::Stopped;
use crate::search::ordering::ScoredMove;
use crate::search::thread::SearchThread;
use crate::search::units::Ply;
use crate::searchable::Searchable;

/// One thread of the search.
pub(super) struct TreeThread<'a, G: Searchable> {
    pub(super) thread: SearchThread<'a, G>,
}

impl<'a, G: Searchable> TreeThread<'a, G> {
    pub(super) fn new(mut thread: SearchThread<'a, G>) -> Self {
        thread.memory.quiescence_cache.begin();
        Self { thread }
    }

    /// Plays a path from the root, and evaluates the position at its end.
    pub(super) fn expand(
        &mut self,
        state: &State<G>,
        path: &[Step<G::Move>],
    ) -> Result<Leaf<G::Move>, Stopped> {
        let game = self.thread.context.game;
        let mut position = *state.position();
        for step in path {
            self.thread.history.record(game.repetition_key(&position));
            self.thread.history.push_ply();
            position = game.play(&position, step.mv);
        }
        let leaf = self.evaluate(&position, path.len());
        for _ in path {
            self.thread.history.pop_ply();
            self.thread.history.unrecord();
        }
        leaf
    }

    /// The result where the game is over, or drawn by its history.
    fn result(&self, position: &G::Position) -> Option<Shares> {
        let (game, thread) = (self.thread.context.game, &self.thread);
        if let Actor::Over(outcome) = game.actor(position) {
            return Some(shares_of(outcome));
        }
        let drawn =
            thread.history.out_of_plies() || thread.is_repetition(|| game.repetition_key(position));
        drawn.then(|| shares_of(game.drawn(position)))
    }

    /// The root with some moves, and whether the search was stopped before it had evaluated all of
    /// them.
    pub(super) fn root_of(
        &mut self,
        state: &State<G>,
        moves: impl Iterator<Item = G::Move>,
    ) -> (Expansion<G::Move>, bool) {
        let mut stopped = false;
        let evaluated = moves.map_while(|mv| {
            let edge = self.edge(state.position(), mv, Ply::ROOT);
            stopped = edge.is_err();
            edge.ok()
        });
        let edges = evaluated.collect();
        (Expansion::new(state.game().mover(state.position()), edges), stopped)
    }

    /// The edge of a move, with its estimate.
    fn edge(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        ply: Ply,
    ) -> Result<Edge<G::Move>, Stopped> {
        Ok(Edge::new(mv, self.after(position, mv, ply)?))
    }

    /// The quiescence search after a move.
    fn after(&mut self, position: &G::Position, mv: G::Move, ply: Ply) -> Result<Shares, Stopped> {
        let child = self.thread.context.game.play(position, mv);
        self.thread.history.push_ply();
        let shares = self.quiesce(&child, ply.next());
        self.thread.history.pop_ply();
        shares
    }

    /// Max^n quiescence search: tactical moves alone. Nothing is pruned, so apart from repetitions
    /// the result depends on the position alone. It is kept for other paths and other moves that
    /// lead there.
    fn quiesce(&mut self, position: &G::Position, ply: Ply) -> Result<Shares, Stopped> {
        self.thread.meter.count_node(ply)?;
        if let Some(shares) = self.result(position) {
            return Ok(shares);
        }
        let game = self.thread.context.game;
        let key = self.thread.table_key(game.key(position));
        if let Some(shares) = self.thread.memory.quiescence_cache.get(key) {
            return Ok(shares);
        }
        let noisiness = if ply.is_last() { Noisiness::Quiet } else { game.noisiness(position) };
        let standing =
            (noisiness != Noisiness::Forced).then(|| self.thread.estimated_shares(position));
        let shares = match (noisiness, standing) {
            (Noisiness::Quiet, Some(shares)) => shares,
            _ => self.best_tactical(position, ply, standing)?,
        };
        self.thread.memory.quiescence_cache.insert(key, shares);
        Ok(shares)
    }

    /// The shares after the best tactical move, or `standing` (stand pat) if that is better for the
    /// mover.
    fn best_tactical(
        &mut self,
        position: &G::Position,
        ply: Ply,
        standing: Option<Shares>,
    ) -> Result<Shares, Stopped> {
        let game = self.thread.context.game;
        let (mover, mut best) = (game.mover(position), standing);
        let start = self.thread.memory.moves.len();
        let moves = &mut self.thread.memory.moves;
        game.each_tactical(position, |mv| moves.push(ScoredMove { score: 0, mv }));
        for index in start..self.thread.memory.moves.len() {
            let shares = self.after(position, self.thread.memory.moves[index].mv, ply)?;
            if best.is_none_or(|best| prefers(mover, shares, best)) {
                best = Some(shares);
            }
        }
        self.thread.memory.moves.truncate(start);
        Ok(best.unwrap_or_else(|| self.thread.estimated_shares(position)))
    }
}

impl<G: Searchable> LeafEvaluation<&G::Position> for TreeThread<'_, G> {
    type Value = Leaf<G::Move>;
    type Stopped = Stopped;

    fn evaluate(&mut self, position: &G::Position, ply: usize) -> Result<Leaf<G::Move>, Stopped> {
        let game = self.thread.context.game;
        if let Some(shares) = self.result(position) {
            return Ok(Leaf::Terminal(shares));
        }
        let mut moves = Vec::new();
        game.each_candidate(position, |mv| moves.push(mv));
        let mut edges = Vec::with_capacity(moves.len());
        for mv in moves {
            edges.push(self.edge(position, mv, Ply::new(ply as i32))?);
        }
        Ok(Leaf::Expanded(Expansion::new(game.mover(position), edges)))
    }
}
