//! What the last turn left to answer for.

use crate::Key;

/// The marks of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Omission {
    /// Nothing.
    None,
    /// The side to act was obliged to capture.
    Obliged,
    /// The last player could have captured, but stepped.
    Step {
        /// Where the step began.
        from: u8,
        /// Where it ended.
        to: u8,
        /// Whether it made a king.
        crowned: bool,
    },
}

impl Omission {
    /// A part of the position's key, zero where there is nothing to answer for.
    pub(super) const fn key(self) -> Key {
        let number = match self {
            Self::None => return Key(0),
            Self::Obliged => 1,
            Self::Step { from, to, crowned } => {
                2 + crowned as u64 + 4 * (from as u64 + 64 * to as u64)
            }
        };
        Key(number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ 0x94D0_49BB_1331_11EB)
    }
}
