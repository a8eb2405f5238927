//! Positions with results: games in a compact file, some of whose positions are samples.
//!
//! A data file holds games, not positions. It has the index of each move among all legal ones,
//! which takes one or two bytes, and a few numbers for each sample. A reader gets the positions by
//! replaying the games. The features come from the evaluation of the reader's version.

mod deduplicator;
mod error;
mod file;
mod frame;
mod game;
mod recorder;

pub use deduplicator::Deduplicator;
pub use error::{DataError, FileFault, FrameError, GameFault, RecordError, ReplayError};
pub use file::{DataFile, DataWriter, Header, format_data, merge_data};
pub use game::{CompactGame, Replayer, Sample};
pub use recorder::{PER_GAME, Recorder};
