//! An omission or an obligation that the last turn left.

/// The marks of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Omission {
    /// Nothing.
    None,
    /// The side to act was obliged to capture.
    Obliged,
    /// The last player could have captured, but stepped.
    Step {
        /// The first cell of the step.
        from: u8,
        /// The last cell of the step.
        to: u8,
        /// Whether it made a king.
        crowned: bool,
    },
}

impl Omission {
    /// A different number for each value.
    #[inline]
    pub(super) const fn number(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Obliged => 1,
            Self::Step { from, to, crowned } => {
                2 + crowned as u64 + 4 * (from as u64 + 64 * to as u64)
            }
        }
    }
}
