//! What a game must have to be searched, and a search in work.

use std::time::Instant;

use eval::{Evaluate, Evaluator, Linear};
use games::{Actor, Endings, Game, Information, Notation, State, Tactics};

use crate::answer::{Answer, Variation};
use crate::request::Request;
use crate::search::deepening::IterationResult;
use crate::search::memory::Memory;
use crate::table::transposition::TranspositionTable;
use crate::techniques::Techniques;

/// A game with an evaluation: all that a search needs. Write [`crate::searchable!`] to have it.
pub trait Searchable: Tactics<Information: SearchFamily<Self>> {
    /// What it makes of positions.
    type Evaluator: Evaluator<Self>;

    /// Answers a request. The whole search of a game is compiled where this is written, once, and not again
    /// in every program that uses it.
    #[doc(hidden)]
    fn search(task: &Task<'_, Self>, listener: Listener<'_, Self>) -> Answer<Self::Move>;
}

/// A game with features, weights and texts: all that matches, tuning and programs need.
pub trait Playable: Searchable<Evaluator = Linear> + Evaluate + Notation {}

impl<G: Searchable<Evaluator = Linear> + Evaluate + Notation> Playable for G {}

/// The search that goes with what players see: [`games::Perfect`] or [`games::Imperfect`] information.
pub trait SearchFamily<G: Searchable>: Information<G> {
    /// Answers a request.
    #[doc(hidden)]
    fn search(task: &Task<'_, G>, listener: Listener<'_, G>) -> Answer<G::Move>;
}

/// What each iteration is told to, which says whether the search goes on. Where nobody listens, no answers are made
/// before the last: in short searches they would take a tenth of the time.
#[doc(hidden)]
pub type Listener<'r, G> = Option<&'r mut dyn FnMut(&Answer<<G as Game>::Move>) -> bool>;

/// A state to be searched, and all that a search of it needs.
#[doc(hidden)]
pub struct Task<'a, G: Searchable> {
    pub(crate) state: &'a State<G>,
    pub(crate) request: &'a Request,
    pub(crate) evaluator: &'a G::Evaluator,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) endings: Option<&'a dyn Endings<G>>,
    pub(crate) techniques: Techniques,
    pub(crate) threads: usize,
    pub(crate) memory: &'a Memory,
    pub(crate) started: Instant,
}

impl<G: Searchable> Task<'_, G> {
    /// The variations found; a search that was stopped before it found any still names a legal move.
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

/// Makes a game searchable: `searchable!(MyGame)` with its features and weights ([`eval::Evaluate`]), or
/// `searchable!(MyGame, MyEvaluator)` with another evaluator.
#[macro_export]
macro_rules! searchable {
    ($game:ty) => {
        $crate::searchable!($game, $crate::eval::Linear);
    };
    ($game:ty, $evaluator:ty) => {
        impl $crate::Searchable for $game {
            type Evaluator = $evaluator;

            fn search(
                task: &$crate::Task<'_, Self>,
                listener: $crate::Listener<'_, Self>,
            ) -> $crate::Answer<<Self as $crate::games::Game>::Move> {
                type Information = <$game as $crate::games::Game>::Information;
                <Information as $crate::SearchFamily<Self>>::search(task, listener)
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
