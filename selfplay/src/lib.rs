//! Matches between players: a referee, statistics, and reports.
//!
//! # A match in memory
//!
//! A [`Plan`] says all that a match depends on: the game, the players as texts, a seed, how many units. A
//! [`Contest`] plays it, and a [`MatchReport`] says what came of it.
//!
//! ```
//! use games::maitres::Maitres;
//! use selfplay::{Contest, Plan};
//!
//! let players = ["name=thinks,nodes=100", "name=random,random=yes"].map(str::to_owned).to_vec();
//! let sprt = Some("elo0=0,elo1=200".to_owned());
//! let plan = Plan { sprt, ..Plan::new("maitres", players, 1, 20) };
//! let report = Contest::<Maitres>::new(plan)?.play_all(2)?;
//! assert!(report.players[0].points > report.players[1].points);
//! assert!(report.text().contains("SPRT of 0 against 200 normalised Elo"));
//! # Ok::<(), selfplay::Error>(())
//! ```
//!
//! The report is one value with three renderings: [`MatchReport::text`], [`MatchReport::json`] and
//! [`MatchReport::page`].
//!
//! # Units
//!
//! A match is a number of *units*: some games from one start with the same chance, in which the seats go
//! round. Every game is a pure function of the [`Plan`] and its number. So a result does not depend on how
//! many threads or machines play the match, nor on interruptions. [`Sequential`](statistics::Sequential) looks at each unit in its order, and ends the
//! match once its [`Sprt`](statistics::Sprt) is decided.
//!
//! # Players
//!
//! The referee owns rules, seeds, chance and clocks. A [`Bot`] gets a [`View`], which has nothing of what
//! its seat cannot see, and names a move. A [`PlayerSpec`] is the text of a player: a search in this process, random moves, or
//! a program that speaks the text protocol. A player of your own is a [`Bot`] that takes the place of one
//! of the plan's:
//!
//! ```
//! use engine::StopFlag;
//! use games::maitres::{Maitres, Move};
//! use selfplay::{Allowance, Contest, Fault, Plan, Bot, PlayerKind, Reply, GameStart, View};
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
//! let players = ["name=first", "name=random,random=yes"].map(str::to_owned).to_vec();
//! let mut contest = Contest::<Maitres>::new(Plan::new("maitres", players, 1, 2))?;
//! contest.players[0].kind = PlayerKind::own(|| FirstMove);
//! assert_eq!(contest.play_all(1)?.games, 4);
//! # Ok::<(), selfplay::Error>(())
//! ```
//!
//! # Records
//!
//! [`Contest::play_all`] writes nothing down. A long match has a [`Journal`]: [`Contest::run`] hands over each
//! game as it ends, and after an interruption the same match goes on. [`Records`] reads them again, [`verify`] replays them
//! by the rules, and [`merge_files`] puts the parts of a match together ([`Shard`]).
//!
//! [`check_random_game`] tries the rules of a game by playing at random, and [`RandomGames`] counts how
//! such games end.

mod error;
mod files;
mod players;
mod random_games;
mod records;
mod referee;
mod report;
mod schedule;

pub use error::Error;
pub use files::write_atomically;
pub use html::MARK as PAGE_MARK;
pub use jobs::{Progress, Silent};
pub use players::bot::{Bot, Fault, GameStart, Reply};
pub use players::common::{with_common, with_pack};
#[cfg(target_os = "linux")]
pub use players::guard::guard_if_asked;
pub use players::limit::{Allowance, Limit};
#[cfg(not(target_os = "linux"))]
pub use players::no_guard::guard_if_asked;
#[cfg(not(unix))]
pub use players::no_process::Orphans;
#[cfg(unix)]
pub use players::process_group::Orphans;
pub use players::search::SearchSettings;
pub use players::spec::{Launch, PlayerKindSpec, PlayerSpec};
pub use players::timekeeping::Timekeeping;
pub use players::uct::UctSettings;
pub use players::view::{Playthrough, View, view};
pub use players::weights::WeightsSource;
pub use random_games::{RandomGameError, RandomGames, check_random_game};
pub use records::error::{ForeignRecord, LineError, RecordsError, VerifyError};
pub use records::imported::ImportedGame;
pub use records::journal::{Journal, Records, check_begun, lock_unwritten, open_locked};
pub use records::merge::{merge, merge_files};
pub use records::reason::Reason;
pub use records::record::{FaultRecord, GameRecord, format_line, parse_line};
pub use records::tally::{GameResult, Tally};
pub use records::timing::{Overtime, Timing};
pub use records::verify::verify;
pub use referee::adjudication::Adjudication;
pub use referee::balance::BalancedOpenings;
pub use referee::contest::{Contest, Entrant, PlayerKind, PlayerPool};
pub use referee::luck::LuckMeter;
pub use referee::opening::Openings;
pub use report::match_report::{MatchReport, PairReport};
pub use report::summary::{PlayerSummary, Standing, Summary};
pub use report::table::{TABLE_MARK, write_table};
pub use report::timeline::{MeanMove, StrengthPoint, TestTimeline, Timeline};
pub use schedule::plan::Plan;
pub use schedule::seating::{Schedule, TournamentKind, pairings, seatings};
pub use schedule::shard::Shard;
