//! 64-bit position keys (Zobrist hashing).

use std::hash::{Hash, Hasher};
use std::ops::{BitXor, BitXorAssign};

/// A 64-bit fingerprint of a position; equal positions have equal keys.
///
/// CITE: Zobrist hashing, A. L. Zobrist, "A New Hashing Method with Application for Game Playing",
/// 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u64);

impl Key {
    /// A key computed from the whole position, the same in every run. A game that updates its key
    /// with each move is faster.
    ///
    /// ```
    /// use games::Key;
    ///
    /// assert_eq!(Key::of(&(1, 2)), Key::of(&(1, 2)));
    /// assert_ne!(Key::of(&(1, 2)), Key::of(&(2, 1)));
    /// ```
    #[must_use]
    pub fn of(position: &impl Hash) -> Self {
        let mut hasher = Words(0);
        position.hash(&mut hasher);
        Self(hasher.finish())
    }
}

impl BitXor for Key {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// `N` fixed pseudo-random keys, different for each `seed`, made at compile time.
#[must_use]
pub const fn random_words<const N: usize>(seed: u64) -> [Key; N] {
    let mut words = [Key(0); N];
    let mut state = seed.wrapping_mul(0xD1B5_4A32_D192_ED03);
    let mut i = 0;
    while i < N {
        state = state.wrapping_add(STEP);
        words[i] = Key(mixed(state));
        i += 1;
    }
    words
}

/// The step of SplitMix64.
///
/// CITE: SplitMix64, Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The mixing of SplitMix64: every bit of the result depends on every bit of `z`.
const fn mixed(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A hasher that mixes words. Every integer is one word, so the result does not depend on the byte
/// order of the machine.
struct Words(u64);

impl Words {
    fn add(&mut self, word: u64) {
        self.0 = mixed((self.0 ^ word).wrapping_add(STEP));
    }
}

/// Methods of [`Hasher`] that take an integer, each as one word.
macro_rules! words {
    ($($write:ident: $integer:ty),+) => {
        $(fn $write(&mut self, number: $integer) {
            self.add(number as u64);
        })+
    };
}

impl Hasher for Words {
    words! {
        write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_usize: usize,
        write_i8: i8, write_i16: i16, write_i32: i32, write_i64: i64, write_isize: isize
    }

    fn write_u128(&mut self, number: u128) {
        self.add(number as u64);
        self.add((number >> 64) as u64);
    }

    fn write_i128(&mut self, number: i128) {
        self.write_u128(number as u128);
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.add(u64::from(byte)));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
