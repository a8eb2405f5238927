//! What a tree over information sets knows of a move, and which is to be tried next.

use std::hash::Hasher;

/// What is known of a move in a node.
pub(super) struct Edge<M> {
    pub(super) mv: M,
    pub(super) visits: u64,
    /// Iterations in which it could be chosen.
    pub(super) available: u64,
    /// Of the values for who chooses.
    pub(super) sum: i64,
}

impl<M> Edge<M> {
    /// The upper bound of the mean (UCB1), `exploration` being how much what was tried seldom is preferred.
    pub(super) fn bound(&self, exploration: i64) -> i64 {
        let spread = (log2(self.available) << 24) / self.visits;
        self.sum / self.visits as i64 + ((exploration * spread.isqrt() as i64) >> 16)
    }
}

/// The binary logarithm in 256ths, linear between powers of two.
fn log2(number: u64) -> u64 {
    let whole = u64::from(number.max(1).ilog2());
    (whole << 8) + ((u128::from(number.max(1)) << 8 >> whole) as u64 - 256)
}

/// Keys are hashes.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}
