//! Models of the opponents: what a search with three seats may assume of the others.

use std::str::FromStr;

use games::ParseError;

use crate::words::look_up;

/// What a search with three seats assumes of the others. Without effect where there are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponents {
    /// Everyone plays for himself (max^n); slow, for reference.
    MaxN,
    /// All play against the seat that searches.
    Paranoid,
    /// Between two turns of the seat that searches just one opponent plays against it as well as he
    /// can; the others play the move that looks most promising (BRS+).
    BestReply,
    /// Every seat plays for itself, in a Monte Carlo tree search (MCTS) whose leaves are static evaluations.
    /// Where a depth is asked for, where chance acts, or where a seat is out of the game, best-reply search
    /// takes its place.
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
