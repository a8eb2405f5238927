//! Long runs: how a library reports their progress, when they end, and durations as users write
//! them.
//!
//! ```
//! use jobs::{Progress, Silent};
//!
//! fn count(progress: &mut dyn Progress) {
//!     progress.begin(3, 0);
//!     for done in 1..=3 {
//!         progress.advance(done, &|| format!("{done} counted"));
//!     }
//!     progress.finish();
//! }
//!
//! count(&mut Silent);
//! ```

mod deadline;
mod duration;
mod progress;

pub use deadline::Deadline;
pub use duration::parse_duration;
pub use progress::{Progress, Silent};
