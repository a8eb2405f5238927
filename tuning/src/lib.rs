//! Weights that the engine learns from its own games: positions with results, fits, optimisers, and the
//! `tuning` binary.

mod checkpoint;
pub mod data;
mod deadline;
mod error;
pub mod fit;
mod fitting;
mod generation;
mod log;
pub mod optimisers;
mod overnight;
mod report;
pub mod tune;

pub use checkpoint::{Checkpoint, CheckpointError, CheckpointFault};
pub use deadline::Deadline;
pub use error::Error;
pub use fitting::{EPOCHS, Fitting};
pub use generation::{Counts, Generation};
pub use log::{Log, LogError, LogFault};
pub use overnight::{Night, NightOptions, ROUNDS, Round, WEIGHTS as NIGHT_WEIGHTS};
pub use report::{fit_page, night_page, search_page};
