//! Files and protocols of draughts players, for the boards `square8` and `square10` of L'Étoile
//! des Dames.
//!
//! - **PDN 3.0** (Portable Draughts Notation): [`PdnReader`] reads games one by one, and
//!   [`replay`] plays a game by the rules. [`write_pdn`] writes a game.
//! - **FEN**: [`read_fen`] and [`write_fen`].
//! - **Hub**, the protocol of Scan: [`hub`].
//! - **DXP** (DamExchange), the protocol between programs over a socket: [`dxp`].
//!
//! [`GameType`] says which rules a file has, which side begins, and how squares are named.
//!
//! ```
//! use draughts::{PdnReader, replay};
//!
//! let text = "[GameType \"21\"]\n1. 11-15 23-19 2. 8-11 *\n";
//! let game = PdnReader::new(text.as_bytes()).next().expect("a game")?;
//! let played = &replay(&game, None)?[0];
//! assert_eq!(played.moves, ["c3-d4", "d6-c5", "b2-c3"]);
//! assert_eq!(played.start.game_text(), "etoile:board=square8,players=2,rules=english");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! There is no search here, no socket and no process: these are the readers and the writers.

mod board;
pub mod dxp;
mod error;
mod fen;
mod game_type;
pub mod hub;
mod moves;
mod parser;
mod position;
mod reader;
mod replay;
mod score;
mod write;

pub use board::{Layout, Square};
pub use error::{PdnError, Place};
pub use fen::{read_fen, write_fen};
pub use game_type::{GameType, VARIANTS, Variant};
pub use moves::{captured, check_game, find_by_captured, is_draughts};
pub use parser::{Element, MoveText, PdnGame, SquareText};
pub use position::{fen_state, position_text};
pub use reader::PdnReader;
pub use replay::{Note, PlayedGame, commands, replay};
pub use score::Score;
pub use write::write_pdn;
