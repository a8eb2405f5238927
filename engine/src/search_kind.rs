//! The searches by name.

use games::{Game, Information, ParseError};

use crate::{Opponents, Uncertainty};

/// Checks that a game uses the searches that were chosen for it. A choice without effect is an
/// error.
///
/// # Errors
/// A search for three seats in a game for two, or a search for hidden cards in a game without them.
pub fn check_choice<G: Game>(
    game: &G,
    opponents: Option<Opponents>,
    uncertainty: Option<Uncertainty>,
) -> Result<(), ParseError> {
    if let Some(model) = opponents.filter(|_| game.seats() < 3) {
        let word = Opponents::WORDS.iter().find(|(_, known)| *known == model);
        let word = word.map_or("", |(word, _)| word);
        return Err(ParseError::new("search", word, "a game for three or more seats with it"));
    }
    if let Some(search) = uncertainty.filter(|_| !G::Information::HIDDEN) {
        let word = Uncertainty::WORDS.iter().find(|(_, known)| *known == search);
        let word = word.map_or("", |(word, _)| word);
        return Err(ParseError::new("hidden", word, "a game with hidden cards with it"));
    }
    Ok(())
}

/// A search that reads parameters, or the clock, which has parameters, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchKind {
    /// Alpha-beta search for two seats, without chance.
    AlphaBeta,
    /// Alpha-beta search for two seats with chance nodes.
    Expectimax,
    /// Best-reply search, for three seats.
    BestReply,
    /// Paranoid search, for three seats.
    Paranoid,
    /// Max^n search, for three seats.
    MaxN,
    /// Monte Carlo tree search, for three seats.
    Mcts,
    /// Expectimax over views, where cards are hidden.
    Views,
    /// Determinization, where cards are hidden.
    Worlds,
    /// Monte Carlo tree search over information sets, where cards are hidden.
    Ismcts,
    /// Not a search: the division of a game's time over its moves.
    Clock,
}

/// The searches that read a parameter or a technique.
pub(crate) mod readers {
    use super::SearchKind::{
        self, AlphaBeta, BestReply, Expectimax, Ismcts, MaxN, Mcts, Paranoid, Views, Worlds,
    };

    pub(crate) const ALPHA_BETA: &[SearchKind] = &[AlphaBeta];
    pub(crate) const EXPECTIMAX: &[SearchKind] = &[Expectimax];
    pub(crate) const MCTS: &[SearchKind] = &[Mcts];
    pub(crate) const VIEWS: &[SearchKind] = &[Views];
    pub(crate) const VIEWS_AND_WORLDS: &[SearchKind] = &[Views, Worlds];
    pub(crate) const ISMCTS: &[SearchKind] = &[Ismcts];
    pub(crate) const DEALT: &[SearchKind] = &[Worlds, Ismcts];

    /// Searches by windows, with values from the transposition table.
    pub(crate) const WINDOWS: &[SearchKind] = &[AlphaBeta, Expectimax, BestReply, Paranoid];
    /// Searches by windows, without chance.
    pub(crate) const REDUCED: &[SearchKind] = &[AlphaBeta, BestReply, Paranoid];
    /// Searches by windows, for two seats.
    pub(crate) const TWO_SEATS: &[SearchKind] = &[AlphaBeta, Expectimax];
    /// Searches with chance nodes that have bounds.
    pub(crate) const BOUNDED: &[SearchKind] = &[Expectimax, Views, Worlds];
    /// Searches to a depth that use the transposition table.
    pub(crate) const TABLED: &[SearchKind] =
        &[AlphaBeta, Expectimax, BestReply, Paranoid, Views, Worlds];
    /// Searches to a depth with open cards.
    pub(crate) const OPEN: &[SearchKind] = &[AlphaBeta, Expectimax, BestReply, Paranoid, MaxN];
    /// Searches to a depth. All of them order moves by their history.
    pub(crate) const ORDERED: &[SearchKind] =
        &[AlphaBeta, Expectimax, BestReply, Paranoid, MaxN, Views, Worlds];
}

impl SearchKind {
    /// The name, as `--search` and `--hidden` have it where they choose it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Expectimax => "expectimax",
            Self::BestReply => "brs",
            Self::Paranoid => "paranoid",
            Self::MaxN => "maxn",
            Self::Mcts => "mcts",
            Self::Views => "views",
            Self::Worlds => "worlds",
            Self::Ismcts => "ismcts",
            Self::Clock => "clock",
        }
    }

    /// The names of some searches, for an error.
    pub(crate) fn names(searches: &[Self]) -> String {
        let mut names: Vec<_> = searches.iter().map(|search| search.name()).collect();
        names.sort_unstable();
        names.dedup();
        names.join(" or ")
    }
}
