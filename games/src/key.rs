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
    let mut i = 0;
    while i < N {
        words[i] = random_word(seed, i);
        i += 1;
    }
    words
}

/// One of the keys of [`random_words`].
const fn random_word(seed: u64, index: usize) -> Key {
    let first = seed.wrapping_mul(0xD1B5_4A32_D192_ED03);
    Key(mixed(first.wrapping_add(STEP.wrapping_mul(index as u64 + 1))))
}

/// `N` fixed pseudo-random keys, those of [`random_words`]. They are a table, or with the feature
/// `small` computed each time: a table cannot be compressed, and a program that does not search
/// need not be fast.
pub(crate) struct Keys<const N: usize> {
    #[cfg(not(feature = "small"))]
    table: [Key; N],
    #[cfg(feature = "small")]
    seed: u64,
}

#[cfg(not(feature = "small"))]
impl<const N: usize> Keys<N> {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { table: random_words(seed) }
    }

    /// The key of an index below `N`.
    #[inline]
    pub(crate) const fn at(&self, index: usize) -> Key {
        self.table[index]
    }
}

#[cfg(feature = "small")]
impl<const N: usize> Keys<N> {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { seed }
    }

    pub(crate) const fn at(&self, index: usize) -> Key {
        random_word(self.seed, index)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys are those of SplitMix64, as a table and computed.
    #[test]
    fn keys_are_fixed() {
        let (keys, words) = (Keys::<40>::new(21), random_words::<40>(21));
        let mut state = 21u64.wrapping_mul(0xD1B5_4A32_D192_ED03);
        for (index, word) in words.into_iter().enumerate() {
            state = state.wrapping_add(STEP);
            assert_eq!((word, keys.at(index)), (Key(mixed(state)), word));
            assert_eq!(random_word(21, index), word);
        }
    }
}
