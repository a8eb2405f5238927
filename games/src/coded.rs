//! Moves and events as numbers that can be turned back.

use crate::{NoEvent, Step};

/// A move or event that is stored as a number: the reverse of [`Coded::code`] is
/// [`Coded::from_code`]. Numbers do not change from one version to the next.
pub(crate) trait Coded: Copy {
    /// A number below 2^112. Different values have different numbers.
    fn code(self) -> u128;

    /// The value of a number. `None` if no value has it.
    fn from_code(code: u128) -> Option<Self>;
}

impl Coded for NoEvent {
    fn code(self) -> u128 {
        match self {}
    }

    fn from_code(_: u128) -> Option<Self> {
        None
    }
}

/// The lowest bit tells events from moves.
impl<M: Coded, E: Coded> Coded for Step<M, E> {
    fn code(self) -> u128 {
        match self {
            Self::Move(mv) => mv.code() << 1,
            Self::Event(event) => event.code() << 1 | 1,
        }
    }

    fn from_code(code: u128) -> Option<Self> {
        if code & 1 == 0 {
            M::from_code(code >> 1).map(Self::Move)
        } else {
            E::from_code(code >> 1).map(Self::Event)
        }
    }
}
