//! A game between people and the engine: the common part of the terminal and the page.
//!
//! A [`LiveGame`] is one game in progress: the position, its history with all dice and cards, undo
//! and redo, and the controller of each player, a person or the engine at a [`Level`]. Its
//! interface is text, so that a program that shows it does not need the types of the games.
//!
//! ```
//! use engine::StopFlag;
//! use play::{LiveGame, Turn, Viewer};
//!
//! let mut game = LiveGame::open("maitres", 7)?;
//! game.roll()?;
//! let moves = game.view(Viewer::Player(0)).moves;
//! game.step(&moves[0])?;
//! assert_eq!(game.turn(), Turn::Chance { player: 1 });
//! game.undo()?;
//! // The die lies as it was rolled.
//! assert_eq!(game.view(Viewer::Player(0)).moves, moves);
//!
//! // A beginner's move.
//! let mut question = game.question().expect("a player is to act");
//! let level = "2".parse()?;
//! assert!(moves.contains(&question.choose(level, 7, &StopFlag::default())));
//! # Ok::<(), games::ParseError>(())
//! ```
//!
//! # Hidden cards
//!
//! [`LiveGame::view`] is all that a player may know. It shows the position, the moves and the past
//! as that player knows them. A [`Question`] contains no more than the knowledge of the player to
//! act.
//!
//! # Words
//!
//! [`texts`] has all texts in French and in English, by key; both languages have the same keys.
//! [`LiveGame::say`] reads a move aloud, [`LiveGame::describe`] a position; [`LiveGame::picture`]
//! is the drawn board with its legend. The words, the legend and the levels of each game are in its
//! module in `games`.
//!
//! # Limits
//!
//! This crate prints nothing and keeps no files. It uses no clock except for the limits of a
//! search.

mod games;
mod happening;
mod language;
mod level;
mod live_game;
mod opener;
mod opinion;
mod pitch;
mod question;
mod rotated_board;
mod short_rules;
mod texts;
mod threatened;
mod threats;
mod typed_game;
mod view;
mod why;
mod words;

pub use happening::{Effect, Happening, HappeningKind, Piece};
pub use language::{Language, Texts};
pub use level::Level;
pub use live_game::{Controller, LiveGame};
pub use opener::Games;
pub use opinion::{Line, Opinion, Proven};
pub use pitch::PitchView;
pub use question::{
    AskedPosition, EngineOfGame, EngineParts, FindEndings, LoadWeights, PackedWeights, Question,
    Study, packed_weights,
};
pub use texts::texts;
pub use threatened::Threatened;
pub use threats::Threat;
pub use view::{EventView, GameView, StepView, Turn, Viewer};
