//! CMA-ES by games: each candidate of a generation plays the centre. All begin with the same
//! openings.

use engine::{Playable, StopFlag};
use serde::{Deserialize, Serialize};
use statistics::Multinomial;

use super::duel::{Batch, Duel, lead};
use super::run::{IterationRecord, Method};
use super::seed_of_games;
use super::variables::Variables;
use crate::Error;
use crate::optimisers::{Cma, CmaState};

/// The method CMA-ES, with games.
#[derive(Clone, Debug)]
pub struct ByCma {
    /// The optimiser.
    pub cma: Cma,
    /// The seed of the games.
    pub seed: u64,
    /// The number of units that each candidate plays.
    pub units: u64,
    /// The number of games in a unit.
    pub games_per_unit: u64,
}

/// The state of a run. A generation may take long, so its state may be in the middle of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ByCmaState {
    cma: CmaState,
    /// The results of the candidates that have played, as counts of units.
    played: Vec<Vec<u64>>,
}

impl<G: Playable> Method<G> for ByCma {
    type State = ByCmaState;

    fn begin(&self) -> ByCmaState {
        ByCmaState { cma: self.cma.begin(), played: Vec::new() }
    }

    fn iterate(
        &self,
        state: &mut ByCmaState,
        duel: &Duel<G>,
        variables: &Variables,
        stop: &StopFlag,
    ) -> Result<Option<IterationRecord>, Error> {
        let seed = seed_of_games(self.seed, state.cma.generation);
        let centre = variables.nearest(&self.cma.mean(&state.cma));
        let generation = state.cma.generation;
        let candidates = self.cma.candidates(&state.cma);
        let candidates: Vec<_> =
            candidates.iter().map(|candidate| variables.nearest(candidate)).collect();
        let batches = (0..).zip(&candidates).map(|(number, candidate): (u32, _)| Batch {
            name: format!("cma-{generation:08}-{number:03}"),
            players: [candidate, &centre],
            seed,
            units: self.units,
        });
        let batches: Vec<_> = batches.skip(state.played.len()).collect();
        duel.announce(&batches)?;
        for batch in &batches {
            let Some(results) = duel.play(batch, stop)? else { return Ok(None) };
            state.played.push(results.counts().to_vec());
        }
        let played = std::mem::take(&mut state.played);
        let results = played.iter().map(|counts| Multinomial::new(counts.clone()));
        let results = results.collect::<Result<Vec<_>, _>>()?;
        let worth: Vec<_> = results.iter().map(lead).collect();
        self.cma.learn(&mut state.cma, &worth);
        let mut all = vec![0; played[0].len()];
        for counts in &played {
            all.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let games = Method::<G>::games(self, state);
        let (number, values) = (state.cma.generation, self.cma.mean(&state.cma));
        Ok(Some(IterationRecord::new(number, games, variables, &values, &Multinomial::new(all)?)))
    }

    fn iterations(&self, state: &ByCmaState) -> u64 {
        state.cma.generation
    }

    fn games(&self, state: &ByCmaState) -> u64 {
        let candidates = state.cma.generation * self.cma.population() as u64;
        (candidates + state.played.len() as u64) * self.units * self.games_per_unit
    }

    fn best(&self, state: &ByCmaState) -> Vec<f64> {
        self.cma.mean(&state.cma)
    }
}
