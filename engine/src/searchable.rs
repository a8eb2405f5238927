//! What a game must have to be searched.

use eval::{Evaluate, Evaluator, Linear};
use games::{Notation, State, Tactics};

use crate::answer::Answer;
use crate::request::Request;
use crate::searcher::Searcher;
use crate::task::SearchFamily;

/// A game with an evaluation: all that a search needs. Write [`crate::searchable!`] to have it.
pub trait Searchable: Tactics<Information: SearchFamily<Self>> {
    /// What it makes of positions.
    type Evaluator: Evaluator<Self>;

    /// As [`Searcher::search_with`]. The whole search of a game is compiled where this is written, once, and
    /// not again in every program that uses it.
    fn search(
        searcher: &mut Searcher<Self>,
        state: &State<Self>,
        request: &Request,
        report: &mut dyn FnMut(&Answer<Self::Move>) -> bool,
    ) -> Answer<Self::Move>;
}

/// A game with features, weights and texts: all that matches, tuning and programs need.
pub trait Playable: Searchable<Evaluator = Linear> + Evaluate + Notation {}

impl<G: Searchable<Evaluator = Linear> + Evaluate + Notation> Playable for G {}

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
                searcher: &mut $crate::Searcher<Self>,
                state: &$crate::games::State<Self>,
                request: &$crate::Request,
                report: &mut dyn FnMut(
                    &$crate::Answer<<Self as $crate::games::Game>::Move>,
                ) -> bool,
            ) -> $crate::Answer<<Self as $crate::games::Game>::Move> {
                searcher.run(state, request, report)
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
