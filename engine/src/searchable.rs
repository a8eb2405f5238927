//! The traits of a searchable game, and the context of one search.

use std::time::Duration;

use eval::{Evaluate, Evaluator, Linear};
use games::{
    Actor, Endings, Game, Hidden, Imperfect, Information, Notation, Perfect, Seat, State, Tactics,
};

use crate::answer::{Answer, Variation};
use crate::clock::Moment;
use crate::request::Request;
use crate::search::abdada::Abdada;
use crate::search::control::Control;
use crate::search::deepening::{Finished, IterationResult};
use crate::search::memory::Memory;
use crate::table::transposition::TranspositionTable;
use crate::techniques::Techniques;

/// A game with an evaluation: all that a search needs. [`crate::searchable!`] implements it.
pub trait Searchable: Tactics<Information: SearchFamily<Self>> {
    /// The evaluation of positions.
    type Evaluator: Evaluator<Self>;

    /// Answers a request. The search of a game is compiled in the crate that implements this, once,
    /// and not again in every program that uses it.
    #[doc(hidden)]
    fn search(
        context: &SearchContext<'_, Self>,
        listener: Listener<'_, Self>,
    ) -> Answer<Self::Move>;
}

/// A game with features, weights and texts: all that matches, tuning and programs need.
pub trait Playable: Searchable<Evaluator = Linear> + Evaluate + Notation {}

impl<G: Searchable<Evaluator = Linear> + Evaluate + Notation> Playable for G {}

/// The search for a kind of information: [`games::Perfect`] or [`games::Imperfect`].
pub trait SearchFamily<G: Searchable>: Information<G> {
    /// Answers a request.
    #[doc(hidden)]
    fn search(context: &SearchContext<'_, G>, listener: Listener<'_, G>) -> Answer<G::Move>;
}

/// Perfect information: alpha-beta, max^n or Monte Carlo tree search.
impl<G: Searchable> SearchFamily<G> for Perfect {
    fn search(context: &SearchContext<'_, G>, listener: Listener<'_, G>) -> Answer<G::Move> {
        context.search_perfect(listener)
    }
}

/// Hidden cards: searches under uncertainty. They support two sides, which may be teams of several
/// players, and ignore draws by history.
impl<G: Searchable + Hidden> SearchFamily<G> for Imperfect {
    fn search(context: &SearchContext<'_, G>, listener: Listener<'_, G>) -> Answer<G::Move> {
        const { assert!(G::MAX_SEATS == 2, "games with hidden cards are searched for two seats") };
        context.search_hidden(listener)
    }
}

/// Is called after each iteration, and returns whether the search goes on. Without a listener only
/// the last answer is made: the others would take a tenth of the time in short searches.
#[doc(hidden)]
pub type Listener<'r, G> = Option<&'r mut dyn FnMut(&Answer<<G as Game>::Move>) -> bool>;

/// One search: the request, and the data that its threads share. It is aligned to its own cache
/// lines, because threads read it at every node.
#[doc(hidden)]
#[repr(align(128))]
pub struct SearchContext<'a, G: Searchable> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: &'a G::Evaluator,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) endings: Option<&'a dyn Endings<G>>,
    pub(crate) techniques: Techniques,
    /// The seat to act at the root, where there are three seats.
    pub(crate) root_seat: Option<Seat>,
    /// The positions that threads are searching, where there are several threads.
    pub(crate) abdada: Option<Abdada>,
    pub(crate) finished: Finished<G::Move>,
    pub(crate) control: Control<'a>,
    pub(crate) state: &'a State<G>,
    pub(crate) request: &'a Request,
    pub(crate) memory: &'a Memory<G>,
    pub(crate) started: Moment,
}

impl<G: Searchable> SearchContext<'_, G> {
    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.control.now().since(self.started)
    }

    /// The variations found; a search that was stopped before it found any still names a legal
    /// move.
    pub(crate) fn or_any_move(
        &self,
        progress: &IterationResult<G::Move>,
    ) -> Vec<Variation<G::Move>> {
        let state = self.state;
        let mut variations = progress.variations.clone();
        if variations.is_empty() && matches!(state.actor(), Actor::Seat(_)) {
            let mut first = None;
            state.game().each_move(state.position(), |mv| first = first.or(Some(mv)));
            let moves = first.into_iter().collect();
            variations.push(Variation { value: progress.value, exhausted: false, moves });
        }
        variations
    }
}

/// Makes a game searchable: `searchable!(MyGame)` with its features and weights
/// ([`eval::Evaluate`]), or `searchable!(MyGame, MyEvaluator)` with another evaluator.
#[macro_export]
macro_rules! searchable {
    ($game:ty) => {
        $crate::searchable!($game, $crate::eval::Linear);
    };
    ($game:ty, $evaluator:ty) => {
        impl $crate::Searchable for $game {
            type Evaluator = $evaluator;

            fn search(
                context: &$crate::SearchContext<'_, Self>,
                listener: $crate::Listener<'_, Self>,
            ) -> $crate::Answer<<Self as $crate::games::Game>::Move> {
                type Information = <$game as $crate::games::Game>::Information;
                <Information as $crate::SearchFamily<Self>>::search(context, listener)
            }
        }
    };
}

macro_rules! listed {
    ($name:ident, $game:ty) => {
        crate::searchable!($game);
    };
}
games::for_each_game!(listed);
