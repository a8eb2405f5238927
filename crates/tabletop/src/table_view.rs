//! A table as a page sees it, as JSON. All of it comes from the viewer's [`GameView`].

use play::{Controller, GameView, Texts, Turn, Viewer};
use serde::Serialize;

use crate::analysis::AnalysisBoard;
use crate::table::{Right, Table, number};
use crate::terms::{Ask, Clocks, Ended};

/// The number of last steps that are also given in words.
const SAID: usize = 24;

/// A table as a page sees it.
#[derive(Debug, Serialize)]
pub struct TableView {
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
    /// By player: whether a person has taken the seat.
    taken: Vec<bool>,
    /// The player whose seat the page's link offers.
    invited: Option<u8>,
    /// The token with which one can look on, for players to give away.
    watch: Option<String>,
    /// Whether people may ask for advice while the game goes on.
    hints: bool,
    /// The proposal that the other players have not accepted yet.
    ask: Option<Ask>,
    /// The end of the game, if its rules do not know it.
    ended: Option<Ended>,
    /// The clocks, if there are any.
    clock: Option<ClockView>,
    /// The id of the table of the next game.
    next: Option<String>,
    /// The step that is looked back at; `None` in a view of the present.
    at: Option<usize>,
    #[serde(flatten)]
    view: GameView,
}

/// The clocks as a page sees them.
#[derive(Debug, Serialize)]
struct ClockView {
    base: u32,
    increment: u32,
    /// By player: the milliseconds left when the view was made.
    left: Vec<u64>,
    /// The player whose clock runs.
    running: Option<u8>,
}

impl TableView {
    /// The view of a requester.
    pub(crate) fn new(
        id: &str,
        table: &Table,
        right: Right,
        viewer: Viewer,
        texts: &Texts,
        now: u64,
    ) -> Self {
        let mut clock = table.kept.clock.clone();
        clock.iter_mut().for_each(|clock| clock.count(now));
        let goes_on = table.kept.ended.is_none();
        // At the end all cards are shown.
        let mut view = table.game.view(if goes_on { viewer } else { Viewer::All });
        view.can_undo &= goes_on && table.may_take_back(right, table.game.undone_by());
        view.can_redo &= goes_on && table.may_take_back(right, table.game.redone_by());
        if let Some(result) = table.ended_result() {
            view.turn = Turn::Over;
            view.result = Some(result);
            [&mut view.moves, &mut view.routes].into_iter().for_each(Vec::clear);
            view.events.clear();
            view.effects.clear();
        }
        let may_watch = matches!(right, Right::Host | Right::Player(_));
        let watch = may_watch.then(|| table.kept.watch.clone()).filter(|token| !token.is_empty());
        let played = &view.steps[..view.cursor];
        let last = &played[played.len().saturating_sub(SAID)..];
        let said = last.iter().map(|step| table.game.say(texts, &step.text)).collect();
        Self {
            id: id.to_owned(),
            version: table.kept.version,
            names: table.kept.names.clone(),
            sitters: table.game.controllers().iter().map(|&sitter| number(sitter)).collect(),
            own: table.own(right),
            host: right == Right::Host,
            viewer: match viewer {
                Viewer::Player(player) => Some(player),
                Viewer::Nobody | Viewer::All => None,
            },
            may_act: table.may_act(right),
            hides: table.game.hides() && view.turn != Turn::Over,
            offer: table.offer(),
            typed: table.kept.typed,
            thinking: is_engine_turn(table),
            said,
            analysis: table.kept.analysis.clone(),
            at: None,
            tokens: (right == Right::Host).then(|| table.seat_tokens()),
            taken: table.kept.claimed.clone(),
            invited: table.invited(right),
            watch,
            hints: table.kept.hints,
            ask: table.kept.ask.clone(),
            ended: table.kept.ended.clone(),
            clock: clock.map(|Clocks { base, increment, left, running, .. }| ClockView {
                base,
                increment,
                left,
                running,
            }),
            next: table.kept.next.clone(),
            view,
        }
    }

    /// The same as a view of an earlier step, at which nobody can act.
    pub(crate) fn looking_back(mut self, step: usize) -> Self {
        (self.at, self.may_act, self.thinking) = (Some(step), false, false);
        (self.view.can_undo, self.view.can_redo) = (false, false);
        self.view.moves.clear();
        self.view.routes.clear();
        self.view.effects.clear();
        self
    }
}

fn is_engine_turn(table: &Table) -> bool {
    match table.turn() {
        _ if table.game.looks_back() => false,
        // The engine cannot play a hand whose cards the program does not know.
        Turn::Player { player } => {
            let engine = table.game.controllers()[usize::from(player)] != Controller::Person;
            engine && table.game.question().is_some()
        }
        Turn::Chance { .. } | Turn::Over => false,
    }
}
