//! Matches between engines: paired games, a referee, statistics, and the `selfplay` binary.
//!
//! A match is a number of units that are pure functions of their configuration, so that its result
//! does not depend on how many threads play it. A unit is two games from one random start with the
//! seats exchanged and the same dice. The `random` command tries the rules instead of the engine.

mod contest;
mod failure;
mod player;
mod progress;
mod random_games;
mod referee;
mod report;
pub mod stats;
mod streams;
mod switches;
mod tally;
mod weights_source;

pub use contest::{Contest, Game};
pub use failure::{Failure, finish, print, read_arguments, read_count};
pub use player::{Mind, Player, PlayerSpec, Searcher};
pub use progress::Progress;
pub use random_games::{RandomGames, check_random_game};
pub use referee::{MatchError, Played, Reason};
pub use report::Report;
pub use tally::{Results, Tally};
pub use weights_source::WeightsSource;
