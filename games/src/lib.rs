//! The rules of the games: positions, moves, chance events, notation, perft.
//!
//! No search, threads, clock or I/O. A game is a value that implements [`Game`] (its rules, with
//! their options, as data); positions are small `Copy` values that only the game can change.
//! Text enters and leaves through [`Notation`]. Adding a game is a directory here and its lines in
//! `list.rs`.

pub mod benedictine;
mod bits;
mod board_text;
pub mod buteur;
mod diagram;
mod error;
pub mod etoile;
mod game;
mod history;
mod information;
mod key;
mod list;
pub mod maitres;
mod notation;
mod option_table;
mod options;
mod perft;
mod resources;
pub mod ruches;
mod seat;
mod state;
mod state_text;
mod symmetry;
mod tactics;
mod walk;

pub use bits::Bits;
pub use diagram::Paint;
pub use error::ParseError;
pub use game::{Actor, Game, GameMove, NoEvent, Outcome};
pub use history::{DrawRules, History};
pub use information::{Hidden, Imperfect, Information, Perfect};
pub use key::{Key, random_words};
pub use list::{AnyState, GameInfo};
pub use notation::{Notation, format_game, format_position};
pub use options::{OptionInfo, OptionValues, Options};
pub use perft::{perft, successors};
pub use resources::Resources;
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet};
pub use state::{PlayError, State};
pub use symmetry::Symmetric;
pub use tactics::{MAX_PROMISE, Tactics, Tension};
pub use walk::{pick_event, pick_move, playout, random_step};
