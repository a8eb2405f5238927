//! Looking into evaluations: what a position's value is made of, and the `tuning` binary.

mod checkpoint;
mod deadline;
mod explanation;
mod log;

pub use checkpoint::{Checkpoint, write_atomically};
pub use deadline::{Deadline, DeadlineArguments};
pub use explanation::{Explanation, Term};
pub use log::Log;
