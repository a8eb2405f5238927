//! The search: iterative deepening alpha-beta with chance nodes, in parallel over one shared table.
//!
//! [`Engine::search`] answers a [`Question`] (a game under way and limits) with an [`Answer`] (a best
//! move, its value, principal variations). It prints nothing: progress goes to an observer. What the
//! programs of the workspace share is in [`program`].

mod answer;
mod branch;
mod busy;
mod chance;
mod decision;
mod engine;
mod entry;
mod estimate_table;
mod hidden;
mod limits;
mod maxn;
mod near;
mod opponents;
mod ordering;
mod parameters;
mod playable;
pub mod program;
mod quiescence;
mod refutation;
mod root;
mod table;
mod techniques;
mod uncertainty;
mod window;
mod words;
mod worker;

pub use answer::{Answer, Line, Proof};
pub use engine::{Engine, Question};
pub use limits::{Clock, Limits, MAX_DEPTH, StopFlag};
pub use opponents::Opponents;
pub use parameters::{Parameter, Parameters, Scope};
pub use playable::Playable;
pub use table::{Table, TableError};
pub use techniques::Techniques;
pub use uncertainty::Uncertainty;
