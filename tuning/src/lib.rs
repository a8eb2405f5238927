//! Weights and numbers that the engine learns from its own games.
//!
//! There are two ways to improve weights. A *fit* takes many games that were already played
//! ([`Generation`] plays them, [`data`] stores them), and finds the weights that predict their
//! results best ([`Fitting`], [`fit`]). A *run* by games ([`tune`]) changes a few weights or search
//! parameters, and lets the variants play each other; [`optimisers`] has the methods. In both cases
//! [`tune::verify`] plays the new version against the old one, and reports which to keep. A
//! [`Night`] does all of this, round after round.
//!
//! Every long task has a folder with a [`Checkpoint`] and a [`Log`]. It can be interrupted at any
//! time, and then continues to exactly the same result.
//!
//! The engine plays a hundred games and learns from them:
//!
//! ```
//! use engine::StopFlag;
//! use eval::Weights;
//! use games::ruches::Ruches;
//! use selfplay::{Match, Player, Silent, TournamentKind};
//! use tuning::fit::{FitOptions, Labels, load};
//! use tuning::{Fitting, Generation};
//!
//! # fn main() -> Result<(), tuning::Error> {
//! # let folder = std::env::temp_dir().join(format!("learning-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).expect("a folder");
//! let (data, stop) = (folder.join("ruches.data"), StopFlag::default());
//! let player = Player::search("self").nodes(50);
//! let contest = Match::<Ruches>::new().player(player).kind(TournamentKind::Solo).games(100).build()?;
//! let game = contest.start.game().clone();
//! let generation = Generation { contest, per_game: 24, luck: true, threads: 2 };
//! generation.run(&data, false, &stop, &mut Silent)?;
//!
//! let loaded = load(&[data], Labels { mix: 0.3, held_out: 15 })?;
//! let (old, options) = (Weights::zero(&game), FitOptions { batch: 256, ..FitOptions::default() });
//! let fitting = Fitting { game: &game, loaded: &loaded, old: &old, options };
//! let fitted = fitting.run(&folder.join("fit"), &options, false, &stop, &mut Silent)?;
//! let (weights, report) = fitted.expect("nobody has stopped it");
//! assert!(report.losses[1] < report.losses[0], "better than knowing nothing");
//! println!("{}", String::from_utf8_lossy(&weights.format(&game)));
//! # std::fs::remove_dir_all(folder).expect("a folder");
//! # Ok(())
//! # }
//! ```

mod chances;
mod checkpoint;
#[cfg(not(test))]
mod compiled;
pub mod data;
mod error;
pub mod fit;
mod fitting;
mod generation;
mod log;
pub mod optimisers;
mod overnight;
mod report;
pub mod tune;
mod weight_pictures;

pub use chances::SearchedPositions;
pub use checkpoint::{Checkpoint, CheckpointError, CheckpointFault, parse_checkpoint};
#[cfg(not(test))]
#[doc(hidden)]
pub use compiled::compiled_for_each_game;
pub use error::Error;
pub use fitting::{EPOCHS, Fitting};
pub use generation::{Generation, GenerationCounts};
pub use log::{Log, LogError, LogFault, parse_log};
pub use overnight::{Night, NightOptions, ROUNDS, Round, WEIGHTS as NIGHT_WEIGHTS};
pub use report::{fit_page, night_page, search_page};
