//! SPSA by games: the two sides of an iteration play each other.

use engine::{Playable, StopFlag};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::duel::{Batch, Duel, lead};
use super::run::{IterationRecord, Method};
use super::seed_of_games;
use super::variables::Variables;
use crate::Error;
use crate::optimisers::{Spsa, SpsaState};

/// The method SPSA, with games.
#[derive(Clone, Debug)]
pub struct BySpsa {
    /// The optimiser.
    pub spsa: Spsa,
    /// The seed of the games.
    pub seed: u64,
    /// The number of units in an iteration.
    pub units: u64,
    /// The number of games in a unit.
    pub games_per_unit: u64,
}

impl<G: Playable> Method<G> for BySpsa {
    type State = SpsaState;

    fn begin(&self) -> SpsaState {
        self.spsa.begin()
    }

    fn iterate(
        &self,
        state: &mut SpsaState,
        duel: &Duel<G>,
        variables: &Variables,
        stop: &StopFlag,
    ) -> Result<Option<IterationRecord>, Error> {
        let seed = seed_of_games(self.seed, state.iteration);
        let probe = self.spsa.probe(state);
        // Numbers are rounded at random, in the same way for both sides. So a perturbation of less
        // than one has an effect on average.
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let thresholds: Vec<f64> = variables.list.iter().map(|_| rng.random()).collect();
        let side = |values| variables.at(values, |index| thresholds[index]);
        let sides = [side(&probe.plus), side(&probe.minus)];
        let [plus, minus] = &sides;
        let batch = Batch {
            name: format!("spsa-{:08}", state.iteration),
            players: [plus, minus],
            seed,
            units: self.units,
        };
        let Some(results) = duel.play(&batch, stop)? else { return Ok(None) };
        self.spsa.learn(state, &probe, self.units, lead(&results));
        let games = Method::<G>::games(self, state);
        let (number, values) = (state.iteration, &state.values);
        Ok(Some(IterationRecord::new(number, games, variables, values, &results)))
    }

    fn iterations(&self, state: &SpsaState) -> u64 {
        state.iteration
    }

    fn games(&self, state: &SpsaState) -> u64 {
        state.pairs * self.games_per_unit
    }

    fn best(&self, state: &SpsaState) -> Vec<f64> {
        state.values.clone()
    }
}
