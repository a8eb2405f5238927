//! A look at what lies beyond a way down the tree, by one thread.

use games::{Actor, State};

use super::node::{Discovery, Expansion, ShareMove, WayStep};
use crate::opponents::maxn::shares_of;
use crate::search::control::Stopped;
use crate::search::thread::SearchThread;
use crate::search::units::{Depth, Ply};
use crate::searchable::Searchable;

impl<G: Searchable> SearchThread<'_, G> {
    /// Plays a way from the root, and looks at the position that it leads to.
    pub(super) fn look_beyond(
        &mut self,
        state: &State<G>,
        way: &[WayStep<G::Move>],
    ) -> Result<Discovery<G::Move>, Stopped> {
        let game = self.context.game;
        let mut position = *state.position();
        for step in way {
            self.history.record(game.repetition_key(&position));
            self.history.push_ply();
            position = game.play(&position, step.mv);
        }
        let ply = Ply::new(way.len() as i32);
        let found = self.look_at(&position, ply);
        for _ in way {
            self.history.pop_ply();
            self.history.unrecord();
        }
        found
    }

    fn look_at(&mut self, position: &G::Position, ply: Ply) -> Result<Discovery<G::Move>, Stopped> {
        let game = self.context.game;
        if let Actor::Over(outcome) = game.actor(position) {
            return Ok(Discovery::End(shares_of(outcome)));
        }
        if self.history.out_of_plies() || self.is_repetition(|| game.repetition_key(position)) {
            return Ok(Discovery::End(shares_of(game.drawn(position))));
        }
        let mut moves = Vec::new();
        game.each_candidate(position, |mv| moves.push(mv));
        let mut choices = Vec::with_capacity(moves.len());
        for mv in moves {
            choices.push(self.choice(position, mv, ply)?);
        }
        Ok(Discovery::Position(Expansion::new(game.mover(position), choices)))
    }

    /// The root with some moves, and whether the search was stopped before it had looked at all of them.
    pub(super) fn root_of(
        &mut self,
        state: &State<G>,
        moves: impl Iterator<Item = G::Move>,
    ) -> (Expansion<G::Move>, bool) {
        let mut stopped = false;
        let looked_at = moves.map_while(|mv| {
            let choice = self.choice(state.position(), mv, Ply::ROOT);
            stopped = choice.is_err();
            choice.ok()
        });
        let choices = looked_at.collect();
        (Expansion::new(state.game().mover(state.position()), choices), stopped)
    }

    /// A move, with what a quiescence search finds after it.
    fn choice(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        ply: Ply,
    ) -> Result<ShareMove<G::Move>, Stopped> {
        let child = self.context.game.play(position, mv);
        self.history.push_ply();
        let shares = self.maxn(&child, Depth::HORIZON, ply.next(), None);
        self.history.pop_ply();
        Ok(ShareMove::new(mv, shares?))
    }
}
