//! Building tables: its limits, its progress and its result, the same for every game.

use std::ops::RangeInclusive;
use std::time::Duration;

use games::ParseError;

use crate::error::Error;

/// The memory and the threads that work on tables may use.
#[derive(Clone, Copy, Debug)]
pub struct BuildLimits {
    /// Memory for tables in work and at hand, in MiB (2^20 bytes).
    pub memory: usize,
    /// Threads, from 1.
    pub threads: usize,
}

impl BuildLimits {
    pub(crate) fn pool(self) -> Result<rayon::ThreadPool, Error> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.max(1)).build();
        pool.map_err(|error| Error::Threads(error.to_string()))
    }

    pub(crate) fn bytes(self) -> usize {
        self.memory.saturating_mul(1 << 20)
    }
}

/// How far a build or a verification is.
#[derive(Clone, Debug)]
pub struct BuildProgress {
    /// Numbers of positions that are done with, and all.
    pub done: u64,
    /// See `done`.
    pub total: u64,
    /// The table that was last.
    pub table: String,
    /// Its positions.
    pub positions: u64,
    /// How long it took.
    pub time: Duration,
}

/// What a build leaves, with what was there before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Tables that were built now; the others were there.
    pub tables: u64,
    /// Positions of all tables.
    pub positions: u64,
    /// Bytes of all their files.
    pub bytes: u64,
}

/// Refuses a number of pieces that no table has; `where_so` ends the words of what was expected.
pub(crate) fn check_count(
    field: &'static str,
    read: u8,
    counts: RangeInclusive<u8>,
    where_so: &str,
) -> Result<(), Error> {
    if counts.contains(&read) {
        return Ok(());
    }
    let expected = format!("a number from {} to {}{where_so}", counts.start(), counts.end());
    Err(ParseError::new(field, &read.to_string(), expected).into())
}
