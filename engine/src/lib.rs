//! The search: iterative deepening alpha-beta with chance nodes, in parallel over one shared table.
//!
//! A [`Searcher`] is an engine bound to one game. It answers a [`Request`] about a state with an
//! [`Answer`]: a best move, its value, principal variations. It prints nothing: progress goes to an
//! observer.

mod answer;
mod chance;
mod family;
mod hidden;
mod limits;
mod opponents;
mod parameters;
mod request;
mod search;
mod searchable;
mod searcher;
mod table;
mod techniques;
mod uncertainty;
mod words;

pub use answer::{Answer, Proof, RootMoveReport, SearchExplanation, ValueBound, Variation};
pub use limits::{Clock, Limits, MAX_DEPTH, StopFlag};
pub use opponents::model::Opponents;
pub use parameters::{Parameter, Parameters, Scope};
pub use request::Request;
pub use search::statistics::Statistics;
pub use searchable::{Playable, SearchFamily, Searchable, Task};
pub use searcher::{Searcher, SearcherBuilder};
pub use table::transposition::TableError;
pub use techniques::Techniques;
pub use uncertainty::Uncertainty;

// What `searchable!` writes speaks of them.
#[doc(hidden)]
pub use {eval, games};
