//! The search: iterative deepening alpha-beta with chance nodes, in parallel over one shared table.
//!
//! [`Engine::search`] answers a [`Question`] (a game under way and limits) with an [`Answer`] (a best
//! move, its value, principal variations). It prints nothing: progress goes to an observer.

mod answer;
mod chance;
mod engine;
mod hidden;
mod limits;
mod opponents;
mod parameters;
mod playable;
mod search;
mod table;
mod techniques;
mod uncertainty;
mod words;

pub use answer::{Answer, Line, Proof};
pub use engine::{Engine, Question};
pub use limits::{Clock, Limits, MAX_DEPTH, StopFlag};
pub use opponents::assumption::Opponents;
pub use parameters::{Parameter, Parameters, Scope};
pub use playable::Playable;
pub use table::transposition::{Table, TableError};
pub use techniques::Techniques;
pub use uncertainty::Uncertainty;
