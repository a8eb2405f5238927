//! The statistics of matches: pure functions of the counts.
//!
//! The games of a unit share their start and chance, so their results are not independent. Variances
//! are therefore taken over the scores of units (the pentanomial model for pairs, and the same for
//! more games), and over games only where that is asked for.

mod likelihood;
mod matrix;
mod multinomial;
mod normal;
mod rating;
pub(crate) mod sequential;
mod skill;
mod sprt;
mod strength;
pub(crate) mod summary;
mod variate;

pub use matrix::Matrix;
pub use multinomial::Multinomial;
pub use normal::{QUANTILE, normal};
pub use rating::{Rating, Unit, rate};
pub use skill::{Skill, learn};
pub use sprt::{Decision, Model, Sprt};
pub use strength::{ELO_PER_DEVIATION, Strength, elo};
pub use variate::{ControlVariate, Estimate};
