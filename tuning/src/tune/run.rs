//! A run by games: iteration after iteration until all games are played or time is up. It writes a
//! checkpoint every minute and at the end.

use std::path::Path;

use engine::{Playable, StopFlag};
use selfplay::Progress;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use statistics::{Multinomial, Strength};

use super::comparison::check_players;
use super::duel::Duel;
use super::variables::Variables;
use crate::Error;
use crate::checkpoint::Checkpoint;
use crate::log::Log;

/// The name of the log in the run's folder.
pub const LOG: &str = "iterations.jsonl";

/// A method that searches for better numbers.
pub trait Method<G: Playable> {
    /// The state of the method, with which it can continue.
    type State: Serialize + DeserializeOwned;

    /// The state before the first iteration.
    fn begin(&self) -> Self::State;

    /// Plays one iteration and updates the state. `None` if it was stopped; then it can be
    /// repeated.
    ///
    /// # Errors
    /// A game that cannot be played.
    fn iterate(
        &self,
        state: &mut Self::State,
        duel: &Duel<G>,
        variables: &Variables,
        stop: &StopFlag,
    ) -> Result<Option<IterationRecord>, Error>;

    /// The number of finished iterations.
    fn iterations(&self, state: &Self::State) -> u64;

    /// The number of games in them.
    fn games(&self, state: &Self::State) -> u64;

    /// The best guess so far.
    fn best(&self, state: &Self::State) -> Vec<f64>;
}

/// The log entry of an iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IterationRecord {
    /// The number of the iteration, from 1.
    pub iteration: u64,
    /// The number of games since the run began.
    pub games: u64,
    /// The values of the variables after the iteration, by name.
    pub values: Map<String, Json>,
    /// The counts of units by the score of the tested side: for SPSA the first side, for CMA-ES all
    /// candidates.
    pub score: Vec<u64>,
    /// The score as a difference in Elo. `None` if all or no points were won.
    pub elo: Option<f64>,
}

impl IterationRecord {
    pub(super) fn new(
        iteration: u64,
        games: u64,
        variables: &Variables,
        values: &[f64],
        results: &Multinomial,
    ) -> Self {
        let names = variables.list.iter().map(|variable| variable.name.clone());
        let elo = Strength::of(results).map(|strength| strength.elo);
        Self {
            iteration,
            games,
            values: names.zip(values.iter().map(|&value| Json::from(value))).collect(),
            score: results.counts().to_vec(),
            elo: elo.filter(|elo| elo.is_finite()),
        }
    }
}

/// The parts of a run besides its method.
#[derive(Debug)]
pub struct Run<'a, G: Playable> {
    /// The match between two configurations.
    pub duel: &'a Duel<G>,
    /// The variables.
    pub variables: &'a Variables,
    /// The number of games in the whole run.
    pub games: u64,
}

impl<G: Playable> Run<'_, G> {
    /// Continues until all games are played or `stop` is set. Returns the best guess and the number
    /// of games so far.
    ///
    /// # Errors
    /// A folder or checkpoint that cannot be used, output that cannot be written.
    pub fn run<M: Method<G>>(
        &self,
        method: &M,
        folder: &Path,
        (command, options): (&str, &impl Serialize),
        resume: bool,
        stop: &StopFlag,
        progress: &mut dyn Progress,
    ) -> Result<(Vec<f64>, u64), Error> {
        // A player that cannot play must give an error before the folder is made.
        check_players(&[self.duel.contest()], stop)?;
        let (mut checkpoint, state) = Checkpoint::open(folder, command, options, resume)?;
        let mut state = match state {
            Some(state) => state,
            None => {
                let state = method.begin();
                checkpoint.save(&state)?;
                state
            }
        };
        let mut log = Log::open(&folder.join(LOG), method.iterations(&state))?;
        progress.begin(self.games, method.games(&state));
        while method.games(&state) < self.games && !stop.is_set() {
            let iterated = method.iterate(&mut state, self.duel, self.variables, stop);
            match iterated {
                Ok(Some(iteration)) => {
                    self.check_finite(&method.best(&state))?;
                    log.add(&iteration)?;
                    progress
                        .advance(iteration.games, &|| self.standing(method, &state, &iteration));
                }
                Ok(None) => break,
                Err(failure) => {
                    // The state so far is saved. The caller gets the error of the iteration, not
                    // one of the checkpoint.
                    let _ = checkpoint.save(&state);
                    return Err(failure);
                }
            }
            if checkpoint.save_if_due(&state)? {
                self.duel.forget();
            }
        }
        progress.finish();
        checkpoint.save(&state)?;
        self.duel.forget();
        Ok((method.best(&state), method.games(&state)))
    }

    /// Checks that no variable is infinite, or no number at all.
    fn check_finite(&self, values: &[f64]) -> Result<(), Error> {
        let mut variables = self.variables.list.iter().zip(values);
        match variables.find(|(_, value)| !value.is_finite()) {
            None => Ok(()),
            Some((variable, &value)) => {
                Err(Error::NotFinite { name: variable.name.clone(), value })
            }
        }
    }

    /// A line of progress with the present state.
    fn standing<M: Method<G>>(
        &self,
        method: &M,
        state: &M::State,
        last: &IterationRecord,
    ) -> String {
        const SHOWN: usize = 4;
        let best = method.best(state);
        let values = self.variables.list.iter().zip(&best).take(SHOWN);
        let values = values.map(|(variable, value)| format!("{} {value:.1}", variable.name));
        let more = if best.len() > SHOWN { ", ..." } else { "" };
        let elo = last.elo.map_or_else(String::new, |elo| format!(", last {elo:+.0} Elo"));
        let values = values.collect::<Vec<_>>().join(", ");
        format!("games, iteration {}, {values}{more}{elo}", last.iteration)
    }
}
