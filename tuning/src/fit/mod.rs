//! Fits weights to results, by logistic regression on the features that the evaluation reports.
//!
//! CITE: P. Österlund, "Texel's Tuning Method" (2014): the results of many games, and the logistic
//! of the evaluation as the probability of a win. Here the loss is the cross-entropy, which is
//! convex in the weights. For three seats it is the cross-entropy of the softmax.

mod calibration;
mod cross;
mod dataset;
mod gradient;
mod loader;
mod net;
mod objective;
mod optimiser;
mod places;
mod report;
mod run;
mod stored;

pub(crate) use calibration::Case;
pub use calibration::{Calibration, Tenth};
pub(crate) use cross::{PARTS, unseen_factor};
pub use dataset::{Dataset, DatasetError, Label};
pub use gradient::Gradient;
pub(crate) use loader::seats_in_play;
pub use loader::{HELD_OUT, Labels, LoadError, Loaded, MIX, is_held_out, load, load_as};
pub use objective::{Objective, fitted_scale};
pub use optimiser::{Adam, AdamState};
pub use report::FitReport;
pub(crate) use report::scaled;
pub(crate) use run::Trainer;
pub use run::{Epoch, FitOptions, FitState};
