//! Matches between players: a referee, statistics, and reports.
//!
//! # A match in memory
//!
//! A [`Match`] has players, a game, a number of games, and perhaps a test that ends it:
//!
//! ```
//! use games::maitres::Maitres;
//! use selfplay::{Match, Player};
//! use statistics::Sprt;
//!
//! let report = Match::<Maitres>::new()
//!     .player(Player::search("search").nodes(50))
//!     .player(Player::random("random"))
//!     .sprt(Sprt::elo(0.0, 200.0))
//!     .run()?;
//! assert!(report.players[0].points > report.players[1].points);
//! assert!(report.text().contains("H1 accepted"));
//! # Ok::<(), selfplay::Error>(())
//! ```
//!
//! The report is one value with three renderings: [`MatchReport::text`], [`MatchReport::json`] and
//! [`MatchReport::page`]. A long match has a [`MatchLog`] with a file, and can be interrupted at
//! any time.
//!
//! # Units
//!
//! A match is a number of *units*: some games with the same opening and the same chance, in which
//! the players take turns in the seats. Every game is a pure function of the [`Plan`] and its
//! number. So the result does not depend on the number of threads or machines that play the match,
//! nor on interruptions. The test of a match counts units in the order of their numbers
//! ([`Sequential`](statistics::Sequential)).
//!
//! # Players
//!
//! A [`Player`] describes a player: a search in this process, random moves, or a program that
//! speaks the text protocol. The referee owns rules, seeds, chance and clocks. It asks a [`Bot`]
//! for each move, and shows it a [`View`], which has nothing that its seat cannot see. A bot of
//! your own takes part in a match as well:
//!
//! ```
//! use engine::StopFlag;
//! use games::maitres::{Maitres, Move};
//! use selfplay::{Allowance, Bot, Fault, GameStart, Match, Player, Reply, View};
//!
//! struct FirstMove;
//!
//! impl Bot<Maitres> for FirstMove {
//!     fn begin(&mut self, _: &Maitres, _: GameStart) -> Result<(), Fault> {
//!         Ok(())
//!     }
//!
//!     fn choose(
//!         &mut self,
//!         view: &View<'_, Maitres>,
//!         _: &Allowance,
//!         _: &StopFlag,
//!     ) -> Result<Reply<Move>, Fault> {
//!         Ok(Reply::bare(view.playthrough.state.legal_moves()[0]))
//!     }
//! }
//!
//! let report = Match::<Maitres>::new()
//!     .bot("first", || FirstMove)
//!     .player(Player::random("random"))
//!     .games(4)
//!     .run()?;
//! assert_eq!(report.games, 4);
//! # Ok::<(), selfplay::Error>(())
//! ```
//!
//! # Records
//!
//! A [`MatchLog`] writes each game to its file as it ends; an interrupted match continues from it.
//! [`Records`] reads the file, [`verify`] replays its games by the rules, and [`merge_files`] puts
//! the parts of a match together ([`Shard`]). A [`Gathering`] does so while the parts arrive.
//!
//! [`check_random_game`] tries the rules of a game by playing at random, and [`RandomGames`] counts
//! how such games end.

#[cfg(not(test))]
mod compiled;
mod error;
mod files;
mod gather;
mod players;
mod random_games;
mod records;
mod referee;
mod report;
mod schedule;
mod written;

#[cfg(not(test))]
#[doc(hidden)]
pub use compiled::compiled_for_each_game;
pub use error::Error;
pub use files::write_atomically;
pub use gather::{GatherReport, Gathering, PartFault, WorkerReport};
pub use html::MARK as PAGE_MARK;
pub use jobs::{Progress, Silent};
pub use players::bot::{Bot, Fault, GameStart, Reply};
pub use players::greedy::Greedy;
#[cfg(target_os = "linux")]
pub use players::guard::guard_if_asked;
pub use players::hub::Hub;
pub use players::kind::BotFactory;
pub use players::kinds::Kind;
pub use players::launch::Launch;
pub use players::limit::{Allowance, Limit};
#[cfg(not(target_os = "linux"))]
pub use players::no_guard::guard_if_asked;
#[cfg(not(unix))]
pub use players::no_process::Orphans;
pub use players::player::Player;
#[cfg(unix)]
pub use players::process_group::Orphans;
pub use players::random::Random;
pub use players::sampling::Sampling;
pub use players::search::{Search, SearchSettings};
pub use players::settings::Settings;
pub use players::timekeeping::Timekeeping;
pub use players::uct::{Uct, UctSettings};
pub use players::view::{Playthrough, View, view};
pub use players::weights::WeightsSource;
pub use random_games::{RandomGameError, RandomGames, check_random_game};
pub use records::error::{ForeignRecord, LineError, RecordsError, VerifyError};
pub use records::imported::ImportedGame;
pub use records::journal::{Journal, Records, check_begun, lock_unwritten, open_locked};
pub use records::merge::{merge, merge_files};
pub use records::planned::{read_plan, read_playable_plan};
pub use records::reason::Reason;
pub use records::record::{FaultRecord, GameRecord, format_line, parse_line};
pub use records::tally::{GameResult, Tally};
pub use records::timing::{Overtime, Timing};
pub use records::verify::verify;
pub use referee::adjudication::Adjudication;
pub use referee::balance::BalancedOpenings;
pub use referee::contest::{Contest, PlayerPool};
pub use referee::game::PlayedGame;
pub use referee::luck::LuckMeter;
pub use referee::match_builder::Match;
pub use referee::match_log::MatchLog;
pub use referee::opening::Openings;
pub use report::match_report::{MatchReport, PairReport};
pub use report::summary::{PlayerSummary, Standing, Summary};
pub use report::table::{TABLE_MARK, write_table};
pub use report::timeline::{MeanMove, StrengthPoint, TestTimeline, Timeline};
pub use schedule::plan::Plan;
pub use schedule::seating::{Schedule, TournamentKind, pairings, seatings};
pub use schedule::shard::Shard;
pub use written::Written;
