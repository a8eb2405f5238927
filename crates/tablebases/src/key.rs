//! What the tables of all games have in common: a name, and what their headers count.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Which table of a game: its material, as file names and headers have it.
pub(crate) trait TableKey:
    Copy + Ord + Display + FromStr + Serialize + DeserializeOwned + Send + Sync
{
    /// What its header says of its positions.
    type Counts: TableCounts;

    /// How many pieces are on the board.
    fn pieces(self) -> u8;

    /// The name of its file.
    fn file_name(self) -> String {
        format!("{self}.table")
    }
}

/// What a header says of a table's positions.
pub(crate) trait TableCounts:
    Copy + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync
{
    /// Whether a table of so many numbers can have them.
    fn are_of(&self, len: u64) -> bool;
}
