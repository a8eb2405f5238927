//! What the engine is asked about a position, apart from the table, so that a thread can answer it.

use engine::{Playable, Request, Searcher, StopFlag};
use eval::Value;
use games::State;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::level::Level;
use crate::opinion::Opinion;

/// How long the engine thinks about a position, and what it tells.
#[derive(Clone, Debug)]
pub struct Study {
    /// When to end, how many lines to tell, what may stop it.
    pub request: Request,
    /// The size of the table of the search in MiB.
    pub hash: usize,
}

impl Study {
    /// So many nodes for the best line alone.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { request: Request::nodes(nodes), hash: HASH }
    }
}

/// A position as the player whose turn it is knows it, to be searched.
pub trait Question: Send {
    /// A move as a level would choose it. The same seed gives the same move, but where the level's time runs out
    /// first. Where chance is to act the text is empty.
    fn choose(&mut self, level: Level, seed: u64, stop: &StopFlag) -> String;

    /// An opinion; `report` hears each iteration and ends the search with `false`.
    fn study(&mut self, study: &Study, report: &mut dyn FnMut(&Opinion) -> bool) -> Opinion;
}

/// The size of a search's table in MiB: enough for the nodes of a level.
const HASH: usize = 16;

/// The question about a state.
pub(crate) struct StateQuestion<G: Playable>(pub(crate) State<G>);

impl<G: Playable> StateQuestion<G> {
    fn searcher(&self, hash: usize, quiescence: bool) -> Searcher<G> {
        let builder = Searcher::builder(self.0.game().clone()).hash(hash);
        let built = builder.adjust(|techniques| techniques.quiescence &= quiescence).build();
        // Where there is no memory for it, a table of a MiB does.
        built.unwrap_or_else(|_| Searcher::new(self.0.game().clone()))
    }
}

impl<G: Playable> Question for StateQuestion<G> {
    fn choose(&mut self, level: Level, seed: u64, stop: &StopFlag) -> String {
        let powers = level.powers(G::NAME);
        let request = powers.request().with_seed(seed).with_stop(stop);
        let answer = self.searcher(HASH, powers.has_quiescence()).search(&self.0, &request);
        // Nobody looks for something else when he sees a win.
        let seen = answer.variations.first().is_some_and(|line| line.value.is_win());
        let lines = &answer.variations[..if seen { 1 } else { answer.variations.len() }];
        let moves = lines.iter().filter_map(|line| {
            let value = f64::from(line.value.expectation()) / f64::from(Value::ONE);
            line.moves.first().map(|&mv| (mv, value))
        });
        let moves: Vec<_> = moves.collect();
        let best = moves.iter().fold(f64::NEG_INFINITY, |best, &(_, value)| best.max(value));
        let weights: Vec<_> = moves.iter().map(|&(_, value)| powers.weight(best - value)).collect();
        let mut left =
            ChaCha8Rng::seed_from_u64(seed).random_range(0.0..1.0) * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|&weight| {
            left -= weight;
            left < 0.0
        });
        let chosen = moves.get(chosen.unwrap_or(0)).map(|&(mv, _)| mv);
        chosen.map_or(String::new(), |mv| self.0.game().format_move(self.0.position(), mv))
    }

    fn study(&mut self, study: &Study, report: &mut dyn FnMut(&Opinion) -> bool) -> Opinion {
        let Study { request, hash } = study;
        let state = &self.0;
        let mut searcher = self.searcher(*hash, true);
        let answer =
            searcher.search_with(state, request, |answer| report(&Opinion::of(state, answer)));
        Opinion::of(state, &answer)
    }
}
