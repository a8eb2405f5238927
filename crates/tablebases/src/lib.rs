//! Endgame tables: how every position with few pieces ends, or the probability that it is won.
//!
//! Each game with tables has its own module: [`etoile`] by retrograde analysis, and [`maitres`],
//! where a die decides, by interval iteration. They share the file format, the cache, the folders
//! and the errors of this crate. [`Tabled`] builds, verifies and opens the tables of any game.
//!
//! A table knows a position, not the moves before it. It describes the game without draws by quiet
//! turns and repetition, in which endless play is a draw.
//! [`Endings::verdict`](games::Endings::verdict) says what that means in a game under way.

mod binomial;
mod build;
mod cache;
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
pub use error::Error;
pub use folder::check_folder;
pub use tabled::Tabled;
pub use verify::{Verified, Wrong};
