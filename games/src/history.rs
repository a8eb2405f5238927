//! Draws that depend on how the game came about: repetition and a cap on the length.

use crate::Key;

/// When a game is drawn by its history; 0 switches a rule off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DrawRules {
    /// Drawn when a position occurs for this many times with the same player to act.
    pub repetition: u32,
    /// Drawn after this many player moves.
    pub plies: u32,
}

/// The positions that a game has gone through, by key, and the number of player moves.
///
/// A filter of counters answers most questions about repetition without a scan: it is exact where
/// it says "never".
#[derive(Clone, Debug)]
pub struct History {
    rules: DrawRules,
    keys: Vec<Key>,
    plies: u32,
    /// None without a repetition rule.
    filter: Option<Box<[u8; FILTER]>>,
}

const FILTER: usize = 4096;

impl History {
    /// The history of a game that begins with the position of key `start`, which counts as its first
    /// occurrence where a seat is to act (`counts`).
    #[must_use]
    pub fn new(rules: DrawRules, start: Key, counts: bool) -> Self {
        let filter = (rules.repetition > 0).then(|| Box::new([0; FILTER]));
        let mut history = Self { rules, keys: Vec::new(), plies: 0, filter };
        if counts {
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

    /// How many positions are recorded.
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
        }
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
        }
    }

    /// How often `key` has been recorded.
    #[inline]
    #[must_use]
    pub fn occurrences(&self, key: Key) -> u32 {
        match &self.filter {
            Some(filter) if filter[key.0 as usize % FILTER] > 0 => {
                self.keys.iter().filter(|&&seen| seen == key).count() as u32
            }
            _ => 0,
        }
    }

    /// Whether the cap on the length is reached.
    #[inline]
    #[must_use]
    pub fn out_of_plies(&self) -> bool {
        self.rules.plies > 0 && self.plies >= self.rules.plies
    }

    /// Player moves left before the cap, if there is one.
    #[inline]
    #[must_use]
    pub fn plies_left(&self) -> Option<u32> {
        (self.rules.plies > 0).then(|| self.rules.plies.saturating_sub(self.plies))
    }

    /// Whether the game stands drawn at the recorded position of key `key`, which is asked for only where
    /// a repetition rule needs it.
    #[inline]
    #[must_use]
    pub fn is_drawn(&self, key: impl FnOnce() -> Key) -> bool {
        let repetition = self.rules.repetition;
        self.out_of_plies() || repetition > 0 && self.occurrences(key()) >= repetition
    }
}
