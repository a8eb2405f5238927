//! Matches between engines: a referee, players, records, statistics, and the `selfplay` binary.
//!
//! A match is a number of units, each some games from one start with the same chance in which the seats
//! go round. Every game is a pure function of the [`Plan`] and its number, so that a result does not
//! depend on how many threads or machines play it, nor on interruptions. The referee owns rules,
//! seeds, chance and clocks; a [`Player`], in this process or another, gets a view and names a move.

mod adjudication;
mod contest;
mod crc;
mod journal;
mod limit;
mod luck;
mod merge;
mod mind;
mod opening;
mod page;
mod plan;
mod player;
mod plot;
mod process;
mod progress;
mod random_games;
mod reason;
mod record;
mod referee;
mod report;
mod runner;
mod seating;
mod sequential;
mod shard;
mod spec;
pub mod stats;
mod streams;
mod summary;
mod switches;
mod tally;
mod ugi;
mod verify;
mod view;

pub use adjudication::Adjudication;
pub use contest::{Bench, Contest, Entrant, Game, Mind};
pub use crc::crc32;
pub use journal::{Journal, Records, lock_unwritten, open_locked};
pub use limit::{Allowance, Limit, parse_time};
pub use luck::LuckMeter;
pub use merge::{merge, merge_files};
pub use mind::Searcher;
pub use opening::{Openings, read_state};
pub use page::{html_page, page, table};
pub use plan::Plan;
pub use player::{Choice, Fault, Player, Sitting, Verdict};
pub use plot::{Bars, Curve, Plot};
pub use progress::Progress;
pub use random_games::{RandomGames, check_random_game};
pub use reason::Reason;
pub use record::{FaultRecord, GameRecord, format_line, parse_line};
pub use report::Report;
pub use seating::{Kind, Schedule, pairings, seatings};
pub use sequential::{Sequential, Trial};
pub use shard::Shard;
pub use spec::{Launch, MindSpec, PlayerSpec, with_common};
pub use summary::{Head, PlayerSummary, Results, Standing, Summary};
pub use tally::{GameResult, Tally};
pub use verify::verify;
pub use view::{Line, View, view};
