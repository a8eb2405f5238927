//! The limits of a table.

use std::time::Duration;

/// The most steps of one game.
pub const STEPS: usize = 5_000;
/// The most lines of one analysis.
pub const BRANCHES: usize = 200;
/// The most moves of one `line` action in an analysis.
pub const LINE: usize = 40;
/// The most characters of a person's name.
pub const NAME: usize = 40;
/// The most seconds of a clock.
pub const CLOCK: u32 = 24 * 3600;
/// The most lines of play that an analysis of a position shows.
pub const LINES: usize = 5;
/// The size of the transposition table of an analysis in MiB.
pub const ANALYSIS_HASH: usize = 64;
/// The longest time of one analysis.
pub const ANALYSIS_TIME: Duration = Duration::from_secs(120);
/// The shortest time between two reports of an analysis.
pub const REPORT_PAUSE: Duration = Duration::from_millis(150);
