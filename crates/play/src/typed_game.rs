//! A game of one type in progress: the position and its history.

use engine::Playable;
use games::{
    Actor, Information, Paint, ParseError, Seat, SeatSet, State, Step, format_game,
    format_position, pick_event,
};
use std::collections::BTreeMap;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::games::PresentedGame;
use crate::happening::{Effect, Happening, HappeningKind};
use crate::language::Texts;
use crate::level::Level;
use crate::question::{AskedPosition, EngineParts, FindEndings, Question, question_of};
use crate::rotated_board::{board_and_legend, marked, rotated};
use crate::threatened::Threatened;
use crate::threats::{Threat, threats};
use crate::view::{EventView, GameView, StepView, Turn, Viewer};
use crate::why::Refused;
use crate::words::Words;

/// A game of any type in progress, for a [`LiveGame`](crate::LiveGame).
pub(crate) trait AnyGame: Send {
    /// The same game once more. Changes of one do not change the other.
    fn copy(&self) -> Box<dyn AnyGame>;
    /// The next to act.
    fn turn(&self) -> Turn;
    /// The steps; also those that were taken back.
    fn steps(&self) -> &[StepView];
    /// The number of steps that are played.
    fn cursor(&self) -> usize;
    /// Whether players hold cards that others do not see.
    fn hides(&self) -> bool;
    /// Whether the game has dice or cards.
    fn has_chance(&self) -> bool;
    /// The players' names.
    fn players(&self) -> Vec<&'static str>;
    /// Plays a move or an event, by its text. Steps that were taken back are forgotten.
    fn step(&mut self, text: &str) -> Result<(), ParseError>;
    /// Draws a chance event at random, and returns its text.
    fn draw(&self, rng: &mut ChaCha8Rng) -> Option<String>;
    /// Goes to the position after a number of steps.
    fn go_to(&mut self, cursor: usize);
    /// The game as a viewer sees it.
    fn view(&self, viewer: Viewer) -> GameView;
    /// The game as a terminal shows it. A program for tables alone does not contain this.
    fn drawn(&self) -> Option<&dyn DrawnGame>;
    /// The position as the player to act knows it, or all of it if cards are `open`.
    fn question(&self, open: bool, endings: Option<FindEndings>) -> Option<Box<dyn Question>>;
    /// The parts of its engine.
    fn engine(&self) -> EngineParts;
    /// The text of the game from its start, with hidden cards.
    fn text(&self) -> String;
    /// The text of the position that the game began with.
    fn start(&self) -> String;
    /// Whether chance is to deal a card that only one player sees.
    fn deals(&self) -> bool;
    /// The text of the draw of an unknown card, if that is the only event.
    fn unseen_draw(&self) -> Option<String>;
    /// The wins and captures that each player could make at once.
    fn threats(&self) -> Vec<Threat>;
    /// The current value of each option, in the order of the options.
    fn options(&self) -> Vec<String>;
    /// The current value of an option, if the game has it.
    fn option(&self, key: &str) -> Option<String>;
    /// The key of the game's own words for a threat, with the game's name.
    fn threat_key(&self, kind: Threatened) -> Option<String>;
    /// A move or an event read aloud.
    fn say(&self, texts: &Texts, text: &str) -> String;
    /// A happening in words, if there are any for it.
    fn tell(&self, texts: &Texts, happening: &Happening) -> Option<String>;
    /// The reason why a stop of a move cannot be chosen, after another one.
    fn why(&self, texts: &Texts, from: Option<&str>, stop: &str) -> Option<String>;
    /// The longest time that a level takes for a move.
    fn level_time(&self, level: Level) -> Duration;
}

/// A game as a terminal shows it.
pub(crate) trait DrawnGame {
    /// The drawn board as a viewer sees it.
    fn diagram(&self, viewer: Viewer, paint: Paint) -> String;
    /// The position in words.
    fn describe(&self, texts: &Texts, viewer: Viewer) -> Vec<String>;
    /// The drawn board with its legend.
    fn picture(&self, texts: &Texts, viewer: Viewer, paint: Paint, flipped: bool) -> String;
}

/// A move or an event.
#[derive(Clone)]
enum StepAction<G: Playable + PresentedGame> {
    Move(G::Move),
    Event(G::Event),
}

/// A step, and its text as each player sees it.
#[derive(Clone)]
struct PlayedStep<G: Playable + PresentedGame> {
    action: StepAction<G>,
    /// The text for each player, then for a viewer who is none of them; empty if all are the same.
    seen: Vec<String>,
}

/// Makes a question to an engine that is in another program.
pub(crate) type AskElsewhere = fn(AskedPosition) -> Box<dyn Question>;

/// Makes the question about a state. The flag says whether the player to act sees all cards.
type AskHere<G> = fn(&State<G>, bool, Option<FindEndings>) -> Box<dyn Question>;

/// The parts that a program for tables alone does not contain. They are reached by functions that
/// are named here, so that the linker can leave them out.
#[derive(Clone)]
enum Parts<G: Playable + PresentedGame> {
    /// The search, and the game as a terminal shows it.
    All { ask: AskHere<G>, draw: fn(&TypedGame<G>) -> &dyn DrawnGame },
    /// Another program has the engine.
    Tables(AskElsewhere),
}

/// A game of one type in progress.
#[derive(Clone)]
pub(crate) struct TypedGame<G: Playable + PresentedGame> {
    start: State<G>,
    now: State<G>,
    steps: Vec<PlayedStep<G>>,
    /// The steps with all hidden cards.
    shown: Vec<StepView>,
    cursor: usize,
    /// The text of the draw of an unknown card, if the game has it.
    unseen_text: Option<String>,
    parts: Parts<G>,
}

impl<G: Playable + PresentedGame> TypedGame<G> {
    /// A game from a position.
    pub(crate) fn new(start: State<G>) -> Self {
        Self::with_parts(start, Parts::All { ask: question_of, draw: |game| game })
    }

    /// A game from a position, whose questions another program answers.
    pub(crate) fn asking(start: State<G>, ask: AskElsewhere) -> Self {
        Self::with_parts(start, Parts::Tables(ask))
    }

    fn with_parts(start: State<G>, parts: Parts<G>) -> Self {
        let game = start.game();
        let unseen_text = game.unseen_draw().map(|draw| game.format_event(draw));
        let now = start.clone();
        let (steps, shown) = (Vec::new(), Vec::new());
        Self { now, start, steps, shown, cursor: 0, unseen_text, parts }
    }

    fn words<'a>(&self, texts: &'a Texts, flipped: bool) -> Words<'a> {
        Words { texts, game: G::NAME, players: self.now.game().players(), flipped }
    }

    fn player(&self) -> u8 {
        G::Information::player(self.now.game(), self.now.position())
    }

    /// A position as a viewer sees it.
    fn seen(&self, viewer: Viewer) -> G::Position {
        Self::seen_by(self.now.game(), *self.now.position(), viewer)
    }

    fn seen_by(game: &G, position: G::Position, viewer: Viewer) -> G::Position {
        match viewer {
            Viewer::All => position,
            Viewer::Player(player) => G::Information::view(game, &position, player),
            // A viewer who is no player sees the cards that all players see.
            Viewer::Nobody => (0..G::Information::players(game))
                .fold(position, |seen, player| G::Information::view(game, &seen, player)),
        }
    }

    /// The player for whom chance acts: the player who draws a card and sees it, or else the player
    /// to act.
    fn chance_player(&self) -> u8 {
        let game = self.now.game();
        let draws = |player: &u8| {
            // A player who draws sees the card, even if the program does not know the hand. A
            // random hand stands for it.
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            let seen = self.seen(Viewer::Player(*player));
            let held = G::Information::reveal(game, &seen, *player, &mut rng);
            let mut draws = false;
            game.each_event(&held, |event, _| {
                draws |= game.is_draw(event) && game.unseen_draw() != Some(event);
            });
            draws
        };
        (0..G::Information::players(game)).find(draws).unwrap_or_else(|| self.player())
    }

    /// The text of an event for each player, then for a viewer who is none of them.
    fn seen_event(&self, event: G::Event) -> Vec<String> {
        let game = self.now.game();
        let Some(unseen) = game.unseen_draw() else { return Vec::new() };
        let players = (0..G::Information::players(game)).map(Viewer::Player);
        let seen = players.chain([Viewer::Nobody]).map(|viewer| {
            // All players see a card that is cut.
            let is_seen = !game.is_draw(event) || self.is_told(viewer, event);
            game.format_event(if is_seen { event } else { unseen })
        });
        seen.collect()
    }

    /// Whether a viewer can tell a draw from all other draws.
    fn is_told(&self, viewer: Viewer, draw: G::Event) -> bool {
        let (game, before) = (self.now.game(), self.seen(viewer));
        let (mut drawn, mut others) = (None, Vec::new());
        game.each_event(&before, |event, _| {
            let after = Self::seen_by(game, game.apply_event(&before, event), viewer);
            if event == draw { drawn = Some(after) } else { others.push(after) }
        });
        drawn.is_some_and(|drawn| !others.contains(&drawn))
    }

    /// Whether a viewer may know the moves of the player to act.
    fn knows_moves(&self, viewer: Viewer) -> bool {
        let player = self.player();
        let own = viewer == Viewer::Player(player);
        let hidden = G::Information::hides(self.now.game(), self.now.position(), player);
        // A player whose hand is unknown may play any card that the hand could hold.
        hidden || own || viewer == Viewer::All || !G::Information::HIDDEN
    }

    fn steps_seen(&self, viewer: Viewer) -> Vec<StepView> {
        let players = usize::from(G::Information::players(self.now.game()));
        let number = match viewer {
            Viewer::All => return self.shown.clone(),
            Viewer::Player(player) => usize::from(player),
            Viewer::Nobody => players,
        };
        let seen = |(view, step): (&StepView, &PlayedStep<G>)| {
            let text = step.seen.get(number).unwrap_or(&view.text).clone();
            let unseen = self.unseen_text.as_ref() == Some(&text);
            let (happened, ball) = (view.happened.clone(), view.ball.clone());
            StepView { text, unseen, happened, ball, ..*view }
        };
        self.shown.iter().zip(&self.steps).map(seen).collect()
    }

    fn events(&self, viewer: Viewer) -> Vec<EventView> {
        let mut events = Vec::new();
        if self.now.actor() == Actor::Chance {
            let (game, position) = (self.now.game(), self.seen(viewer));
            game.each_event(&position, |event, weight| {
                events.push(EventView { text: game.format_event(event), weight });
            });
        }
        events
    }

    fn moves(&self, viewer: Viewer) -> Vec<String> {
        if !self.knows_moves(viewer) {
            return Vec::new();
        }
        let mut moves = self.now.move_texts(&self.now.legal_moves());
        moves.sort();
        moves
    }

    fn routes(&self, viewer: Viewer) -> Vec<String> {
        let acts = matches!(self.now.actor(), Actor::Seat(_)) && self.knows_moves(viewer);
        if acts { self.now.game().other_routes(self.now.position()) } else { Vec::new() }
    }

    fn effects(&self, viewer: Viewer) -> BTreeMap<String, Effect> {
        if !self.knows_moves(viewer) {
            return BTreeMap::new();
        }
        let (game, position) = (self.now.game(), self.now.position());
        let effect = |mv| Some((mv, game.effect(position, mv)?));
        let (moves, effects): (Vec<_>, Vec<_>) =
            self.now.legal_moves().into_iter().filter_map(effect).unzip();
        self.now.move_texts(&moves).into_iter().zip(effects).collect()
    }

    /// The happenings of a step that led from `before` to the position now.
    fn happened(&self, before: &G::Position, action: &StepAction<G>) -> Vec<Happening> {
        let step = match *action {
            StepAction::Move(mv) => Step::Move(mv),
            StepAction::Event(event) => Step::Event(event),
        };
        let mut found = self.now.game().happenings(before, step, self.now.position());
        if let Actor::Over(outcome) = self.now.actor() {
            let winners = outcome.winners();
            let won =
                Seat::all(self.now.game().seats()).find(|&seat| winners == SeatSet::only(seat));
            let points = self.now.game().points(self.now.position());
            found.push(Happening { points, ..Happening::new(HappeningKind::End, won) });
        }
        found
    }

    fn result(&self) -> Option<Vec<f64>> {
        let Actor::Over(outcome) = self.now.actor() else { return None };
        let share = |seat| {
            let (part, of) = outcome.share(seat);
            f64::from(part) / f64::from(of)
        };
        Some(Seat::all(self.now.game().seats()).map(share).collect())
    }
}

impl<G: Playable + PresentedGame> AnyGame for TypedGame<G> {
    fn copy(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn turn(&self) -> Turn {
        match self.now.actor() {
            Actor::Seat(_) => Turn::Player { player: self.player() },
            Actor::Chance => Turn::Chance { player: self.chance_player() },
            Actor::Over(_) => Turn::Over,
        }
    }

    fn steps(&self) -> &[StepView] {
        &self.shown
    }

    fn cursor(&self) -> usize {
        self.cursor
    }

    fn hides(&self) -> bool {
        G::Information::HIDDEN
    }

    fn players(&self) -> Vec<&'static str> {
        self.now.game().players()
    }

    fn step(&mut self, text: &str) -> Result<(), ParseError> {
        let chance = self.now.actor() == Actor::Chance;
        let player = if chance { self.chance_player() } else { self.player() };
        let (action, shown, seen) = if chance {
            let event = self.now.parse_event(text)?;
            (StepAction::Event(event), text.to_owned(), self.seen_event(event))
        } else {
            let mv = self.now.parse_move(text)?;
            // Some moves are read in more than one form; the canonical one is kept.
            (StepAction::Move(mv), self.now.game().format_move(self.now.position(), mv), Vec::new())
        };
        self.steps.truncate(self.cursor);
        self.shown.truncate(self.cursor);
        let before = *self.now.position();
        apply(&mut self.now, &action);
        let happened = self.happened(&before, &action);
        let ball = match action {
            StepAction::Move(mv) => self.now.game().effect(&before, mv).unwrap_or_default().ball,
            StepAction::Event(_) => Vec::new(),
        };
        self.steps.push(PlayedStep { action, seen });
        let unseen = self.unseen_text.as_ref() == Some(&shown);
        self.shown.push(StepView { text: shown, player, chance, unseen, happened, ball });
        self.cursor += 1;
        Ok(())
    }

    fn draw(&self, rng: &mut ChaCha8Rng) -> Option<String> {
        if self.now.actor() != Actor::Chance {
            return None;
        }
        let game = self.now.game();
        pick_event(game, self.now.position(), rng).map(|event| game.format_event(event))
    }

    fn go_to(&mut self, cursor: usize) {
        let cursor = cursor.min(self.steps.len());
        self.now = self.start.clone();
        self.steps[..cursor].iter().for_each(|step| apply(&mut self.now, &step.action));
        self.cursor = cursor;
    }

    fn view(&self, viewer: Viewer) -> GameView {
        let game = self.now.game();
        let position = format_position(game, &self.seen(viewer));
        let known = viewer == Viewer::All || !G::Information::HIDDEN;
        let players = self.players();
        GameView {
            game: format_game(game),
            name: G::NAME,
            text: if known { self.text() } else { position.clone() },
            position,
            turn: self.turn(),
            seats: (0..).zip(&players).map(|(player, _)| game.seat_of(player).number()).collect(),
            players,
            moves: self.moves(viewer),
            routes: self.routes(viewer),
            effects: self.effects(viewer),
            events: self.events(viewer),
            steps: self.steps_seen(viewer),
            cursor: self.cursor,
            result: self.result(),
            points: game.points(self.now.position()),
            can_undo: false,
            can_redo: false,
        }
    }

    fn question(&self, open: bool, endings: Option<FindEndings>) -> Option<Box<dyn Question>> {
        let state = &self.now;
        let unknown = G::Information::hides(state.game(), state.position(), self.player());
        if matches!(state.actor(), Actor::Over(_)) || unknown {
            return None;
        }
        Some(match self.parts {
            Parts::All { ask, .. } => ask(state, open, endings),
            Parts::Tables(ask) => ask(AskedPosition { text: self.text(), open }),
        })
    }

    fn engine(&self) -> EngineParts {
        EngineParts { engine: G::NAME, weights: self.now.game().weight_set() }
    }

    fn text(&self) -> String {
        let start = self.start();
        let played = &self.shown[..self.cursor];
        let moves: Vec<_> = played.iter().map(|step| step.text.as_str()).collect();
        if moves.is_empty() { start } else { format!("{start} moves {}", moves.join(" ")) }
    }

    fn start(&self) -> String {
        format_position(self.start.game(), self.start.position())
    }

    fn deals(&self) -> bool {
        let events = self.now.legal_events();
        events.first().is_some_and(|&(event, _)| self.now.game().is_draw(event))
    }

    fn has_chance(&self) -> bool {
        G::CHANCE
    }

    fn unseen_draw(&self) -> Option<String> {
        let (events, draw) = (self.now.legal_events(), self.now.game().unseen_draw()?);
        (events.len() == 1 && events[0].0 == draw).then(|| self.now.game().format_event(draw))
    }

    fn threats(&self) -> Vec<Threat> {
        if matches!(self.now.actor(), Actor::Over(_)) {
            return Vec::new();
        }
        threats(self.now.game(), self.now.position())
    }

    fn options(&self) -> Vec<String> {
        self.now.game().option_values()
    }

    fn option(&self, key: &str) -> Option<String> {
        let place = G::OPTIONS.iter().position(|option| option.key == key)?;
        self.options().into_iter().nth(place)
    }

    fn threat_key(&self, kind: Threatened) -> Option<String> {
        self.now.game().threat_key(kind).map(|key| format!("{}.{key}", G::NAME))
    }

    fn say(&self, texts: &Texts, text: &str) -> String {
        self.now.game().say(text, &self.words(texts, false))
    }

    fn tell(&self, texts: &Texts, happening: &Happening) -> Option<String> {
        let game = self.now.game();
        let seats: Vec<_> = Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect();
        happening.say(&seats, &self.words(texts, false))
    }

    fn why(&self, texts: &Texts, from: Option<&str>, stop: &str) -> Option<String> {
        let moves = self.now.move_texts(&self.now.legal_moves());
        let refused = Refused { from, stop, moves: &moves };
        self.now.game().why(self.now.position(), refused, &self.words(texts, false))
    }

    fn drawn(&self) -> Option<&dyn DrawnGame> {
        match self.parts {
            Parts::All { draw, .. } => Some(draw(self)),
            Parts::Tables(_) => None,
        }
    }

    fn level_time(&self, level: Level) -> Duration {
        level.strength::<G>().time()
    }
}

impl<G: Playable + PresentedGame> DrawnGame for TypedGame<G> {
    fn diagram(&self, viewer: Viewer, paint: Paint) -> String {
        self.now.game().diagram(&self.seen(viewer), paint)
    }

    fn describe(&self, texts: &Texts, viewer: Viewer) -> Vec<String> {
        self.now.game().describe(&self.seen(viewer), &self.words(texts, false))
    }

    fn picture(&self, texts: &Texts, viewer: Viewer, paint: Paint, flipped: bool) -> String {
        let (game, seen) = (self.now.game(), self.seen(viewer));
        let (board, own) = board_and_legend(&game.diagram(&seen, paint));
        let legend = game.legend(&seen, &self.words(texts, flipped));
        let last = self.shown[..self.cursor].iter().rfind(|step| !step.chance);
        let board = last.map_or(board.clone(), |step| marked(&board, &step.text));
        let board = if flipped { rotated(&board) } else { board };
        let lines =
            legend.map(|lines| lines.iter().map(|line| format!("{line}\n")).collect::<String>());
        board + &lines.unwrap_or(own)
    }
}

fn apply<G: Playable + PresentedGame>(state: &mut State<G>, action: &StepAction<G>) {
    match *action {
        StepAction::Move(mv) => state.play_unchecked(mv),
        StepAction::Event(event) => state.apply_event_unchecked(event),
    }
}
