//! What the last turn left to answer for.

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
    /// A number for each.
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
