//! Draws that depend on the history of a game: repetition and a limit of the length.

use std::collections::HashMap;

use crate::Key;

/// The rules for draws by history; 0 switches a rule off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DrawRules {
    /// The number of occurrences of a position, with the same player to act, that draws the game.
    pub repetition: u32,
    /// The number of player moves that draws the game.
    pub plies: u32,
}

/// The positions that a game has gone through, by key, and the number of player moves.
///
/// A filter of counters answers most questions about repetition without a scan. A counter of 0
/// proves that a key has not occurred. Of a long history only the last positions are scanned;
/// earlier ones are in a table of counts.
#[derive(Clone, Debug)]
pub struct History {
    rules: DrawRules,
    keys: Vec<Key>,
    plies: u32,
    /// The number of occurrences of each of the first keys, and the number of these keys.
    counts: HashMap<Key, u32>,
    counted: usize,
    /// `None` without a repetition rule.
    filter: Option<Box<[u8; FILTER]>>,
}

/// Histories are equal if they have the same rules, moves and keys. The rest follows from the keys.
impl PartialEq for History {
    fn eq(&self, other: &Self) -> bool {
        (self.rules, self.plies, &self.keys) == (other.rules, other.plies, &other.keys)
    }
}

impl Eq for History {}

const FILTER: usize = 4096;

/// The most keys that are scanned. Most games are shorter. A search takes its positions back and
/// adds fewer, so it does not count.
const SCANNED: usize = 512;

impl History {
    /// The history of a game that begins with the position of key `start`, which counts as its
    /// first occurrence where a seat is to act (`occurs`).
    #[must_use]
    pub fn new(rules: DrawRules, start: Key, occurs: bool) -> Self {
        let filter = (rules.repetition > 0).then(|| Box::new([0; FILTER]));
        let counts = HashMap::new();
        let mut history = Self { rules, keys: Vec::new(), plies: 0, counts, counted: 0, filter };
        if occurs {
            history.record(start);
        }
        history
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> DrawRules {
        self.rules
    }

    /// Player moves so far.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The positions that are recorded, in order; none without a repetition rule.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The number of recorded positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no position is recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Records a player move.
    #[inline]
    pub fn push_ply(&mut self) {
        self.plies += 1;
    }

    /// Takes the last player move back.
    #[inline]
    pub fn pop_ply(&mut self) {
        self.plies -= 1;
    }

    /// Records a position with a player to act. Without a repetition rule nothing is kept.
    #[inline]
    pub fn record(&mut self, key: Key) {
        if let Some(filter) = &mut self.filter {
            let slot = &mut filter[key.0 as usize % FILTER];
            *slot = slot.saturating_add(1);
            self.keys.push(key);
            if self.keys.len() - self.counted > SCANNED {
                self.count_all();
            }
        }
    }

    #[cold]
    fn count_all(&mut self) {
        for &key in &self.keys[self.counted..] {
            *self.counts.entry(key).or_default() += 1;
        }
        self.counted = self.keys.len();
    }

    /// Takes back the last [`History::record`].
    #[inline]
    pub fn unrecord(&mut self) {
        if let (Some(filter), Some(key)) = (&mut self.filter, self.keys.pop()) {
            let slot = &mut filter[key.0 as usize % FILTER];
            // A saturated counter stays: it may only err towards a scan.
            if *slot < u8::MAX {
                *slot -= 1;
            }
            if self.keys.len() < self.counted {
                self.uncount(key);
            }
        }
    }

    /// Takes back the last key that was counted.
    #[cold]
    fn uncount(&mut self, key: Key) {
        self.counted -= 1;
        if let Some(count) = self.counts.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&key);
            }
        }
    }

    /// The number of times that `key` has been recorded.
    #[inline]
    #[must_use]
    pub fn occurrences(&self, key: Key) -> u32 {
        match &self.filter {
            Some(filter) if filter[key.0 as usize % FILTER] > 0 => {
                let counted = self.counts.get(&key).copied().unwrap_or(0);
                let scanned = self.keys[self.counted..].iter().filter(|&&seen| seen == key);
                counted + scanned.count() as u32
            }
            _ => 0,
        }
    }

    /// Whether the limit of the length is reached.
    #[inline]
    #[must_use]
    pub fn out_of_plies(&self) -> bool {
        self.rules.plies > 0 && self.plies >= self.rules.plies
    }

    /// Player moves left before the limit of the length, if there is one.
    #[inline]
    #[must_use]
    pub fn plies_left(&self) -> Option<u32> {
        (self.rules.plies > 0).then(|| self.rules.plies.saturating_sub(self.plies))
    }

    /// Whether the game is drawn at the recorded position with this key. `key` is called only if
    /// there is a repetition rule.
    #[inline]
    #[must_use]
    pub fn is_drawn(&self, key: impl FnOnce() -> Key) -> bool {
        let repetition = self.rules.repetition;
        self.out_of_plies() || repetition > 0 && self.occurrences(key()) >= repetition
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// A history of any length counts as a plain list does, also after positions are taken back.
    #[test]
    fn it_counts_as_a_list_does() {
        let rules = DrawRules { repetition: 3, plies: 0 };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut history = History::new(rules, Key(0), true);
        let mut list = vec![Key(0)];
        let longest = 3 * SCANNED;
        let (mut grows, mut turns) = (true, 0);
        while turns < 4 {
            // Few keys, which share a few counters of the filter.
            let key = || Key(rng.random_range(0..40) * 1024);
            let keys: Vec<_> = std::iter::repeat_with(key).take(2).collect();
            if rng.random_bool(if grows { 0.8 } else { 0.2 }) {
                history.record(keys[0]);
                list.push(keys[0]);
            } else if list.pop().is_some() {
                history.unrecord();
            }
            let expected = list.iter().filter(|&&key| key == keys[1]).count() as u32;
            assert_eq!(history.occurrences(keys[1]), expected, "of {}", list.len());
            assert_eq!(history.len(), list.len());
            if list.len() == if grows { longest } else { 0 } {
                (grows, turns) = (!grows, turns + 1);
            }
        }
    }
}
