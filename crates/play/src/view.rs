//! A game as a viewer sees it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::happening::{Effect, Happening};

/// The person who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player, by number, who sees the cards of that player.
    Player(u8),
    /// A person who may see no player's cards.
    Nobody,
    /// A person who may see all cards, as in an analysis.
    All,
}

/// The next to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Turn {
    /// A player is to move.
    Player {
        /// The player's number.
        player: u8,
    },
    /// A die, a draw or a cut is to come.
    Chance {
        /// The player for whom chance acts.
        player: u8,
    },
    /// The game is over.
    Over,
}

/// A chance event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventView {
    /// Its text.
    pub text: String,
    /// Its weight; its probability is this over the sum of all weights.
    pub weight: u32,
}

/// A move or an event of the past, or of the future that was taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepView {
    /// Its text, as the viewer knows it.
    pub text: String,
    /// The player who made it, or for whom chance acted.
    pub player: u8,
    /// Whether chance made it.
    pub chance: bool,
    /// Whether it is the draw of a card that the viewer does not see.
    #[serde(skip)]
    pub unseen: bool,
    /// Its happenings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub happened: Vec<Happening>,
    /// The way of the ball, as in [`Effect`], if the text does not tell it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ball: Vec<(i8, i8)>,
}

/// A game as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameView {
    /// The game with its options that are not the default.
    pub game: String,
    /// The game's name alone.
    pub name: &'static str,
    /// The text of the position now.
    pub position: String,
    /// The text of the whole game if the viewer may know all of it; else the text of the position.
    pub text: String,
    /// The next to act.
    pub turn: Turn,
    /// The players' names in texts, in the order of their numbers.
    pub players: Vec<&'static str>,
    /// The seat of each player: players of a team share one.
    pub seats: Vec<u8>,
    /// The moves of the player to act, where the viewer may know them, sorted.
    pub moves: Vec<String>,
    /// Other texts of these moves, sorted: captures by other routes, which a person may choose,
    /// too.
    pub routes: Vec<String>,
    /// The effects of these moves, by their text, where the text does not tell them.
    pub effects: BTreeMap<String, Effect>,
    /// The chance events, if chance acts.
    pub events: Vec<EventView>,
    /// All steps: those played, and those taken back that can be played again.
    pub steps: Vec<StepView>,
    /// The number of steps that are played.
    pub cursor: usize,
    /// Each seat's share of the point, if the game is over.
    pub result: Option<Vec<f64>>,
    /// Each seat's points, if points decide the game.
    pub points: Vec<u32>,
    /// Whether [`LiveGame::undo`](crate::LiveGame::undo) would go back.
    pub can_undo: bool,
    /// Whether [`LiveGame::redo`](crate::LiveGame::redo) would go on.
    pub can_redo: bool,
}
