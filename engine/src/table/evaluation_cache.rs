//! The evaluation cache of one thread: estimates of recent positions. Near the horizon the same
//! position comes up again by another path or with another window.

use eval::Value;
use games::Key;

/// Entries of 8 bytes, 64 KiB in all. A smaller cache forgets too soon; a larger one loses more by
/// waiting for memory than it gains.
const SIZE: usize = 1 << 13;

/// The low bits of an entry that hold the value, offset so that it is positive. The other bits hold
/// the key.
const VALUE_BITS: u32 = 24;
const OFFSET: i32 = 1 << (VALUE_BITS - 1);

/// The evaluation cache: a direct-mapped table of estimates.
pub(crate) struct EvaluationCache {
    entries: Vec<u64>,
}

impl EvaluationCache {
    pub(crate) fn new() -> Self {
        Self { entries: vec![pack(Key(0), Value::EVEN); SIZE] }
    }

    /// Forgets all estimates.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(pack(Key(0), Value::EVEN));
    }

    /// The estimate of the position of key `key`, made only if it is not known.
    #[inline]
    pub(crate) fn get_or(&mut self, key: Key, estimate: impl FnOnce() -> Value) -> Value {
        let entry = &mut self.entries[key.0 as usize % SIZE];
        if (*entry ^ key.0) >> VALUE_BITS != 0 {
            *entry = pack(key, estimate());
        }
        Value::new((*entry & ((1 << VALUE_BITS) - 1)) as i32 - OFFSET)
    }
}

#[inline]
fn pack(key: Key, value: Value) -> u64 {
    key.0 >> VALUE_BITS << VALUE_BITS | (value.units() + OFFSET) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_made_once_and_kept_for_their_key() {
        let mut table = EvaluationCache::new();
        let key = Key(0x0123_4567_89AB_CDEF);
        for value in [Value::ONE, 0, -1, -Value::ONE].map(Value::new) {
            let other = Key(key.0 ^ 1 << VALUE_BITS);
            assert_eq!(table.get_or(key, || value), value);
            assert_eq!(table.get_or(key, || unreachable!()), value);
            // Another position in the same place.
            assert_eq!(table.get_or(other, || Value::new(1)), Value::new(1));
        }
    }
}
