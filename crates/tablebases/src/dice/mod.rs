//! Tables of La Guerre des Maîtres, where a die decides: the chance to win before each roll, by interval iteration.
//!
//! A table has the positions of one material in which a die is to be rolled; what comes after a roll is the best of
//! the moves, one ply on. The player to roll is always Red: a position of Brown's is turned by half.

mod bounds;
pub(crate) mod build;
mod counts;
mod guess;
mod material;
mod planes;
mod quiet;
mod ranks;
mod set;
mod store;
mod successors;
mod sweep;
pub(crate) mod verify;

pub use counts::SliceCounts;
pub use material::{Force, MAX_SLICE_PIECES, SliceId};
pub use set::SliceSet;
