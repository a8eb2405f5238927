//! The kinds of threats.

use serde::Serialize;

/// The kind of a threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Threatened {
    /// The game is won at once.
    Win,
    /// Pieces are captured.
    Capture,
}
