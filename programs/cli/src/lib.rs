//! The common code of the programs: arguments, failures and exit statuses, output, progress,
//! interrupts, deadlines, memory, packs, and files that are replaced.
//!
//! Results go to standard output; errors, one line each, to standard error.
//!
//! ```
//! use cli::{Failure, print_line, read_count};
//!
//! fn run(games: &str) -> Result<(), Failure> {
//!     let games = read_count(games)?;
//!     print_line(&format!("{games} games"))?;
//!     Ok(())
//! }
//!
//! assert!(run("12").is_ok());
//! assert!(matches!(run("twelve"), Err(Failure::Input(_))));
//! ```

mod arguments;
mod deadline;
mod failure;
mod interrupt;
mod memory;
mod output_file;
mod pack;
mod parent;
mod processor;
mod progress;
mod usage;

pub use arguments::{
    MOST, command, read_arguments, read_count, read_number, read_threads, threads_or_all, whole,
};
pub use deadline::DeadlineArguments;
pub use failure::{FOREIGN, Failure, INCOMPLETE, finish, print, print_line, warn};
pub use interrupt::stop_on_interrupt;
pub use memory::available_mib;
pub use output_file::{check_folder, check_own, read_text, replace_own};
pub use pack::{OwnPack, PackArgument};
pub use processor::start_faster_build;
pub use progress::shown_progress;
