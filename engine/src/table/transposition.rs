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
//!
//! One thread uses only a part of the table, which is doubled before it would lose an entry. So a
//! short search touches few pages, and its results are those of the whole table. A cluster is found
//! by the high bits of the key, so its entries move to two clusters that are next to each other.

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

/// The least clusters of the part in use: 256 KiB.
const LEAST_PART: usize = 1 << 12;

/// Words that a thread claims at once: one MiB.
const SHARE: usize = (1 << 20) / 8;

/// The part of a table that a search uses at first.
fn least_part(clusters: usize) -> usize {
    let mut part = clusters;
    while part.is_multiple_of(2) && part / 2 >= LEAST_PART {
        part /= 2;
    }
    part
}

/// A lock-free hash table of search results, shared by all threads.
pub(crate) struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// The first word of the first cluster, at the start of a cache line.
    first: usize,
    clusters: usize,
    /// For each region 1 if something was stored there, else 0. A short search stores in few of
    /// them, so only these are cleared and counted.
    used: Box<[AtomicU8]>,
    /// The number of clusters in use, from the first on: `clusters`, or that halved some times.
    part: AtomicUsize,
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
        let (part, claimed) = (AtomicUsize::new(least_part(clusters)), AtomicUsize::new(0));
        Ok(Self { words, first, clusters, part, used, claimed, generation: 0, mib })
    }

    /// Empties the table. It is as a new one then.
    pub(crate) fn clear(&mut self) {
        let words = &mut self.words[self.first..][..self.clusters * CLUSTER];
        for (used, region) in self.used.iter_mut().zip(words.chunks_mut(REGION * CLUSTER)) {
            if std::mem::take(used.get_mut()) != 0 {
                region.iter_mut().for_each(|word| *word.get_mut() = 0);
            }
        }
        *self.part.get_mut() = least_part(self.clusters);
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

    /// The index of a key's cluster among some number of clusters.
    #[inline]
    fn index(key: u64, clusters: usize) -> usize {
        ((u128::from(key) * clusters as u128) >> 64) as usize
    }

    #[inline]
    fn cluster(&self, key: Key) -> &[AtomicU64] {
        self.cluster_at(Self::index(key.0, self.part.load(Relaxed)))
    }

    #[inline]
    fn cluster_at(&self, index: usize) -> &[AtomicU64] {
        let start = self.first + index * CLUSTER;
        &self.words[start..start + CLUSTER]
    }

    /// Marks the region of a cluster as used.
    #[inline]
    fn mark_used(&self, index: usize) {
        let used = &self.used[index / REGION];
        // All threads read this line, so it is only written to where it changes.
        if used.load(Relaxed) == 0 {
            used.store(1, Relaxed);
        }
    }

    /// Uses the whole table. Several threads need it, because the part grows only while one thread
    /// uses it.
    pub(crate) fn use_all(&mut self) {
        if *self.part.get_mut() < self.clusters {
            self.grow(self.clusters);
        }
    }

    /// Uses a larger part of the table. The entries move to their new clusters, those of the last
    /// clusters first, and keep their order.
    #[cold]
    fn grow(&self, part: usize) {
        let old = self.part.swap(part, Relaxed);
        for index in (0..old).rev() {
            let cluster = self.cluster_at(index);
            // No entry comes after an empty slot.
            if cluster[1].load(Relaxed) == 0 {
                continue;
            }
            let words: [u64; CLUSTER] = std::array::from_fn(|word| cluster[word].load(Relaxed));
            cluster.iter().for_each(|word| word.store(0, Relaxed));
            let (entries, _) = words.as_chunks::<2>();
            for &[check, data] in entries.iter().take_while(|entry| entry[1] != 0) {
                let index = Self::index(check ^ data, part);
                self.mark_used(index);
                let mut slots = self.cluster_at(index).chunks_exact(2);
                let free = slots.find(|slot| slot[1].load(Relaxed) == 0);
                let free = free.expect("a cluster gets no more entries than the old one had");
                free[0].store(check, Relaxed);
                free[1].store(data, Relaxed);
            }
        }
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
        let part = self.part.load(Relaxed);
        let index = Self::index(key.0, part);
        let cluster = self.cluster_at(index);
        let mut victim = &cluster[..2];
        let mut lowest = i32::MAX;
        let mut known = false;
        for slot in cluster.chunks_exact(2) {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key.0 {
                victim = slot;
                known = true;
                break;
            }
            let age = (self.generation + GENERATIONS - Entry::generation(data)) % GENERATIONS;
            let worth = Entry::depth_of(data).moves() - 8 * i32::from(age);
            if worth < lowest {
                lowest = worth;
                victim = slot;
            }
        }
        // The data of an entry are never 0, since its value is higher than the lowest number.
        if part < self.clusters && !known && victim[1].load(Relaxed) != 0 {
            self.grow(2 * part);
            return self.store(key, entry);
        }
        self.mark_used(index);
        let data = entry.pack(self.generation);
        victim[0].store(key.0 ^ data, Relaxed);
        victim[1].store(data, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = self.clusters.min(1000);
        // Where a part is in use, fewer clusters have the entries of the sample.
        let times = self.clusters / self.part.load(Relaxed);
        let words = &self.words[self.first..][..sample.div_ceil(times) * CLUSTER];
        let used = self.used.iter().zip(words.chunks(REGION * CLUSTER));
        let count = |region: &[AtomicU64]| {
            let slots = region.chunks_exact(2).filter(|slot| {
                let [check, data] = [0, 1].map(|word| slot[word].load(Relaxed));
                let sampled = Self::index(check ^ data, self.clusters) < sample;
                data != 0 && sampled && Entry::generation(data) == self.generation
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
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::search::units::Depth;
    use crate::table::entry::Tag;

    /// Searches of random positions: each step looks a position up and stores it.
    fn random_searches(
        table: &mut TranspositionTable,
        searches: usize,
        positions: u64,
    ) -> Vec<(Option<Entry>, u32)> {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut found = Vec::new();
        for _ in 0..searches {
            table.age();
            for step in 0..2000 {
                let number: u64 = rng.random_range(0..positions);
                let key = Key(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                let hashfull = if step % 100 == 0 { table.hashfull() } else { 0 };
                found.push((table.probe(key), hashfull));
                let depth = Depth::new(rng.random_range(0..20));
                let value = Value::new(rng.random_range(-Value::ONE..=Value::ONE));
                let (tag, bound) = (Tag::NONE, Bound::Exact);
                table.store(key, Entry { value, tag, depth, exhausted: false, bound });
            }
        }
        found
    }

    #[test]
    fn a_part_gives_the_results_of_the_whole_table() {
        // The generation is 0 again after 64 searches.
        for (mib, searches, positions) in [(8, 3, 30_000), (1, 70, 1 << 17)] {
            let mut whole = TranspositionTable::new(mib).unwrap();
            whole.use_all();
            let mut part = TranspositionTable::new(mib).unwrap();
            let expected = random_searches(&mut whole, searches, positions);
            assert!(expected.iter().any(|(entry, _)| entry.is_some()));
            assert_eq!(random_searches(&mut part, searches, positions), expected);
            let used = *part.part.get_mut();
            assert_eq!(used < part.clusters, mib == 8, "{used} clusters in use");
            assert!(used > LEAST_PART, "{used} clusters in use");
            part.use_all();
            let words = |table: &TranspositionTable| -> Vec<u64> {
                let words = &table.words[table.first..][..table.clusters * CLUSTER];
                words.iter().map(|word| word.load(Relaxed)).collect()
            };
            assert!(words(&part) == words(&whole));
        }
    }

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
