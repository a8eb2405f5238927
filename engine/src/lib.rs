//! The search: best moves, and values of positions.
//!
//! A [`Searcher`] is an engine bound to one game: its rules with their options, its evaluation, the
//! techniques of the search and the transposition table. It answers a [`Request`] about a state
//! with an [`Answer`]: a best move, its value, principal variations.
//!
//! ```
//! use engine::{Request, Searcher};
//! use games::{State, maitres::Maitres};
//!
//! // Red has rolled a 4.
//! let state = State::<Maitres>::parse("maitres startpos moves die4")?;
//! let mut searcher = Searcher::builder(state.game().clone()).hash(16).build().expect("16 MiB");
//! let answer = searcher.search(&state, &Request::new().depth(2).variations(3));
//!
//! assert!(state.is_legal(answer.best().expect("a seat is to act")));
//! assert_eq!(answer.variations.len(), 3);
//! // The expected result for the player to act, from -1 to 1.
//! assert!(answer.value.to_f64().abs() < 1.0);
//! # Ok::<(), games::ParseError>(())
//! ```
//!
//! # Which search is used
//!
//! | the game has | the search |
//! |---|---|
//! | two seats | iterative deepening, principal variation search, quiescence, a shared transposition table |
//! | chance | the same, with chance nodes that are cut off by bounds (Star1, Star2) |
//! | three seats or more | a Monte Carlo tree of estimates, best-reply search, paranoid search, or max^n ([`Opponents`]) |
//! | hidden cards | a tree search over information sets, expectimax over views, or determinization ([`Uncertainty`]) |
//!
//! A game with hidden cards has two seats, which may be teams of several players; with more seats
//! it does not compile. Searches with hidden cards ignore draws by history ([`games::DrawRules`]).
//!
//! A search with one thread and a limit of depth or nodes gives the same answer everywhere. With
//! more threads ([`SearcherBuilder::threads`]) all search the same tree and share the table. A
//! [`StopFlag`] ends a search from elsewhere; [`Searcher::search_with`] reports each iteration. An
//! [`AnySearcher`] is a searcher of a game that is known only when the program runs.
//!
//! [`Techniques`] switches each part of the search on or off, and [`Parameters`] are its numbers.
//! Exact techniques do not change values: tests compare them with plain negamax and expectimax.
//!
//! # A game of your own
//!
//! Implement [`games::Game`], [`games::Tactics`] and [`eval::Evaluate`], then write
//! [`searchable!`]. The folder `docs/examples` has games to copy.
//!
//! # Limits of this crate
//!
//! It prints nothing, reads no files and parses no arguments. The program `engine` does: it is the
//! crate `engine-program` in `programs/engine`.

mod answer;
mod any_searcher;
mod chance;
mod clock;
mod hidden;
mod integer;
mod limits;
mod machine;
pub mod mcts;
mod opponents;
mod parameters;
mod request;
mod search;
mod search_choice;
mod search_kind;
mod searchable;
mod searcher;
mod table;
mod techniques;
mod uncertainty;
mod words;

pub use answer::{Answer, Proof, RootMoveReport, SearchExplanation, ValueBound, Variation};
pub use any_searcher::AnySearcher;
pub use clock::{Clock, Moment};
pub use limits::{Limits, MAX_DEPTH, StopFlag, TimeLimit};
pub use machine::{MAX_HASH, MAX_THREADS, available_threads};
pub use opponents::model::Opponents;
pub use parameters::{Parameter, Parameters};
pub use request::Request;
pub use search::statistics::Statistics;
pub use search_kind::{SearchKind, check_choice};
pub use searchable::{Listener, Playable, SearchContext, SearchFamily, Searchable};
pub use searcher::{Searcher, SearcherBuilder};
pub use table::transposition::TableError;
pub use techniques::{Technique, TechniqueClass, Techniques};
pub use uncertainty::Uncertainty;

// The code that `searchable!` generates names these crates.
#[doc(hidden)]
pub use {eval, games};

/// The names that most users of the library need, in one `use`.
///
/// ```
/// use engine::prelude::*;
///
/// let mut state = State::<Benedictine>::parse("benedictine startpos")?;
/// let mut searcher = Searcher::new(state.game().clone());
/// let best = searcher.search(&state, &Request::new().depth(2)).best().expect("a player is to act");
/// println!("{}", state.move_text(best));
/// state.play(best).expect("a legal move");
/// # Ok::<(), ParseError>(())
/// ```
pub mod prelude {
    pub use eval::{Evaluate, Evaluator, Value, Weights};
    pub use games::benedictine::Benedictine;
    pub use games::buteur::Buteur;
    pub use games::etoile::EtoileOnStar;
    pub use games::maitres::Maitres;
    pub use games::ruches::Ruches;
    pub use games::{
        Actor, AnyMove, AnyState, Game, Notation, Outcome, ParseError, PlayError, Seat, State,
        perft, with_state,
    };

    pub use crate::{
        Answer, AnySearcher, Limits, Opponents, Parameters, Proof, Request, Searcher,
        SearcherBuilder, StopFlag, Techniques, Uncertainty, Variation,
    };
}
