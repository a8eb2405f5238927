//! Proof and disproof numbers, and the table that all threads share.

use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use dashmap::DashMap;
use games::Key;

/// Infinity: the position is proven or refuted.
pub(crate) const INFINITE: u32 = 1 << 28;

/// The proof and disproof number of a position.
///
/// CITE: proof-number search, L. V. Allis, M. van der Meulen, H. J. van den Herik, Artificial
/// Intelligence 66, 1994.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProofNumbers {
    /// The proof number: the least number of unknown positions that must be proven. 0 if the
    /// position is proven.
    pub(crate) proof: u32,
    /// The disproof number: the same for a refutation.
    pub(crate) disproof: u32,
    /// If proven: the player moves to the end, for any defence.
    pub(crate) distance: u32,
    /// If refuted: whether this holds only in the current line, because a position repeats or the
    /// line is too long.
    pub(crate) in_line: bool,
}

impl ProofNumbers {
    pub(crate) const fn proven(distance: u32) -> Self {
        Self { proof: 0, disproof: INFINITE, distance, in_line: false }
    }

    pub(crate) const fn refuted() -> Self {
        Self { proof: INFINITE, disproof: 0, distance: 0, in_line: false }
    }

    pub(crate) const fn refuted_in_line() -> Self {
        Self { in_line: true, ..Self::refuted() }
    }

    pub(crate) const fn open(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, distance: 0, in_line: false }
    }

    pub(crate) const fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(crate) const fn is_refuted(self) -> bool {
        self.disproof == 0
    }

    pub(crate) const fn is_settled(self) -> bool {
        self.is_proven() || self.is_refuted()
    }
}

/// A position and its key. Different positions with equal keys are distinguished: the whole
/// position is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keyed<P> {
    pub(crate) key: Key,
    pub(crate) position: P,
}

impl<P> Hash for Keyed<P> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key.0);
    }
}

/// A hasher that uses keys unchanged; their bits are random already.
#[derive(Clone, Copy, Default)]
pub(crate) struct ProofHasher(u64);

impl Hasher for ProofHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
struct ProofEntry {
    numbers: ProofNumbers,
    /// The number of visits below the position.
    work: u64,
    /// The number of threads that search below the position.
    guests: u32,
}

/// The proof numbers of positions that are valid in every line.
pub(crate) struct ProofTable<P> {
    known: DashMap<Keyed<P>, ProofEntry, BuildHasherDefault<ProofHasher>>,
    len: AtomicUsize,
    capacity: usize,
    sweep: Mutex<()>,
}

impl<P: Copy + Eq> ProofTable<P> {
    /// A table with this memory limit, approximately.
    pub(crate) fn new(bytes: usize) -> Self {
        // A hash map is between 7/16 and 7/8 full.
        let each = size_of::<(Keyed<P>, ProofEntry)>() + 1;
        let capacity = (bytes / (2 * each)).max(1024);
        Self {
            known: DashMap::default(),
            len: AtomicUsize::new(0),
            capacity,
            sweep: Mutex::new(()),
        }
    }

    /// The numbers of a position, and how many threads search below it.
    pub(crate) fn get(&self, at: &Keyed<P>) -> Option<(ProofNumbers, u32)> {
        self.known.get(at).map(|known| (known.numbers, known.guests))
    }

    /// Marks that a thread searches below a position.
    pub(crate) fn enter(&self, at: Keyed<P>, numbers: ProofNumbers) {
        let mut is_new = false;
        let mut known = self.known.entry(at).or_insert_with(|| {
            is_new = true;
            ProofEntry { numbers, work: 0, guests: 0 }
        });
        known.guests += 1;
        drop(known);
        if is_new && self.len.fetch_add(1, Relaxed) >= self.capacity {
            self.forget();
        }
    }

    /// Marks that a thread leaves a position, with its new numbers and the work done. Proven and
    /// refuted positions keep their state.
    pub(crate) fn leave(&self, at: &Keyed<P>, numbers: Option<ProofNumbers>, work: u64) {
        if let Some(mut known) = self.known.get_mut(at) {
            known.guests -= 1;
            known.work += work;
            if let Some(numbers) = numbers.filter(|_| !known.numbers.is_settled()) {
                known.numbers = numbers;
            }
        }
    }

    /// The open positions that were expanded.
    pub(crate) fn looked_into(&self) -> Vec<Keyed<P>> {
        let open = self.known.iter().filter(|known| known.work > 0 && !known.numbers.is_settled());
        open.map(|known| *known.key()).collect()
    }

    /// The positions that were expanded: their numbers and their work.
    pub(crate) fn worked_on(&self) -> Vec<(Keyed<P>, ProofNumbers, u64)> {
        let worked_on = self.known.iter().filter(|known| known.work > 0);
        worked_on.map(|known| (*known.key(), known.numbers, known.work)).collect()
    }

    /// Adds an entry from an earlier search.
    pub(crate) fn put(&self, at: Keyed<P>, numbers: ProofNumbers, work: u64) {
        self.known.insert(at, ProofEntry { numbers, work, guests: 0 });
        if self.len.fetch_add(1, Relaxed) >= self.capacity {
            self.forget();
        }
    }

    /// Refutes a position in every line.
    pub(crate) fn refute(&self, at: &Keyed<P>) {
        if let Some(mut known) = self.known.get_mut(at) {
            known.numbers = ProofNumbers::refuted();
        }
    }

    /// Removes the positions with the least work below them, until half of the memory is free.
    ///
    /// CITE: SmallTreeGC, A. Nagai, "A new depth-first search algorithm for AND/OR trees", 1999.
    #[cold]
    fn forget(&self) {
        let Ok(_sweep) = self.sweep.try_lock() else { return };
        let mut least = 2;
        while self.known.len() > self.capacity / 2 && least < u64::MAX / 2 {
            self.known.retain(|_, known| known.guests > 0 || known.work >= least);
            least *= 2;
        }
        self.len.store(self.known.len(), Relaxed);
    }
}
