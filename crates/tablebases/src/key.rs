//! The properties that tables of all games share: a name, and counts in their headers.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A table of a game, by its material, as in file names and headers.
pub(crate) trait TableKey:
    Copy + Ord + Display + FromStr + Serialize + DeserializeOwned + Send + Sync
{
    /// The counts of positions in the header.
    type Counts: TableCounts;

    /// The number of pieces on the board.
    fn pieces(self) -> u8;

    /// The name of the table's file.
    fn file_name(self) -> String {
        format!("{self}.table")
    }
}

/// The counts of positions in a header.
pub(crate) trait TableCounts:
    Copy + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync
{
    /// Whether a table with `len` numbers can have these counts.
    fn are_of(&self, len: u64) -> bool;
}
