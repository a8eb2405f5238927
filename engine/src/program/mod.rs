//! What the programs of the workspace share: arguments, failures, output, weights by name.
//!
//! Results go to standard output; errors, one line each, to standard error.

mod arguments;
mod failure;
mod file;
mod interrupt;
mod weights;

pub use arguments::{available_threads, read_arguments, read_count, threads_or_all};
pub use failure::{Failure, finish, print, print_line};
pub use file::{read_text, write_atomically};
pub use interrupt::stop_on_interrupt;
pub use weights::{WeightsSource, techniques_for};
