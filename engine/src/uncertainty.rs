//! How a search allows for cards that it does not see.

use std::str::FromStr;

use games::ParseError;

use crate::words::look_up;

/// The searches of positions in which some cards are hidden. Without effect in other games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncertainty {
    /// Expectimax over what the player sees: a later turn of his own is one decision for all that the others
    /// may hold.
    Views,
    /// Plain sampled worlds (PIMC): the best move on the whole in worlds where all cards are seen.
    Worlds,
    /// Monte Carlo tree search over information sets (ISMCTS).
    Ismcts,
}

impl Uncertainty {
    /// How many worlds a thread deals where just a depth limits the search.
    pub const WORLDS: u64 = 256;

    /// The word for each.
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
