//! 64-bit position keys (Zobrist hashing).

use std::ops::{BitXor, BitXorAssign};

/// A 64-bit fingerprint of a position; equal positions have equal keys.
///
/// CITE: Zobrist hashing, A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u64);

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
///
/// CITE: SplitMix64, Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
#[must_use]
pub const fn random_words<const N: usize>(seed: u64) -> [Key; N] {
    let mut words = [Key(0); N];
    let mut state = seed.wrapping_mul(0xD1B5_4A32_D192_ED03);
    let mut i = 0;
    while i < N {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        words[i] = Key(z ^ (z >> 31));
        i += 1;
    }
    words
}
