//! The near table: a small transposition table of one thread, for nodes near the horizon.
//!
//! Most nodes are near the horizon, and their results are soon forgotten. Outside the shared table
//! they need not wait for main memory, and they replace no deep results.

use games::Key;

use crate::search::units::Depth;
use crate::search::window::Bound;
use crate::table::entry::Entry;

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

/// Two entries whose keys have the same place, in half a cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Pair {
    latest: Slot,
    /// The deepest of the earlier entries; of equal depths the latest.
    older: Slot,
}

/// A table of pairs of entries. The latest entry is always stored. A deep entry is not soon
/// replaced by the many shallow ones below it.
pub(crate) struct NearTable {
    pairs: Vec<Pair>,
}

impl NearTable {
    pub(crate) fn new() -> Self {
        let empty = Slot { key: 0, data: 0 };
        Self { pairs: vec![Pair { latest: empty, older: empty }; SIZE] }
    }

    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        let pair = &self.pairs[key.0 as usize % SIZE];
        let slot = if pair.latest.key == key.0 { pair.latest } else { pair.older };
        let entry = Entry::unpack(slot.data);
        (slot.key == key.0 && entry.bound != Bound::None).then_some(entry)
    }

    #[inline]
    pub(crate) fn store(&mut self, key: Key, entry: Entry) {
        let pair = &mut self.pairs[key.0 as usize % SIZE];
        let slot = Slot { key: key.0, data: entry.pack(0) };
        if pair.older.key == key.0 {
            pair.older = slot;
            return;
        }
        let replaced = pair.latest;
        let keeps = replaced.key != key.0
            && Entry::depth_of(replaced.data) >= Entry::depth_of(pair.older.data);
        if keeps {
            pair.older = replaced;
        }
        pair.latest = slot;
    }
}

#[cfg(test)]
mod tests {
    use eval::Value;

    use super::*;
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

    #[test]
    fn a_position_has_one_entry() {
        let mut table = NearTable::new();
        for (number, depth) in [(1, 3), (2, 1), (1, 2), (2, 2), (3, 1), (2, 1)] {
            table.store(key(number), entry(depth));
            assert_eq!(table.probe(key(number)), Some(entry(depth)));
        }
    }
}
