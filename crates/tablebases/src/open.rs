//! An open table file, whose codes are read through the cache.

use std::sync::{Mutex, PoisonError};

use crate::cache::Cache;
use crate::error::Error;
use crate::file::{BLOCK, TableFile};
use crate::key::TableKey;

/// A table that is open for reading.
pub(crate) struct OpenTable<K: TableKey> {
    /// The index of the table in the cache.
    slot: usize,
    pub(crate) counts: K::Counts,
    file: Mutex<TableFile<K>>,
}

impl<K: TableKey> OpenTable<K> {
    /// A table with this open file. All checksums are verified.
    pub(crate) fn new(slot: usize, mut file: TableFile<K>) -> Result<Self, Error> {
        file.check_sums()?;
        Ok(Self { slot, counts: file.header.counts, file: Mutex::new(file) })
    }

    /// The code of a number. `None` if the file can no longer be read.
    pub(crate) fn code(&self, cache: &Cache, number: usize) -> Option<u16> {
        let block = number / BLOCK;
        let codes = cache.get((self.slot, block), || {
            // A thread that panicked did no harm to the file, since each read begins with a seek.
            self.file.lock().unwrap_or_else(PoisonError::into_inner).read_block(block)
        });
        codes.ok()?.get(number % BLOCK).copied()
    }
}
