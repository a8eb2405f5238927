//! An open table, whose codes are read from its file through the cache, or are in the program.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::cache::Cache;
use crate::error::Error;
use crate::file::{BLOCK, TableFile};
use crate::key::TableKey;

/// A table that is open for reading.
pub(crate) struct OpenTable<K: TableKey> {
    pub(crate) counts: K::Counts,
    codes: Codes<K>,
}

/// The place of a table's codes.
enum Codes<K: TableKey> {
    File {
        /// The index of the table in the cache.
        slot: usize,
        file: Mutex<TableFile<K>>,
    },
    Own(&'static OwnTable),
}

/// A table that comes with the program. Its codes are unpacked when one of them is first needed,
/// and then stay in memory.
pub(crate) struct OwnTable {
    /// One `zstd` frame of the codes, a byte each.
    packed: &'static [u8],
    codes: OnceLock<Vec<u8>>,
}

impl OwnTable {
    pub(crate) fn new(packed: &'static [u8]) -> Self {
        Self { packed, codes: OnceLock::new() }
    }

    /// All codes.
    fn codes(&self) -> &[u8] {
        self.codes.get_or_init(|| zstd::decode_all(self.packed).unwrap_or_default())
    }
}

impl<K: TableKey> OpenTable<K> {
    /// A table with this open file. All checksums are verified.
    pub(crate) fn new(slot: usize, mut file: TableFile<K>) -> Result<Self, Error> {
        file.check_sums()?;
        let counts = file.header.counts;
        Ok(Self { counts, codes: Codes::File { slot, file: Mutex::new(file) } })
    }

    /// A table that comes with the program.
    pub(crate) fn own(counts: K::Counts, table: &'static OwnTable) -> Self {
        Self { counts, codes: Codes::Own(table) }
    }

    /// The code of a number. `None` if the file can no longer be read.
    pub(crate) fn code(&self, cache: &Cache, number: usize) -> Option<u16> {
        match &self.codes {
            Codes::Own(table) => table.codes().get(number).copied().map(u16::from),
            Codes::File { slot, file } => {
                let block = number / BLOCK;
                let codes = cache.get((*slot, block), || {
                    // A thread that panicked did no harm to the file, since each read begins with
                    // a seek.
                    file.lock().unwrap_or_else(PoisonError::into_inner).read_block(block)
                });
                codes.ok()?.get(number % BLOCK).copied()
            }
        }
    }
}
