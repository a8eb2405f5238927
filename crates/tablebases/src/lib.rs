//! Endgame tables: the result of every position with few pieces, or the probability that it is won.
//!
//! Each game with tables has its own module: [`etoile`] uses retrograde analysis, and [`maitres`],
//! a game with a die, uses interval iteration. They share the file format, the cache, the folders
//! and the errors of this crate. [`Tabled`] builds, verifies and opens the tables of any game.
//!
//! A table is independent of the moves before a position. It describes the game without draws by
//! quiet turns and repetition, in which endless play is a draw.
//! [`Endings::verdict`](games::Endings::verdict) converts its result for a game in progress.

mod binomial;
mod build;
mod cache;
#[cfg(not(test))]
mod compiled;
mod error;
pub mod etoile;
mod file;
mod folder;
mod key;
pub mod maitres;
mod open;
mod tabled;
mod verify;

pub use build::{BuildLimits, BuildProgress, Built};
#[cfg(not(test))]
#[doc(hidden)]
pub use compiled::compiled_for_each_game;
pub use error::Error;
pub use folder::check_folder;
pub use tabled::Tabled;
pub use verify::{Verified, Wrong};
