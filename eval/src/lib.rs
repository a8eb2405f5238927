//! What a position is worth: named integer features, weights, and expected results.
//!
//! An evaluation is written once, over a [`Sink`]: in play the sink adds up weights, in tuning it
//! records coefficients, so that what is tuned is what is played. The sum is turned into an expected
//! result by a logistic table in integer arithmetic ([`Logistic`]): averages over chance need an
//! expectation, not a rank. No floating point, no search. An [`Explanation`] says feature by feature what makes
//! up a value.

mod benedictine;
mod buteur;
mod etoile;
mod evaluator;
mod explanation;
mod feature;
mod logistic;
mod maitres;
mod ruches;
mod value;
mod weights;

pub use evaluator::{Evaluator, Linear};
pub use explanation::{Explanation, Term};
pub use feature::{Evaluate, Feature, Sink, Trace, weight_count};
pub use logistic::Logistic;
pub use value::Value;
pub use weights::{Weights, WeightsError};
