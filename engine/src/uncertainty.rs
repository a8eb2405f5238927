//! The searches for hidden cards, and the words that choose them.

use std::str::FromStr;

use games::ParseError;

use crate::words::look_up;

/// The searches of positions in which some cards are hidden. Without effect in other games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncertainty {
    /// Expectimax over the player's views: a later turn of the player is one decision for all cards
    /// that the others may hold.
    Views,
    /// Determinization (PIMC): the move with the best mean in sampled worlds with all cards open.
    Worlds,
    /// Monte Carlo tree search over information sets (ISMCTS).
    Ismcts,
}

impl Uncertainty {
    /// The number of worlds that a thread samples where a depth is the only limit.
    pub const WORLDS: u64 = 256;

    /// The word for each search.
    pub const WORDS: [(&str, Self); 3] =
        [("ismcts", Self::Ismcts), ("views", Self::Views), ("worlds", Self::Worlds)];
}

impl FromStr for Uncertainty {
    type Err = ParseError;

    /// Reads one of the [words](Self::WORDS); `tree` is another word for `ismcts`.
    fn from_str(word: &str) -> Result<Self, ParseError> {
        if word == "tree" {
            return Ok(Self::Ismcts);
        }
        look_up("hidden", &Self::WORDS, word)
    }
}
