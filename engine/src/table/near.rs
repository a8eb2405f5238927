//! The near table: a small transposition table of one thread, for nodes near the horizon.
//!
//! Most nodes are near the horizon, and their results are soon forgotten. Outside the shared table
//! they need not wait for main memory, and they replace no deep results.

use games::Key;

use crate::search::units::Depth;
use crate::table::entry::{Entry, GENERATIONS};

/// Nodes below this depth are in the near table. With chance a move costs many more nodes, so
/// shallower results are worth sharing.
pub(crate) const fn near_depth(chance: bool) -> Depth {
    Depth::new(if chance { 2 } else { 4 })
}

/// Pairs, 32 bytes each: 256 KiB, so that they stay in the second-level cache together with the
/// other data of a search.
const SIZE: usize = 1 << 13;

/// The key of a position with its result.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    data: u64,
}

impl Slot {
    /// A slot of no search: the first search has generation 1.
    const EMPTY: Self = Self { key: 0, data: 0 };
}

/// Two entries whose keys have the same place, in half a cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Pair {
    latest: Slot,
    /// The deepest of the earlier entries; of equal depths the latest.
    older: Slot,
}

impl Pair {
    const EMPTY: Self = Self { latest: Slot::EMPTY, older: Slot::EMPTY };
}

/// A table of pairs of entries. The latest entry is always stored. A deep entry is not soon
/// replaced by the many shallow ones below it.
///
/// Each search begins with an empty table, so that its tree does not depend on earlier searches. An
/// entry has the generation of its search, and entries of other generations count as empty. So the
/// table is only cleared when the generations are used up.
pub(crate) struct NearTable {
    pairs: Vec<Pair>,
    /// The generation of this search, from 1.
    generation: u8,
}

impl NearTable {
    pub(crate) fn new() -> Self {
        Self { pairs: vec![Pair::EMPTY; SIZE], generation: 1 }
    }

    /// Begins a new search, with an empty table.
    pub(crate) fn begin(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.pairs.fill(Pair::EMPTY);
            self.generation = 1;
        }
    }

    #[inline]
    fn is_of_this_search(&self, slot: Slot) -> bool {
        Entry::generation(slot.data) == self.generation
    }

    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        let pair = &self.pairs[key.0 as usize % SIZE];
        // If the latest entry is of an earlier search, so is the other one.
        let slot = if pair.latest.key == key.0 { pair.latest } else { pair.older };
        (slot.key == key.0 && self.is_of_this_search(slot)).then(|| Entry::unpack(slot.data))
    }

    #[inline]
    pub(crate) fn store(&mut self, key: Key, entry: Entry) {
        let place = key.0 as usize % SIZE;
        let Pair { latest, older } = self.pairs[place];
        let older_counts = self.is_of_this_search(older);
        let slot = Slot { key: key.0, data: entry.pack(self.generation) };
        let pair = &mut self.pairs[place];
        if older.key == key.0 && older_counts {
            pair.older = slot;
            return;
        }
        let deep = || Entry::depth_of(latest.data) >= Entry::depth_of(older.data);
        if latest.key != key.0 && (!older_counts || deep()) {
            pair.older = latest;
        }
        pair.latest = slot;
    }
}

#[cfg(test)]
mod tests {
    use eval::Value;
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::search::window::Bound;
    use crate::table::entry::Tag;

    fn entry(depth: i32) -> Entry {
        let (value, depth) = (Value::new(depth), Depth::new(depth));
        let (tag, bound) = (Tag::NONE, Bound::Exact);
        Entry { value, tag, depth, exhausted: false, bound }
    }

    /// Keys that have the same place.
    fn key(number: u64) -> Key {
        Key(number << 32 | 7)
    }

    #[test]
    fn the_latest_entry_and_the_deepest_before_it_are_kept() {
        let mut table = NearTable::new();
        assert_eq!(table.probe(key(0)), None);
        for (number, depth) in [(1, 3), (2, 1), (3, 1), (4, 2)] {
            table.store(key(number), entry(depth));
            assert_eq!(table.probe(key(number)), Some(entry(depth)));
        }
        assert_eq!(table.probe(key(1)), Some(entry(3)));
        assert_eq!(table.probe(key(2)), None);
        assert_eq!(table.probe(key(3)), None);
        table.store(key(5), entry(3));
        table.store(key(6), entry(1));
        assert_eq!(table.probe(key(1)), None, "of equally deep ones the later stays");
        assert_eq!(table.probe(key(5)), Some(entry(3)));
    }

    /// In any number of searches the table answers as a new one does.
    #[test]
    fn entries_of_earlier_searches_count_as_empty() {
        let mut kept = NearTable::new();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for search in 0..20 * u32::from(GENERATIONS) {
            kept.begin();
            let mut fresh = NearTable::new();
            for _ in 0..12 {
                // One place is used in each search, the others seldom.
                let place = rng.random_range(0..2) * rng.random_range(0..200);
                let key = Key(rng.random_range(1..6) << 32 | place);
                assert_eq!(kept.probe(key), fresh.probe(key), "search {search}");
                let entry = entry(rng.random_range(1..4));
                kept.store(key, entry);
                fresh.store(key, entry);
            }
        }
    }

    #[test]
    fn a_position_has_one_entry() {
        let mut table = NearTable::new();
        for (number, depth) in [(1, 3), (2, 1), (1, 2), (2, 2), (3, 1), (2, 1)] {
            table.store(key(number), entry(depth));
            assert_eq!(table.probe(key(number)), Some(entry(depth)));
        }
    }
}
