//! Matches between engines: a referee, players, records, statistics, and the `selfplay` binary.
//!
//! A match is a number of units, each some games from one start with the same chance in which the seats
//! go round. Every game is a pure function of the [`Plan`] and its number, so that a result does not
//! depend on how many threads or machines play it, nor on interruptions. The referee owns rules,
//! seeds, chance and clocks; a [`Player`], in this process or another, gets a view and names a move.

mod duration;
mod error;
mod files;
mod players;
mod progress;
mod random_games;
mod records;
mod referee;
mod report;
mod schedule;
pub mod statistics;

/// The checksum of lines and files: CRC-32 of ISO 3309, as in gzip and PNG.
pub use crc32fast::hash as crc32;
pub use duration::parse_duration;
pub use error::Error;
pub use files::{read_text, write_atomically};
pub use players::limit::{Allowance, Limit};
pub use players::player::{Fault, Player, Reply, Sitting};
pub use players::search::SearchSettings;
pub use players::spec::{Launch, MAX_HASH, PlayerKindSpec, PlayerSpec, with_common, with_pack};
pub use players::view::{Playthrough, View, view};
pub use players::weights::WeightsSource;
pub use progress::{Progress, Silent};
pub use random_games::{RandomGameError, RandomGames, check_random_game};
pub use records::error::{LineError, RecordsError, VerifyError};
pub use records::journal::{Journal, Records, lock_unwritten, open_locked};
pub use records::merge::{merge, merge_files};
pub use records::reason::Reason;
pub use records::record::{FaultRecord, GameRecord, format_line, parse_line};
pub use records::tally::{GameResult, Tally};
pub use records::verify::verify;
pub use referee::adjudication::Adjudication;
pub use referee::contest::{Contest, Entrant, PlayerKind, PlayerPool};
pub use referee::luck::LuckMeter;
pub use referee::opening::Openings;
pub use report::course::{Course, StrengthPoint, TestCourse, Thought};
pub use report::match_report::{MatchReport, PairReport};
pub use report::table::write_table;
pub use schedule::plan::Plan;
pub use schedule::seating::{Kind, Schedule, pairings, seatings};
pub use schedule::shard::Shard;
pub use statistics::sequential::{Sequential, Trial};
pub use statistics::summary::{Head, PlayerSummary, Results, Standing, Summary};
