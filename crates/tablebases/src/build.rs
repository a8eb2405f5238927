//! Building tables: the limits, the progress and the result, the same for every game.

use std::ops::RangeInclusive;
use std::time::Duration;

use games::ParseError;

use crate::error::Error;

/// The memory and the threads that may be used.
#[derive(Clone, Copy, Debug)]
pub struct BuildLimits {
    /// Memory for all tables that are held at the same time, in MiB (2^20 bytes).
    pub memory: usize,
    /// The number of threads, from 1.
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

/// The progress of a build or a verification.
#[derive(Clone, Debug)]
pub struct BuildProgress {
    /// The number of finished positions.
    pub done: u64,
    /// The number of all positions.
    pub total: u64,
    /// The table that was finished last.
    pub table: String,
    /// The number of its positions.
    pub positions: u64,
    /// The time that it took.
    pub time: Duration,
}

/// The result of a build, together with the tables that existed before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// The number of tables that were built now.
    pub tables: u64,
    /// The number of positions of all tables.
    pub positions: u64,
    /// The size of all table files, in bytes.
    pub bytes: u64,
}

/// Refuses a number of pieces that no table has. `where_so` is the end of the error's expected
/// value.
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
