//! Simplified ABDADA: marks the positions that threads are searching, so that other threads defer
//! them instead of searching them twice.
//!
//! CITE: T. Kerrigan, "Simplified ABDADA", after J.-C. Weill, "The ABDADA distributed minimax
//! search algorithm", 1996. Races only cost time: if a mark is lost, two threads search the same
//! position; if a mark stays, a position is searched later.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use games::Key;

use crate::search::units::Depth;
use crate::table::near::near_depth;

/// At smaller depths no move is deferred. Results below the near depth are not shared between
/// threads, and a reduced move may fall below it.
pub(crate) const fn defer_depth(chance: bool) -> Depth {
    near_depth(chance).less(if chance { -1 } else { -2 })
}

/// Sets of marks, a power of two.
const SETS: usize = 1 << 12;
/// Marks in a set, each of another position.
const WAYS: usize = 4;

/// The marks of the positions that threads are searching, by key and depth.
pub(crate) struct Abdada {
    marks: Vec<AtomicU64>,
}

impl Abdada {
    pub(crate) fn new() -> Self {
        Self { marks: (0..SETS * WAYS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn set(&self, mark: u64) -> &[AtomicU64] {
        let start = mark as usize % SETS * WAYS;
        &self.marks[start..start + WAYS]
    }

    /// Whether a thread is searching the marked position.
    pub(crate) fn is_marked(&self, mark: u64) -> bool {
        self.set(mark).iter().any(|slot| slot.load(Relaxed) == mark)
    }

    /// Sets the mark: this thread begins to search the position.
    pub(crate) fn mark(&self, mark: u64) {
        let set = self.set(mark);
        let slot = set.iter().find(|slot| slot.load(Relaxed) == 0).unwrap_or(&set[0]);
        slot.store(mark, Relaxed);
    }

    /// Removes the mark: this thread has searched the position.
    pub(crate) fn unmark(&self, mark: u64) {
        for slot in self.set(mark) {
            if slot.load(Relaxed) == mark {
                slot.store(0, Relaxed);
            }
        }
    }
}

/// The mark of a position searched to a depth.
pub(crate) fn mark_of(key: Key, depth: Depth) -> u64 {
    (key.0 ^ (depth.moves() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1
}
