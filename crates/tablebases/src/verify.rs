//! The result of a verification, the same for every game.

use games::Ending;

/// An entry that is not what its successors say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The position.
    pub position: String,
    /// What the table says.
    pub stored: Ending,
    /// What the positions after it say.
    pub expected: Ending,
}

/// What a verification found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Tables.
    pub tables: u64,
    /// Positions, all of which were looked at if nothing was wrong.
    pub positions: u64,
    /// The first entry that is wrong.
    pub wrong: Option<Wrong>,
}
