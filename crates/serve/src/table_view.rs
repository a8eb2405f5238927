//! A table as a page sees it, as JSON. All of it comes from the viewer's [`GameView`].

use play::{Controller, GameView, Language, Turn, Viewer, texts};
use serde::Serialize;

use crate::analysis::AnalysisBoard;
use crate::room::{Inner, Right, number};

/// The number of last steps that are also given in words.
const SAID: usize = 24;

/// A table as a page sees it.
#[derive(Debug, Serialize)]
pub(crate) struct TableView {
    /// The table's id.
    id: String,
    /// The number of the last change.
    version: u64,
    /// The names that the players chose.
    names: Vec<String>,
    /// By player: 0 for a person, else the engine's level.
    sitters: Vec<u8>,
    /// The players whom the page controls.
    own: Vec<u8>,
    /// Whether the page is the host's.
    host: bool,
    /// The player whose cards the page sees.
    viewer: Option<u8>,
    /// Whether the page may act now.
    may_act: bool,
    /// Whether cards are hidden.
    hides: bool,
    /// The players who agree to lay all cards open, if there is an offer.
    offer: Option<Vec<u8>>,
    /// Whether dice and cards come from a real table.
    typed: bool,
    /// Whether the engine is thinking.
    thinking: bool,
    /// The last steps in words, at most [`SAID`] of them.
    said: Vec<String>,
    /// The tokens of free seats, for the host to give away.
    tokens: Option<Vec<Option<String>>>,
    /// If this is the analysis of a game: the game and the lines.
    analysis: Option<AnalysisBoard>,
    #[serde(flatten)]
    view: GameView,
}

impl TableView {
    /// The view of a requester.
    pub(crate) fn new(
        id: &str,
        inner: &Inner,
        right: Right,
        viewer: Viewer,
        language: Language,
    ) -> Self {
        let mut view = inner.game.view(viewer);
        view.can_undo &= inner.may_take_back(right, inner.game.undone_by());
        view.can_redo &= inner.may_take_back(right, inner.game.redone_by());
        let played = &view.steps[..view.cursor];
        let last = &played[played.len().saturating_sub(SAID)..];
        let said = last.iter().map(|step| inner.game.say(texts(language), &step.text)).collect();
        Self {
            id: id.to_owned(),
            version: inner.kept.version,
            names: inner.kept.names.clone(),
            sitters: inner.game.controllers().iter().map(|&sitter| number(sitter)).collect(),
            own: inner.own(right),
            host: right == Right::Host,
            viewer: match viewer {
                Viewer::Player(player) => Some(player),
                Viewer::Nobody | Viewer::All => None,
            },
            may_act: inner.may_act(right),
            hides: inner.game.hides(),
            offer: inner.offer(),
            typed: inner.kept.typed,
            thinking: is_engine_turn(inner),
            said,
            analysis: inner.kept.analysis.clone(),
            tokens: (right == Right::Host).then(|| inner.seat_tokens()),
            view,
        }
    }
}

fn is_engine_turn(inner: &Inner) -> bool {
    match inner.game.turn() {
        _ if inner.game.looks_back() => false,
        // The engine cannot play a hand whose cards the program does not know.
        Turn::Player { player } => {
            let engine = inner.game.controllers()[usize::from(player)] != Controller::Person;
            engine && inner.game.question().is_some()
        }
        Turn::Chance { .. } | Turn::Over => false,
    }
}
