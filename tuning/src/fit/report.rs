//! The result of a fit.

use eval::{Chances, Evaluate, Feature, Weights};
use serde::{Deserialize, Serialize};

use super::calibration::Calibration;
use super::dataset::Dataset;
use super::objective::{Objective, real};

/// The old and the new weights, and how well each predicts the results of the games held out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitReport {
    /// The mean loss of the positions held out, with the old and the new weights.
    pub losses: [f64; 2],
    /// The mean loss against the bare results, with the old and the new weights.
    pub result_losses: [f64; 2],
    /// How expectations and results agree, with the old and the new weights.
    pub calibrations: [Calibration; 2],
    /// The old and the new weights.
    pub weights: [Vec<i32>; 2],
    /// The scales of both: units of a weight for each unit of log-odds.
    pub scales: [i32; 2],
    /// The groups of the weights: names and sizes.
    pub groups: Vec<(String, usize)>,
    /// A description of each group: the things that it counts, and their order.
    #[serde(default)]
    pub abouts: Vec<String>,
    /// The number of positions learned from, and of those held out.
    pub positions: [usize; 2],
}

impl FitReport {
    /// Judges new weights on the samples held out.
    #[must_use]
    pub fn new<G: Evaluate>(
        train: &Dataset,
        held_out: &Dataset,
        old: &Weights,
        new: &Weights,
    ) -> Self {
        Self::of_features(train, held_out, [old, new], G::FEATURES)
    }

    fn of_features(
        train: &Dataset,
        held_out: &Dataset,
        [old, new]: [&Weights; 2],
        features: &[Feature],
    ) -> Self {
        let judge = |weights: &Weights| {
            let log_odds = real(weights.values(), weights.scale(), held_out.net());
            let losses = Objective { data: held_out, draws: 0.0 }.losses(&log_odds);
            (losses, Calibration::of(held_out, &log_odds))
        };
        let ((before, old_calibration), (after, new_calibration)) = (judge(old), judge(new));
        let group = |feature: &Feature| (feature.name.to_owned(), feature.count);
        Self {
            losses: [before[0], after[0]],
            result_losses: [before[1], after[1]],
            calibrations: [old_calibration, new_calibration],
            weights: [old, new].map(|weights| weights.values().to_vec()),
            scales: [old, new].map(eval::Weights::scale),
            groups: features.iter().map(group).collect(),
            abouts: features.iter().map(|feature| feature.about.to_owned()).collect(),
            positions: [train.len(), held_out.len()],
        }
    }

    /// The report as text.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { losses, result_losses, calibrations, .. } = self;
        let [before, after] = losses;
        let [bare_before, bare_after] = result_losses;
        format!(
            "loss of {} positions held out: {before:.6} before, {after:.6} after; against bare \
             results {bare_before:.6} and {bare_after:.6}\n{}",
            self.positions[1],
            calibrations[1].text()
        )
    }
}

/// Weights converted to another scale, in whole units for each unit of log-odds. Searches with them
/// have other values, so people see these.
#[must_use]
pub(crate) fn scaled(mut weights: Weights, scale: f64) -> Weights {
    let scale = scale.round();
    weights.set_chances(Chances::default());
    weights.set_scale((scale as i32).clamp(1, eval::Logistic::MAX_SCALE));
    weights
}
