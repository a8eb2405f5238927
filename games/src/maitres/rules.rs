//! The rules as data.

use crate::coded::Coded;

/// RULING M2: whether pieces may pass over other pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// All squares passed over must be empty.
    Blocked,
    /// Squares passed over may be occupied.
    Leap,
}

/// RULING M7: the aim of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Capturing the Master.
    Master,
    /// Capturing every piece; there are no Masters.
    Annihilation,
}

/// La Guerre des Maîtres Français with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maitres {
    /// Option `passage`.
    pub passage: Passage,
    /// Option `variant`.
    pub variant: Variant,
    /// RULING M8: a draw after this many moves, 1000 by default; 0 for never.
    pub plies: u32,
}

/// A roll of the die, 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die(pub u8);

impl Coded for Die {
    fn code(self) -> u128 {
        self.0.into()
    }

    fn from_code(code: u128) -> Option<Self> {
        (1..=6).contains(&code).then_some(Self(code as u8))
    }
}
