//! A cache of quiescence searches.

use eval::Value;
use games::{Key, MAX_SEATS};

use crate::opponents::maxn::Shares;

/// The number of entries. A larger table saves more searches, but its cache misses cost as much
/// time.
const SIZE: usize = 1 << 14;

/// The results of one thread's max^n quiescence searches by the keys of their positions, in a
/// direct-mapped table.
pub(super) struct QuiescenceCache(Vec<(Key, Shares)>);

impl QuiescenceCache {
    pub(super) fn new() -> Self {
        let nothing = Shares::new([-Value::ONE; MAX_SEATS]);
        // An empty entry has a key that belongs to another slot.
        Self((0..SIZE as u64).map(|slot| (Key(!slot), nothing)).collect())
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Shares> {
        let (known, shares) = self.0[slot(key)];
        (known == key).then_some(shares)
    }

    #[inline]
    pub(super) fn insert(&mut self, key: Key, shares: Shares) {
        self.0[slot(key)] = (key, shares);
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
        let mut cache = QuiescenceCache::new();
        for key in [0, 1, SIZE as u64 - 1, u64::MAX, u64::MAX - SIZE as u64].map(Key) {
            assert_eq!(cache.get(key), None);
            let shares = Shares::new([key.0 as i32; MAX_SEATS]);
            cache.insert(key, shares);
            assert_eq!(cache.get(key), Some(shares));
            assert_eq!(cache.get(Key(key.0 ^ 1 << 63)), None, "another position in the same place");
        }
    }
}
