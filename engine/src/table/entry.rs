//! Entries of the transposition table: the result of a search of a position, packed in 64 bits.
//!
//! ```text
//! bits  0-23  value, relative to the node, offset by 2^23
//!      24-47  tag of the best move
//!      48-54  depth, 0 to 127
//!         55  whether the value depends on no estimate
//!      56-57  bound
//!      58-63  generation
//! ```

use eval::Value;
use games::GameMove;

use crate::search::units::{Depth, Ply};
use crate::search::window::{Bound, Window, is_proven};

/// A hash of a move. Its high bits are mixed best.
#[inline]
pub(crate) fn move_hash(mv: impl GameMove) -> u64 {
    mv.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A move as the tables remember it: 24 bits of a hash, enough to find it again in a move list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tag(u32);

impl Tag {
    /// No move.
    pub(crate) const NONE: Self = Self(0);

    #[inline]
    pub(crate) fn of(mv: impl GameMove) -> Self {
        Self::of_hash(move_hash(mv))
    }

    #[inline]
    pub(crate) fn of_hash(hash: u64) -> Self {
        // Never 0, which means no move.
        Self((hash >> 40) as u32 | 1)
    }
}

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) value: Value,
    pub(crate) tag: Tag,
    pub(crate) depth: Depth,
    pub(crate) exhausted: bool,
    pub(crate) bound: Bound,
}

/// Generations count modulo this.
pub(crate) const GENERATIONS: u8 = 64;

impl Entry {
    #[inline]
    pub(crate) fn pack(self, generation: u8) -> u64 {
        (self.value.units() + (1 << 23)) as u64
            | u64::from(self.tag.0) << 24
            | (self.depth.moves() as u64) << 48
            | u64::from(self.exhausted) << 55
            | (self.bound as u64) << 56
            | u64::from(generation) << 58
    }

    #[inline]
    pub(crate) fn unpack(data: u64) -> Self {
        Self {
            value: Value::new((data & 0xFF_FFFF) as i32 - (1 << 23)),
            tag: Tag((data >> 24 & 0xFF_FFFF) as u32),
            depth: Self::depth_of(data),
            exhausted: data >> 55 & 1 != 0,
            bound: match data >> 56 & 3 {
                0 => Bound::None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        }
    }

    /// The depth in packed data.
    #[inline]
    pub(crate) fn depth_of(data: u64) -> Depth {
        Depth::new((data >> 48 & 127) as i32)
    }

    /// The generation in packed data.
    #[inline]
    pub(crate) fn generation(data: u64) -> u8 {
        (data >> 58) as u8
    }

    /// The value, counted from the root, if the entry decides a node of a depth with a window,
    /// `ply` moves below the root.
    #[inline]
    pub(crate) fn decides(
        &self,
        depth: Depth,
        exact_depth: bool,
        window: Window,
        ply: Ply,
    ) -> Option<Value> {
        if self.depth != depth {
            // A proven result holds at any depth.
            let good = !exact_depth && (self.depth > depth || is_proven(self.value, self.bound));
            if !good {
                return None;
            }
        }
        let value = self.value.relative_to_root(ply.moves());
        let decided = match self.bound {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        decided.then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_everything() {
        for value in
            [Value::WIN, Value::LOSS, Value::new(0), Value::new(-1), Value::new(Value::ONE)]
        {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                let tag = Tag(0xABCDEF);
                let entry = Entry { value, tag, depth: Depth::new(127), exhausted: true, bound };
                assert_eq!(Entry::unpack(entry.pack(63)), entry);
                assert_eq!(Entry::generation(entry.pack(63)), 63);
            }
        }
    }
}
