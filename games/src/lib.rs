//! The rules of the games: positions, moves, chance events, hidden cards, text.
//!
//! A game is a value that implements [`Game`]: its rules, with the options in force. Positions are
//! small `Copy` values. A [`State`] is a game, a position and its history. It reads texts, lists
//! legal moves, and checks each move before it plays it.
//!
//! ```
//! use games::{Actor, State, benedictine::Benedictine, perft};
//!
//! let mut state = State::<Benedictine>::parse("benedictine startpos moves c2-d3@f2")?;
//! assert!(matches!(state.actor(), Actor::Seat(_)));
//! let moves = state.legal_moves();
//!
//! // A move by its text, and a move from the list. Both are checked.
//! state.try_step("c6-d5")?;
//! assert!(state.try_step("c6-d5").is_err(), "nothing stands there any more");
//! assert!(state.play(state.legal_moves()[0]).is_ok());
//!
//! // The number of lines of two moves, the standard check of a move generator.
//! assert!(perft(state.game(), state.position(), 2) > moves.len() as u64);
//! # Ok::<(), games::ParseError>(())
//! ```
//!
//! # The types of a game
//!
//! - **Chance** (a die, cards that are drawn): [`Game::Event`], listed with weights. A game without
//!   chance writes [`without_chance!`] and has the empty event type [`NoEvent`].
//! - **Hidden cards**: [`Game::Information`] is [`Imperfect`], and [`Hidden`] gives the view of
//!   each player. In all other games it is [`Perfect`].
//! - **Seats**: up to [`MAX_SEATS`]. A [`PerSeat`] holds one value for each seat, a [`SeatSet`] a
//!   set of seats, such as the winners.
//! - **Text**: [`Notation`] reads and writes positions, moves, events and options.
//! - **Hints for the search**: [`Tactics`]. All of its methods have defaults.
//!
//! # The games
//!
//! The modules [`benedictine`], [`maitres`], [`ruches`], [`etoile`] and [`buteur`] are the games of
//! the list. [`AnyState`] is a state of any of them, read from a text, and [`AnyMove`] is a move or
//! chance event of any of them. [`with_state!`], [`with_game!`] and [`for_each_game!`] run generic
//! code on them. Each game is declared once, in `list.rs`.
//!
//! # Limits of this crate
//!
//! There is no search here, no thread, no clock and no file. Random games ([`playout`]) take a
//! generator from the caller.

mod actions;
pub mod benedictine;
mod bits;
mod board_text;
pub mod buteur;
mod coded;
mod diagram;
mod ending;
mod error;
pub mod etoile;
mod game;
mod history;
mod information;
mod key;
mod list;
pub mod maitres;
mod notation;
mod observations;
mod option_table;
mod options;
mod perft;
mod resources;
pub mod ruches;
mod seat;
mod sorting;
mod state;
mod state_text;
mod symmetry;
mod tactics;
mod walk;

pub use actions::Actions;
pub use bits::Bits;
pub use board_text::square_name;
pub use diagram::Paint;
pub use ending::{AnyEndings, Ending, Endings, SharedEndings, Verdict, WinChance};
pub use error::Blame;
pub use game::{Actor, Game, GameMove, NoEvent, Outcome};
pub use history::{DrawRules, History};
pub use information::{Hidden, Imperfect, Information, Perfect};
pub use key::{Key, random_words};
#[cfg(not(test))]
#[doc(hidden)]
pub use list::compiled_for_each_game;
pub use list::{AnyMove, AnyState, GameInfo, Listed};
pub use notation::{Notation, format_game, format_position};
pub use observations::{ObservationShape, ObservationWriter, Observations};
pub use options::{OptionInfo, OptionValues, Options};
pub use perft::{perft, successors};
pub use reader::ParseError;
pub use resources::Resources;
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet};
pub use sorting::sort_by_number;
pub use state::{PlayError, State, Step};
pub use symmetry::Symmetric;
pub use tactics::{MAX_MOVE_SCORE, Noisiness, Tactics};
pub use walk::{pick_event, pick_move, playout, random_step};
