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
    /// Everyone plays for himself, in a Monte Carlo tree of estimates. Where a depth is asked for, where chance acts
    /// or somebody is out already it is a best-reply search.
    Tree,
}

impl Opponents {
    /// The word for each, and the assumption.
    pub const WORDS: [(&str, Self); 4] = [
        ("maxn", Self::MaxN),
        ("paranoid", Self::Paranoid),
        ("brs", Self::BestReply),
        ("tree", Self::Tree),
    ];

    /// What a search by alpha-beta assumes.
    #[inline]
    pub(crate) fn is_best_reply(self) -> bool {
        matches!(self, Self::BestReply | Self::Tree)
    }
}

impl FromStr for Opponents {
    type Err = ParseError;

    fn from_str(word: &str) -> Result<Self, ParseError> {
        look_up("search", &Self::WORDS, word)
    }
}
