//! The shared transposition table.
//!
//! A cluster of four entries fills one cache line. An entry is two words: the key XOR the data, and
//! the data. A torn read gives a wrong key, so no lock is needed.
//!
//! CITE: R. M. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel
//! search", ICGA Journal 25(1), 2002.
//!
//! The memory comes zeroed from the operating system, page by page as it is touched: a table of any
//! size is ready at once. A page that is read before it is written costs two page faults, and the
//! second one interrupts all other threads. So where there are several threads, and time for it,
//! the helper threads write to all pages first.

use std::fmt;
use std::hint::black_box;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use games::Key;

use crate::search::window::Bound;
use crate::table::entry::{Entry, GENERATIONS};

/// Words of a cluster: four entries of two words, 64 bytes.
const CLUSTER: usize = 8;

/// Words of a page of memory, the smallest there is.
const PAGE: usize = 4096 / 8;

/// Clusters of a region: 512 bytes.
const REGION: usize = 8;

/// Words that a thread claims at once: one MiB.
const SHARE: usize = (1 << 20) / 8;

/// A lock-free hash table of search results, shared by all threads.
pub(crate) struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// The first word of the first cluster, at the start of a cache line.
    first: usize,
    clusters: usize,
    /// For each region 1 if something was stored there, else 0. A short search stores in few of
    /// them, so only these are cleared and counted.
    used: Box<[AtomicU8]>,
    /// All words before this one are claimed: a thread writes to their pages, or has done so.
    claimed: AtomicUsize,
    generation: u8,
    mib: usize,
}

/// A table does not fit the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The size asked for, in MiB.
    pub mib: usize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a table of {} MiB does not fit the memory", self.mib)
    }
}

impl std::error::Error for TableError {}

impl TranspositionTable {
    /// A table of `mib` MiB (2^20 bytes).
    ///
    /// # Errors
    /// If `mib` is 0 or the memory cannot be allocated.
    pub(crate) fn new(mib: usize) -> Result<Self, TableError> {
        let error = TableError { mib };
        let clusters = mib.checked_mul((1 << 20) / 64).filter(|&n| n > 0).ok_or(error.clone())?;
        let len = clusters
            .checked_add(1)
            .and_then(|n| n.checked_mul(CLUSTER))
            .filter(|&n| n < isize::MAX as usize / 8)
            .ok_or(error.clone())?;
        let words: Box<[AtomicU64]> =
            bytemuck::allocation::try_zeroed_slice_box(len).map_err(|()| error.clone())?;
        let used = bytemuck::allocation::try_zeroed_slice_box(clusters.div_ceil(REGION))
            .map_err(|()| error)?;
        // Words up to the next cache line.
        let first = (64 - words.as_ptr() as usize % 64) % 64 / 8;
        Ok(Self { words, first, clusters, used, claimed: AtomicUsize::new(0), generation: 0, mib })
    }

    /// Empties the table. It is as a new one then.
    pub(crate) fn clear(&mut self) {
        let words = &mut self.words[self.first..][..self.clusters * CLUSTER];
        for (used, region) in self.used.iter_mut().zip(words.chunks_mut(REGION * CLUSTER)) {
            if std::mem::take(used.get_mut()) != 0 {
                region.iter_mut().for_each(|word| *word.get_mut() = 0);
            }
        }
        self.generation = 0;
    }

    /// The size in MiB.
    pub(crate) fn mib(&self) -> usize {
        self.mib
    }

    /// Begins a new search: entries of older searches are replaced first.
    pub(crate) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Writes to the pages of the next MiB that no thread has claimed yet, without a change of its
    /// content. Returns whether there was one.
    pub(crate) fn claim(&self) -> bool {
        let start = self.claimed.fetch_add(SHARE, Relaxed);
        for word in self.words.iter().skip(start).take(SHARE).step_by(PAGE) {
            // An exchange, because a compiler may turn an addition of 0 into a mere load.
            let _ = black_box(word.compare_exchange(0, 0, Relaxed, Relaxed));
        }
        start < self.words.len()
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        ((u128::from(key.0) * self.clusters as u128) >> 64) as usize
    }

    #[inline]
    fn cluster(&self, key: Key) -> &[AtomicU64] {
        let start = self.first + self.index(key) * CLUSTER;
        &self.words[start..start + CLUSTER]
    }

    /// Loads a position's cluster into the cache before its use. A plain load whose result is not
    /// used is as good as a prefetch instruction, and is safe code.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        black_box(self.cluster(key)[0].load(Relaxed));
    }

    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        for slot in self.cluster(key).chunks_exact(2) {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key.0 {
                let entry = Entry::unpack(data);
                return (entry.bound != Bound::None).then_some(entry);
            }
        }
        None
    }

    /// Stores an entry in place of that of the same position, or else of the least valuable one in
    /// the cluster: old and shallow entries are replaced first.
    #[inline]
    pub(crate) fn store(&self, key: Key, entry: Entry) {
        let mut victim = &self.cluster(key)[..2];
        let mut lowest = i32::MAX;
        for slot in self.cluster(key).chunks_exact(2) {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key.0 {
                victim = slot;
                break;
            }
            let age = (self.generation + GENERATIONS - Entry::generation(data)) % GENERATIONS;
            let worth = Entry::depth_of(data).moves() - 8 * i32::from(age);
            if worth < lowest {
                lowest = worth;
                victim = slot;
            }
        }
        let used = &self.used[self.index(key) / REGION];
        // All threads read this line, so it is only written to where it changes.
        if used.load(Relaxed) == 0 {
            used.store(1, Relaxed);
        }
        let data = entry.pack(self.generation);
        victim[0].store(key.0 ^ data, Relaxed);
        victim[1].store(data, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = self.clusters.min(1000);
        let words = &self.words[self.first..][..sample * CLUSTER];
        let used = self.used.iter().zip(words.chunks(REGION * CLUSTER));
        let count = |region: &[AtomicU64]| {
            let slots = region.chunks_exact(2).filter(|slot| {
                let data = slot[1].load(Relaxed);
                data != 0 && Entry::generation(data) == self.generation
            });
            slots.count()
        };
        let regions = used.filter(|(used, _)| used.load(Relaxed) != 0);
        let full: usize = regions.map(|(_, region)| count(region)).sum();
        (full * 1000 / (sample * 4)) as u32
    }
}

#[cfg(test)]
mod tests {
    use eval::Value;

    use super::*;
    use crate::search::units::Depth;
    use crate::table::entry::Tag;

    #[test]
    fn every_mib_is_claimed_once_and_nothing_is_lost() {
        let mut table = TranspositionTable::new(3).unwrap();
        table.age();
        let (value, depth, tag) = (Value::new(5), Depth::new(7), Tag::NONE);
        let entry = Entry { value, tag, depth, exhausted: false, bound: Bound::Exact };
        let keys = || (1..=100_000).map(|number| Key(number * (u64::MAX / 100_000)));
        keys().for_each(|key| table.store(key, entry));
        let claims = (0..10).take_while(|_| table.claim()).count();
        assert_eq!(claims, 4, "three MiB, and the words up to a cache line");
        assert!(keys().all(|key| table.probe(key) == Some(entry)));
        assert!(!table.claim(), "once for all");
    }

    #[test]
    fn a_table_that_is_cleared_is_as_a_new_one() {
        let (value, depth, tag) = (Value::new(5), Depth::new(7), Tag::NONE);
        let entry = Entry { value, tag, depth, exhausted: false, bound: Bound::Exact };
        let keys = || (0..100).map(|number| Key(number * (u64::MAX / 99)));
        let mut table = TranspositionTable::new(1).unwrap();
        for stored in [1, 100] {
            table.age();
            keys().take(stored).for_each(|key| table.store(key, entry));
            assert_eq!(keys().filter(|&key| table.probe(key).is_some()).count(), stored);
            table.clear();
            assert!(table.words.iter().all(|word| word.load(Relaxed) == 0));
            assert_eq!(table.generation, 0);
        }
    }

    #[test]
    fn the_table_tells_how_full_it_is() {
        let (value, depth, tag) = (Value::new(5), Depth::new(7), Tag::NONE);
        let entry = Entry { value, tag, depth, exhausted: false, bound: Bound::Exact };
        let mut table = TranspositionTable::new(1).unwrap();
        // A quarter of the entries of each cluster.
        let keys = (0..16_384).map(|number| Key(number << 50 | 1));
        keys.for_each(|key| table.store(key, entry));
        assert_eq!(table.hashfull(), 250);
        table.age();
        assert_eq!(table.hashfull(), 0, "entries of an older search");
    }
}
