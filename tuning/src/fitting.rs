//! A fit as a long run: with checkpoints, a log and an end.

use std::path::Path;

use engine::StopFlag;
use eval::{Evaluate, Weights};
use selfplay::Progress;
use serde::Serialize;

use crate::Error;
use crate::checkpoint::Checkpoint;
use crate::fit::{FitOptions, FitReport, FitState, Loaded, Trainer, calibrated};
use crate::log::Log;

/// The name of the log of epochs in the fit's folder.
pub const EPOCHS: &str = "epochs.jsonl";

/// Units of a weight for each unit of log-odds, where the old weights are all zero.
const SCALE: i32 = 100;

/// Weights to be fitted to positions.
#[derive(Clone, Copy, Debug)]
pub struct Fitting<'a, G> {
    /// The game of the weights.
    pub game: &'a G,
    /// The positions.
    pub loaded: &'a Loaded,
    /// The weights to begin with.
    pub old: &'a Weights,
    /// How it is done.
    pub options: FitOptions,
}

impl<G: Evaluate> Fitting<'_, G> {
    /// Fits until nothing more is gained; `None` if `stop` is set before. The folder gets a checkpoint and
    /// a log of the epochs; `settings` are what the result depends on.
    ///
    /// # Errors
    /// A folder that cannot be used or has another fit.
    pub fn run(
        &self,
        folder: &Path,
        settings: &impl Serialize,
        resume: bool,
        stop: &StopFlag,
        progress: &mut dyn Progress,
    ) -> Result<Option<(Weights, FitReport)>, Error> {
        let (mut checkpoint, state) = Checkpoint::open(folder, "fit", settings, resume)?;
        let train = self.loaded.train.shuffled(self.options.seed)?;
        let trainer = Trainer::new(&train, &self.loaded.held_out, self.old, self.options);
        let mut fit: FitState = state.unwrap_or_else(|| trainer.begin());
        checkpoint.save(&fit)?;
        let mut log = Log::open(&folder.join(EPOCHS), 0)?;
        for epoch in &fit.history {
            log.add(epoch)?;
        }
        progress.begin(u64::from(self.options.epochs), fit.history.len() as u64 - 1);
        while !fit.finished && fit.history.len() as u64 <= u64::from(self.options.epochs) {
            if !trainer.epoch(&mut fit, || stop.is_set()) {
                checkpoint.save(&fit)?;
                progress.finish();
                return Ok(None);
            }
            if let Some(epoch) = fit.history.last() {
                log.add(epoch)?;
                progress.advance(u64::from(epoch.epoch), &|| {
                    format!("epochs, loss {:.6}, held out {:.6}", epoch.train, epoch.held_out)
                });
            }
            checkpoint.save_if_due(&fit)?;
        }
        progress.finish();
        checkpoint.save(&fit)?;
        let weights = self.weights(&trainer, &fit, settings)?;
        let outcome = FitReport::new::<G>(&train, &self.loaded.held_out, self.old, &weights);
        Ok(Some((weights, outcome)))
    }

    fn weights(
        &self,
        trainer: &Trainer<'_>,
        fit: &FitState,
        settings: &impl Serialize,
    ) -> Result<Weights, Error> {
        let scale = if self.old.is_zero() { SCALE } else { self.old.scale };
        let values = trainer.weights(fit, self.old, scale);
        let mut fitted = self.old.clone();
        (fitted.values, fitted.scale) = (values, scale);
        let mut weights = calibrated(&self.loaded.train, fitted);
        let before = fit.history.first().map_or(0.0, |epoch| epoch.held_out);
        let after = fit.history.iter().map(|epoch| epoch.held_out).fold(before, f64::min);
        let settings = serde_json::to_string(settings)?;
        weights.provenance = format!(
            "tuning fit: {} positions of {} games, {} of them held out; loss of those {before:.6} before, \
             {after:.6} after {} epochs.\nSettings: {settings}\nBefore: {}\n",
            self.loaded.train.len() + self.loaded.held_out.len(),
            self.loaded.games,
            self.loaded.held_out.len(),
            fit.history.len() - 1,
            self.old.provenance.trim().lines().next().unwrap_or_default(),
        );
        Ok(weights)
    }

    /// How many features never occur in the positions.
    #[must_use]
    pub fn never(&self) -> usize {
        self.loaded.train.typical_counts().iter().filter(|&&count| count == 0.0).count()
    }
}
