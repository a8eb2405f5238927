//! Players in this process: by a search, or at random.

use engine::{Engine, Playable, Question, StopFlag, Techniques};
use eval::Linear;
use games::{Notation, pick_move};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::players::limit::Allowance;
use crate::players::player::{Fault, Player, Reply, Sitting};
use crate::players::view::View;

/// The configuration of a search.
#[derive(Clone, Debug)]
pub struct Searcher {
    /// What it may use.
    pub techniques: Techniques,
    /// What it makes of leaves.
    pub evaluator: Linear,
    /// The size of its table in MiB.
    pub hash: u32,
}

impl Searcher {
    /// A search with some weights, as the engine looks ahead with them.
    #[must_use]
    pub fn new(weights: &eval::Weights, hash: u32) -> Self {
        Self { techniques: Techniques::for_weights(weights), evaluator: Linear::new(weights), hash }
    }
}

/// A player that searches.
pub(crate) struct SearchPlayer {
    searcher: Searcher,
    engine: Option<Engine>,
    seed: u64,
}

impl SearchPlayer {
    pub(crate) fn new(searcher: &Searcher) -> Self {
        Self { searcher: searcher.clone(), engine: None, seed: 0 }
    }
}

impl<G: Playable> Player<G> for SearchPlayer {
    fn begin(&mut self, _: &G, sitting: Sitting) -> Result<(), Fault> {
        self.seed = sitting.search_seed;
        let table = Engine::new(self.searcher.hash as usize, 1);
        self.engine = Some(table.map_err(|error| Fault::Crash(error.to_string()))?);
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        allowance: &Allowance,
        stop: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let none = || Fault::Crash("no move was found".to_owned());
        let engine = self.engine.as_mut().ok_or_else(none)?;
        let question = Question {
            state: &view.playthrough.state,
            limits: allowance.limits(view.seat, &self.searcher.techniques.parameters),
            lines: 1,
            seed: self.seed,
            techniques: self.searcher.techniques,
            interrupt: stop,
        };
        let answer = G::answer(engine, &question, &self.searcher.evaluator, &mut |_| true);
        let line = answer.lines.first().ok_or_else(none)?;
        Ok(Reply {
            mv: line.moves.first().copied().ok_or_else(none)?,
            value: Some(line.value.to_f64()),
            proof: line.proof(),
            depth: Some(answer.depth),
            nodes: Some(answer.nodes),
        })
    }
}

/// A player whose moves are drawn.
pub(crate) struct RandomPlayer<M> {
    rng: ChaCha8Rng,
    buffer: Vec<M>,
}

impl<M> RandomPlayer<M> {
    pub(crate) fn new() -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(0), buffer: Vec::new() }
    }
}

impl<G: Notation> Player<G> for RandomPlayer<G::Move> {
    fn begin(&mut self, _: &G, sitting: Sitting) -> Result<(), Fault> {
        self.rng = sitting.random;
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        _: &Allowance,
        _: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let state = &view.playthrough.state;
        let mv = pick_move(&state.game, &state.position, &mut self.buffer, &mut self.rng);
        mv.map(Reply::bare).ok_or_else(|| Fault::Crash("no move was found".to_owned()))
    }
}
