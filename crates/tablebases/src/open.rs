//! A table's file in use: codes by number, read through the cache.

use std::sync::{Mutex, PoisonError};

use crate::cache::Cache;
use crate::error::Error;
use crate::file::{BLOCK, TableFile};
use crate::key::TableKey;

/// A table that is asked.
pub(crate) struct OpenTable<K: TableKey> {
    /// Its number, for the cache.
    slot: usize,
    pub(crate) counts: K::Counts,
    file: Mutex<TableFile<K>>,
}

impl<K: TableKey> OpenTable<K> {
    /// A table whose file was opened; all sums are checked.
    pub(crate) fn new(slot: usize, mut file: TableFile<K>) -> Result<Self, Error> {
        file.check_sums()?;
        Ok(Self { slot, counts: file.header.counts, file: Mutex::new(file) })
    }

    /// The code of a number; `None` if the file cannot be read any more.
    pub(crate) fn code(&self, cache: &Cache, number: usize) -> Option<u16> {
        let block = number / BLOCK;
        let codes = cache.get((self.slot, block), || {
            // A reader that panicked left the file as it was: each one seeks before it reads.
            self.file.lock().unwrap_or_else(PoisonError::into_inner).read_block(block)
        });
        codes.ok()?.get(number % BLOCK).copied()
    }
}
