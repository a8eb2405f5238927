//! The result of a verification, the same for every game.

use games::Ending;

/// An entry that does not agree with its successors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The position.
    pub position: String,
    /// The result in the table.
    pub stored: Ending,
    /// The result that follows from the successors.
    pub expected: Ending,
}

/// The result of a verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of tables.
    pub tables: u64,
    /// The number of positions. If no entry is wrong, all of them were verified.
    pub positions: u64,
    /// The first wrong entry, if there is one.
    pub wrong: Option<Wrong>,
}
