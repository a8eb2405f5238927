//! Players that search in this process.

use engine::{Answer, Playable, Request, Searcher, SearcherBuilder, StopFlag, Techniques};
use eval::Linear;

use crate::players::bot::{Bot, Fault, GameStart, Reply};
use crate::players::limit::Allowance;
use crate::players::view::View;

/// The configuration of a search.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// What it may use.
    pub techniques: Techniques,
    /// What it makes of leaves.
    pub evaluator: Linear,
    /// The size of its table in MiB.
    pub hash: u32,
}

impl SearchSettings {
    /// A search with some weights, as the engine looks ahead with them.
    #[must_use]
    pub fn new(weights: &eval::Weights, hash: u32) -> Self {
        Self { techniques: Techniques::for_weights(weights), evaluator: Linear::new(weights), hash }
    }

    fn searcher<G: Playable>(&self, game: &G) -> Result<Searcher<G>, Fault> {
        let builder = SearcherBuilder::new(game.clone(), self.evaluator.clone());
        let built = builder.techniques(self.techniques).hash(self.hash as usize).build();
        built.map_err(|error| Fault::Crash(error.to_string()))
    }
}

/// A player that searches.
pub(crate) struct SearchPlayer<G: Playable> {
    settings: SearchSettings,
    searcher: Option<Searcher<G>>,
    seed: u64,
}

impl<G: Playable> SearchPlayer<G> {
    pub(crate) fn new(settings: &SearchSettings) -> Self {
        Self { settings: settings.clone(), searcher: None, seed: 0 }
    }
}

impl<G: Playable> Bot<G> for SearchPlayer<G> {
    fn begin(&mut self, game: &G, start: GameStart) -> Result<(), Fault> {
        self.seed = start.search_seed;
        self.searcher = Some(self.settings.searcher(game)?);
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        allowance: &Allowance,
        stop: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let none = || Fault::Crash("no move was found".to_owned());
        let searcher = self.searcher.as_mut().ok_or_else(none)?;
        let limits = allowance.limits(view.seat, &self.settings.techniques.parameters);
        let request = Request::from(limits).seed(self.seed).stop(stop);
        reply(&searcher.search(&view.playthrough.state, &request)).ok_or_else(none)
    }
}

/// What a search has chosen, if it has found a move.
fn reply<M: Copy>(answer: &Answer<M>) -> Option<Reply<M>> {
    let best = answer.variations.first()?;
    Some(Reply {
        mv: answer.best()?,
        value: Some(best.value.to_f64()),
        proof: best.proof(),
        depth: Some(answer.depth),
        nodes: Some(answer.nodes),
    })
}
