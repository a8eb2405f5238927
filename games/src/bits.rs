//! Iteration over the set bits of a bitboard.

/// The squares of a bitboard, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Bits<T>(pub T);

impl Iterator for Bits<u64> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl Iterator for Bits<u128> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(square)
    }
}
