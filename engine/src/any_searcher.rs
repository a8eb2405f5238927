//! A searcher of a game that is known only when the program runs.

use std::fmt;

use games::{AnyMove, AnyState, Listed, State, Step};

use crate::answer::Answer;
use crate::request::Request;
use crate::searchable::Searchable;
use crate::searcher::Searcher;

/// A [`Searcher`] whose game is known only when the program runs: it searches an [`AnyState`], and
/// its answers have moves of the type [`AnyMove`].
///
/// ```
/// use engine::{AnySearcher, Request, Searcher};
/// use games::{AnyState, with_state};
///
/// let state = AnyState::parse("maitres startpos moves die4")?;
/// let mut searcher: AnySearcher =
///     with_state!(&state, state => Searcher::new(state.game().clone()).into());
/// let answer = searcher.search(&state, &Request::new().depth(2));
/// assert!(state.is_legal(answer.best().expect("a player is to act")));
/// # Ok::<(), games::ParseError>(())
/// ```
pub struct AnySearcher(Box<dyn SearchesAny>);

/// Hears the answer of each iteration, and says whether the search goes on.
type Report<'a> = &'a mut dyn FnMut(&Answer<AnyMove>) -> bool;

/// The methods of a searcher of any type.
trait SearchesAny: Send {
    fn is_for(&self, state: &AnyState) -> bool;
    fn search(
        &mut self,
        state: &AnyState,
        request: &Request,
        report: Option<Report<'_>>,
    ) -> Answer<AnyMove>;
    fn endings(&self) -> Option<String>;
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl AnySearcher {
    /// Whether the searcher is bound to the game of this state, with its options.
    #[must_use]
    pub fn is_for(&self, state: &AnyState) -> bool {
        self.0.is_for(state)
    }

    /// The description of the endgame tables in use; `None` if there are none.
    #[must_use]
    pub fn endings(&self) -> Option<String> {
        self.0.endings()
    }

    /// As [`Searcher::search`].
    ///
    /// # Panics
    /// If the state is of another game, or of a game with other options.
    pub fn search(&mut self, state: &AnyState, request: &Request) -> Answer<AnyMove> {
        self.0.search(state, request, None)
    }

    /// As [`Searcher::search_with`].
    ///
    /// # Panics
    /// As [`AnySearcher::search`].
    pub fn search_with(
        &mut self,
        state: &AnyState,
        request: &Request,
        mut report: impl FnMut(&Answer<AnyMove>) -> bool,
    ) -> Answer<AnyMove> {
        self.0.search(state, request, Some(&mut report))
    }
}

impl<G: Searchable + Listed> From<Searcher<G>> for AnySearcher {
    fn from(searcher: Searcher<G>) -> Self {
        Self(Box::new(searcher))
    }
}

impl fmt::Debug for AnySearcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.describe(f)
    }
}

impl<G: Searchable + Listed> SearchesAny for Searcher<G> {
    fn is_for(&self, state: &AnyState) -> bool {
        G::state(state).is_some_and(|state| state.game() == self.game())
    }

    fn search(
        &mut self,
        state: &AnyState,
        request: &Request,
        report: Option<Report<'_>>,
    ) -> Answer<AnyMove> {
        let state: &State<G> = G::state(state)
            .unwrap_or_else(|| panic!("a searcher of {:?}: read {state:?}", self.game()));
        let any = |answer: &Answer<G::Move>| answer.map(|&mv| G::any_move(Step::Move(mv)));
        let answer = match report {
            Some(report) => self.search_with(state, request, |answer| report(&any(answer))),
            None => Searcher::search(self, state, request),
        };
        any(&answer)
    }

    fn endings(&self) -> Option<String> {
        Searcher::endings(self).map(games::Endings::describe)
    }

    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
