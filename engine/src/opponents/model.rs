//! The searches for three seats, and the words that choose them.

use std::str::FromStr;

use games::ParseError;

use crate::words::look_up;

/// The model of the opponents in a search for three seats. Without effect where there are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponents {
    /// Each seat plays for itself (max^n). Slow; for reference.
    MaxN,
    /// All opponents play against the root seat.
    Paranoid,
    /// Between two turns of the root seat one opponent plays its best reply against it. The other
    /// plays the move with the highest score (BRS+).
    BestReply,
    /// Every seat plays for itself, in a Monte Carlo tree search (MCTS) whose leaves are static
    /// evaluations. Best-reply search takes its place if the depth is limited, in games of chance,
    /// and once a seat is out of the game.
    Mcts,
}

impl Opponents {
    /// The word for each model.
    pub const WORDS: [(&str, Self); 4] = [
        ("mcts", Self::Mcts),
        ("brs", Self::BestReply),
        ("paranoid", Self::Paranoid),
        ("maxn", Self::MaxN),
    ];

    /// Whether alpha-beta search assumes this model's opponents to play best replies.
    #[inline]
    pub(crate) fn is_best_reply(self) -> bool {
        matches!(self, Self::BestReply | Self::Mcts)
    }
}

impl FromStr for Opponents {
    type Err = ParseError;

    /// Reads one of the [words](Self::WORDS); `tree` is another word for `mcts`.
    fn from_str(word: &str) -> Result<Self, ParseError> {
        if word == "tree" {
            return Ok(Self::Mcts);
        }
        look_up("search", &Self::WORDS, word)
    }
}
