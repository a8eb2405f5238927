//! The evaluation of positions: named features, weights, and expected results.
//!
//! An evaluation is written once, over a [`Sink`]. In play the sink adds up weights ([`Linear`]);
//! in tuning it records how often each feature occurs ([`Trace`]). So the tuned evaluation is the
//! one that plays.
//!
//! ```
//! use eval::{Evaluator, Explanation, Linear, Weights};
//! use games::{Game, Seat, State, ruches::Ruches};
//!
//! let state = State::<Ruches>::parse("ruches:setup=ordered startpos")?;
//! let weights = Weights::default_for(state.game());
//! let evaluator = Linear::new(&weights);
//!
//! // The expected result for a seat, from -1 to 1.
//! let value = evaluator.estimate(state.game(), state.position(), Seat::FIRST);
//! assert!(value.to_f64().abs() < 1.0);
//!
//! // The same, feature by feature, for the player to act.
//! let why = Explanation::of(state.game(), state.position(), &weights);
//! assert!(why.features.iter().any(|term| term.product != 0));
//! # Ok::<(), games::ParseError>(())
//! ```
//!
//! # From features to a value
//!
//! Each feature counts for a seat. A seat's sum is the sum of its counts times their weights. The
//! difference of the sums goes through the [`Logistic`] function, a table of integers, and becomes
//! an expected result. Expected results can be averaged over chance events. With three seats the
//! odds between any two are as if they played alone (softmax). A [`Value`] is an expected result,
//! or a proven result with its distance.
//!
//! [`Weights`] are stored in files, one set for each group of options. A file is text; long tables
//! follow it as bytes. It names the set to which it belongs. The default weights are compiled in.
//! [`Chances`] are the expected results that people see, which can differ from those of a search.
//!
//! # Limits of this crate
//!
//! There is no search here. The functions that a search calls use no floating point.

mod accumulators;
mod benedictine;
mod buteur;
mod chances;
#[cfg(not(test))]
mod compiled;
mod etoile;
mod evaluator;
mod explanation;
mod feature;
mod layout;
mod layouts;
mod logistic;
mod maitres;
mod net;
mod packed;
mod ruches;
mod value;
mod weight_tables;
mod weights;

pub use accumulators::Accumulators;
pub use chances::Chances;
#[cfg(not(test))]
#[doc(hidden)]
pub use compiled::compiled_for_each_game;
pub use evaluator::{Evaluator, Linear};
pub use explanation::{Explanation, Term};
pub use feature::{
    Count, Evaluate, Feature, LONGEST_GROUP, PHASES, Sink, Trace, WeightFiles, first_entry,
    weight_count,
};
pub use layout::{GroupTable, Layout};
pub use layouts::layout_of;
pub use logistic::Logistic;
pub use net::{Inputs, Net};
pub use value::Value;
pub use weights::{Weights, WeightsError};
