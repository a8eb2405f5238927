//! A fit as a long run, with checkpoints and a log.

use std::ops::Range;
use std::path::Path;

use engine::StopFlag;
use eval::{Chances, Evaluate, Feature, Net, PHASES, Weights, first_entry, weight_count};
use selfplay::Progress;
use serde::Serialize;

use crate::Error;
use crate::checkpoint::Checkpoint;
use crate::fit::{
    FitOptions, FitReport, FitState, Loaded, PARTS, Trainer, fitted_scale, scaled, unseen_factor,
};
use crate::log::Log;

/// The name of the log of epochs in the fit's folder.
pub const EPOCHS: &str = "epochs.jsonl";

/// Units of a weight for each unit of log-odds, if the old weights are all zero.
const SCALE: i32 = 100;

/// The greatest useful number of units.
const MOST_UNITS: i32 = 1000;

/// A fit of weights to positions.
#[derive(Clone, Copy, Debug)]
pub struct Fitting<'a, G> {
    /// The game of the weights.
    pub game: &'a G,
    /// The positions.
    pub loaded: &'a Loaded,
    /// The initial weights.
    pub old: &'a Weights,
    /// The options of the fit.
    pub options: FitOptions,
}

/// The places of the weights of tables without the net, which is the last of them.
fn tables<G: Evaluate>() -> Range<usize> {
    first_entry(G::FEATURES)..Net::of::<G>().map_or(weight_count(G::FEATURES), |net| net.first())
}

/// The multiple of `step` that is nearest to a weight; of two, the one away from zero.
fn nearest_multiple(weight: i32, step: i32) -> i32 {
    (weight.abs() + step / 2) / step * step * weight.signum()
}

impl<G: Evaluate> Fitting<'_, G> {
    /// Fits until the loss gets no better. `None` if `stop` is set before. The folder gets a
    /// checkpoint and a log of the epochs. `settings` are all options that the result depends on.
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
        let mut trainer = Trainer::new(&train, &self.loaded.held_out, self.old, self.options);
        let mut fit: FitState = state.unwrap_or_else(|| trainer.begin());
        checkpoint.save(&fit)?;
        let mut log = Log::open(&folder.join(EPOCHS), 0)?;
        for epoch in &fit.history {
            log.add(epoch)?;
        }
        progress.begin(u64::from(self.options.epochs), fit.history.len() as u64 - 1);
        while !fit.is_done(&self.options) {
            if !trainer.epoch(&mut fit, &|| stop.is_set()) {
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
        let fitted = if self.options.epochs == 0 {
            // Old weights that stay unchanged were not fitted to these positions.
            let (old, data) = (self.old, &self.loaded.train);
            Some(scaled(old.clone(), fitted_scale(data, old.values(), old.scale())))
        } else {
            let factor = self.unseen_factor(&mut fit, &mut checkpoint, stop, progress)?;
            factor.map(|factor| self.fitted(&trainer, &fit, factor))
        };
        checkpoint.save(&fit)?;
        let Some(fitted) = fitted else { return Ok(None) };
        let weights = self.described(fitted, &fit, settings)?;
        let outcome = FitReport::new::<G>(&train, &self.loaded.held_out, self.old, &weights);
        Ok(Some((weights, outcome)))
    }

    /// Units of a weight for each unit of log-odds. It is the scale of the old weights, but not
    /// less than tables need, and not more than the table of the logistic can hold.
    fn scale(&self) -> i32 {
        // Table weights are multiplied by a phase, which is a fraction of `PHASES`.
        let tables = G::FEATURES.iter().any(Feature::is_table);
        let least = if tables { PHASES * SCALE } else { 1 };
        let old = if self.old.is_zero() { SCALE } else { self.old.scale() };
        old.min(MOST_UNITS).max(least)
    }

    /// The weights that the fit has found, with all log-odds multiplied by `factor`.
    fn fitted(&self, trainer: &Trainer<'_>, fit: &FitState, factor: f64) -> Weights {
        let scale = self.scale();
        let mut values = trainer.weights(fit, self.old, f64::from(scale) * factor);
        let step = (self.options.round * f64::from(scale)).round() as i32;
        if step > 1 {
            for weight in &mut values[tables::<G>()] {
                *weight = nearest_multiple(*weight, step);
            }
        }
        let mut fitted = self.old.clone();
        fitted.values_mut().copy_from_slice(&values);
        fitted.set_scale(scale);
        fitted.set_chances(Chances::default());
        fitted
    }

    /// The factor for the fitted weights with which they fit positions that they were not fitted
    /// to. `None` if `stop` is set before it is known.
    fn unseen_factor(
        &self,
        fit: &mut FitState,
        checkpoint: &mut Checkpoint,
        stop: &StopFlag,
        progress: &mut dyn Progress,
    ) -> Result<Option<f64>, Error> {
        let Loaded { train, held_out, .. } = self.loaded;
        progress.begin(u64::from(PARTS), 0);
        let mut keep = |fit: &FitState, part: u32| {
            progress.advance(u64::from(part), &|| "parts of the games, for the scale".to_owned());
            checkpoint.save_if_due(fit)?;
            Ok(())
        };
        let sets = (train, held_out);
        let stop = || stop.is_set();
        let factor = unseen_factor(sets, self.old, self.options, fit, &stop, &mut keep);
        progress.finish();
        factor
    }

    /// Adds a description of the fit to the weights.
    fn described(
        &self,
        mut weights: Weights,
        fit: &FitState,
        settings: &impl Serialize,
    ) -> Result<Weights, Error> {
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

    /// The number of features that never occur in the positions.
    #[must_use]
    pub fn never(&self) -> usize {
        self.loaded.train.typical_counts().iter().filter(|&&count| count == 0.0).count()
    }
}
