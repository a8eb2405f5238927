//! Positions with results: games in a compact file, and which of their positions are samples.
//!
//! A data file holds games, not positions: the numbers of the moves among all legal ones, which
//! takes a byte or two for each, and a few numbers for each sample. The positions come back by
//! playing the games again, their features from the evaluation as it is when they are read.

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
