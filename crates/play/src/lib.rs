//! A game between people and the engine: what a terminal and a page have in common.
//!
//! A [`Table`] is one game under way: the position, how it came about with all dice and cards, undo and redo, and
//! who sits on each seat, a person or the engine at a [`Level`]. It knows the game only by its text, so that
//! what shows it needs to know no game by its type.
//!
//! ```
//! use engine::StopFlag;
//! use play::{Sitter, Table, Turn, Viewer};
//!
//! let mut table = Table::open("maitres", 7)?;
//! table.roll()?;
//! let moves = table.view(Viewer::Player(0)).moves;
//! table.step(&moves[0])?;
//! assert_eq!(table.turn(), Turn::Chance { player: 1 });
//! table.undo()?;
//! // The die lies as it was rolled.
//! assert_eq!(table.view(Viewer::Player(0)).moves, moves);
//!
//! // What a beginner would play, and what the engine thinks of the position.
//! let mut question = table.question().expect("a player is to act");
//! let level = "2".parse()?;
//! assert!(moves.contains(&question.choose(level, 7, &StopFlag::default())));
//! # let _ = Sitter::Person;
//! # Ok::<(), games::ParseError>(())
//! ```
//!
//! # Hidden cards
//!
//! [`Table::view`] is all that a player may be told. It shows the position, the moves and the past as that player
//! knows them. A [`Question`] knows no more than the player whose turn it is.
//!
//! # Words
//!
//! [`texts`] has all words that people read, in French and in English, by key; both languages have the same keys.
//! [`spoken`] reads a move aloud, [`described`] a position; [`picture`] is a drawn board with its legend.
//!
//! # What it is not
//!
//! It prints nothing, keeps no files, knows no clock but the limits of a search.

mod board;
mod language;
mod legend;
mod level;
mod opinion;
mod question;
mod short_rules;
mod spoken;
mod table;
mod threats;
mod told;
mod turned;
mod view;

pub use language::{Language, Texts, texts};
pub use legend::picture;
pub use level::Level;
pub use opinion::{Line, Opinion, Proven};
pub use question::{Question, Study};
pub use spoken::spoken;
pub use table::{Sitter, Table};
pub use threats::{Threat, Threatened};
pub use told::described;
pub use view::{EventView, StepView, TableView, Turn, Viewer};
