//! A small table of one thread's own, for nodes near the leaves.
//!
//! These are most of all nodes and soon forgotten: kept out of the shared table, they neither wait
//! for far memory nor push deep results out.

use games::Key;

use crate::entry::{Bound, Entry};

/// Nodes below this depth go to the near table. With chance a move means many more nodes, so
/// shallower ones are worth sharing.
pub(crate) const fn near_depth(chance: bool) -> i32 {
    if chance { 2 } else { 4 }
}

/// Entries, 16 bytes each: one MiB, to fit the second-level cache.
const SIZE: usize = 1 << 16;

/// A direct-mapped table that always replaces.
pub(crate) struct NearTable {
    slots: Vec<(u64, u64)>,
}

impl NearTable {
    pub(crate) fn new() -> Self {
        Self { slots: vec![(0, 0); SIZE] }
    }

    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        let (stored, data) = self.slots[key.0 as usize % SIZE];
        let entry = Entry::unpack(data);
        (stored == key.0 && entry.bound != Bound::None).then_some(entry)
    }

    #[inline]
    pub(crate) fn store(&mut self, key: Key, entry: Entry) {
        self.slots[key.0 as usize % SIZE] = (key.0, entry.pack(0));
    }
}
