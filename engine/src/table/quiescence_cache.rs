//! A cache of quiescence searches.

use eval::Value;
use games::{Key, MAX_SEATS, PerSeat};

/// The shares of the seats.
type Shares = PerSeat<i32>;

/// The number of entries. A larger table saves more searches, but its cache misses cost as much
/// time.
const SIZE: usize = 1 << 14;

/// The results of one thread's max^n quiescence searches by the keys of their positions, in a
/// direct-mapped table. Each search begins with an empty table, because the results can depend on
/// repetitions.
#[derive(Default)]
pub(crate) struct QuiescenceCache {
    /// None before the first search.
    entries: Vec<(Key, Shares)>,
    /// Another one for each search, and part of the keys: so entries of other searches are not
    /// found. Its lowest bits are zero.
    search: Key,
}

impl QuiescenceCache {
    /// Begins a new search, with an empty table.
    pub(crate) fn begin(&mut self) {
        if self.entries.is_empty() {
            let nothing = Shares::new([-Value::ONE; MAX_SEATS]);
            // An empty entry has a key that belongs to another slot.
            self.entries = (0..SIZE as u64).map(|slot| (Key(!slot), nothing)).collect();
        }
        self.search = Key(self.search.0.wrapping_add(SIZE as u64));
    }

    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<Shares> {
        let (known, shares) = self.entries[slot(key)];
        (known == key ^ self.search).then_some(shares)
    }

    #[inline]
    pub(crate) fn insert(&mut self, key: Key, shares: Shares) {
        self.entries[slot(key)] = (key ^ self.search, shares);
    }
}

#[inline]
fn slot(key: Key) -> usize {
    key.0 as usize % SIZE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_kept_for_their_key() {
        let mut cache = QuiescenceCache::default();
        for _ in 0..3 {
            cache.begin();
            for key in [0, 1, SIZE as u64 - 1, u64::MAX, u64::MAX - SIZE as u64].map(Key) {
                assert_eq!(cache.get(key), None, "nothing of an earlier search");
                let shares = Shares::new([key.0 as i32; MAX_SEATS]);
                cache.insert(key, shares);
                assert_eq!(cache.get(key), Some(shares));
                let other = Key(key.0 ^ 1 << 63);
                assert_eq!(cache.get(other), None, "another position in the same place");
            }
        }
    }
}
