//! A game under way whatever its type: the position and how it came about.

use engine::Playable;
use games::{
    Actor, Information, Paint, ParseError, Seat, State, format_game, format_position, pick_event,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::question::{Question, StateQuestion};
use crate::threats::{Threat, threats};
use crate::view::{EventView, StepView, TableView, Turn, Viewer};

/// What a table asks of its game.
pub(crate) trait TableGame: Send {
    /// Who acts.
    fn turn(&self) -> Turn;
    /// The steps, those that were taken back among them.
    fn steps(&self) -> &[StepView];
    /// How many of the steps are played.
    fn cursor(&self) -> usize;
    /// Whether players hold what others do not see.
    fn hides(&self) -> bool;
    /// The players' names.
    fn players(&self) -> Vec<&'static str>;
    /// Plays a move or lets an event happen, by its text; what was taken back is forgotten.
    fn step(&mut self, text: &str) -> Result<(), ParseError>;
    /// Draws what chance brings.
    fn draw(&self, rng: &mut ChaCha8Rng) -> Option<String>;
    /// Goes to the position after so many of the steps.
    fn go_to(&mut self, cursor: usize);
    /// What a viewer sees.
    fn view(&self, viewer: Viewer) -> TableView;
    /// The drawn board as a viewer sees it.
    fn diagram(&self, viewer: Viewer, paint: Paint) -> String;
    /// The position as the player whose turn it is knows it; all of it if it is to be `open`.
    fn question(&self, open: bool) -> Option<Box<dyn Question>>;
    /// The text of the game from its start: all that there is to know.
    fn text(&self) -> String;
    /// The text of the position that the game began with.
    fn start(&self) -> String;
    /// Whether chance is to act, and deals a card that just one player sees.
    fn deals(&self) -> bool;
    /// Whether all that can happen is that somebody draws whose cards nobody here knows.
    fn draws_unseen(&self) -> bool;
    /// What each player could do at once.
    fn threats(&self) -> Vec<Threat>;
    /// The value in force of each option, in the order of the options.
    fn options(&self) -> Vec<String>;
}

/// A move or an event.
enum StepAction<G: Playable> {
    Move(G::Move),
    Event(G::Event),
}

/// A step, and what each player sees of it.
struct Step<G: Playable> {
    action: StepAction<G>,
    /// As each player sees it, then as nobody does; empty where all see it as it is.
    seen: Vec<String>,
}

/// A game of one type under way.
pub(crate) struct GameBoard<G: Playable> {
    start: State<G>,
    now: State<G>,
    steps: Vec<Step<G>>,
    /// The steps as they are.
    shown: Vec<StepView>,
    cursor: usize,
}

impl<G: Playable> GameBoard<G> {
    /// A game from a position on.
    pub(crate) fn new(start: State<G>) -> Self {
        Self { now: start.clone(), start, steps: Vec::new(), shown: Vec::new(), cursor: 0 }
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
            // What none of them may see, nobody sees.
            Viewer::Nobody => (0..G::Information::players(game))
                .fold(position, |seen, player| G::Information::view(game, &seen, player)),
        }
    }

    /// The player whom an event concerns: where cards are drawn the one who sees them, else whose turn it is.
    fn chance_player(&self) -> u8 {
        let game = self.now.game();
        let draws = |player: &u8| {
            // Whoever draws sees his card, even if nobody here knows what he holds: so let him hold something.
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            let seen = self.seen(Viewer::Player(*player));
            let held = G::Information::reveal(game, &seen, *player, &mut rng);
            let mut draws = false;
            game.each_event(&held, |event, _| {
                let text = game.format_event(event);
                draws |= is_draw(&text) && text != UNSEEN_DRAW;
            });
            draws
        };
        (0..G::Information::players(game)).find(draws).unwrap_or_else(|| self.player())
    }

    /// The event as each player sees it, then as nobody does.
    fn seen_event(&self, text: &str) -> Vec<String> {
        if !G::Information::HIDDEN {
            return Vec::new();
        }
        let players = (0..G::Information::players(self.now.game())).map(Viewer::Player);
        let seen = players.chain([Viewer::Nobody]).map(|viewer| {
            // A cut card is shown to all.
            if !is_draw(text) || self.tells(viewer, text) {
                text.to_owned()
            } else {
                UNSEEN_DRAW.to_owned()
            }
        });
        seen.collect()
    }

    /// Whether what a viewer sees tells a draw from all others.
    fn tells(&self, viewer: Viewer, text: &str) -> bool {
        let (game, before) = (self.now.game(), self.seen(viewer));
        let (mut drawn, mut others) = (None, Vec::new());
        game.each_event(&before, |event, _| {
            let after = Self::seen_by(game, game.apply_event(&before, event), viewer);
            if game.format_event(event) == text { drawn = Some(after) } else { others.push(after) }
        });
        drawn.is_some_and(|drawn| !others.contains(&drawn))
    }

    /// Whether a viewer may know the moves of the player to act.
    fn knows_moves(&self, viewer: Viewer) -> bool {
        let player = self.player();
        let own = viewer == Viewer::Player(player);
        let hidden = G::Information::hides(self.now.game(), self.now.position(), player);
        // Whose cards nobody here knows may play whatever he could hold.
        hidden || own || viewer == Viewer::All || !G::Information::HIDDEN
    }

    fn steps_seen(&self, viewer: Viewer) -> Vec<StepView> {
        let players = usize::from(G::Information::players(self.now.game()));
        let number = match viewer {
            Viewer::All => return self.shown.clone(),
            Viewer::Player(player) => usize::from(player),
            Viewer::Nobody => players,
        };
        let seen = |(view, step): (&StepView, &Step<G>)| {
            let text = step.seen.get(number).unwrap_or(&view.text).clone();
            StepView { text, ..*view }
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
        let (game, position) = (self.now.game(), self.now.position());
        let moves = self.now.legal_moves();
        let mut moves: Vec<_> =
            moves.into_iter().map(|mv| game.format_move(position, mv)).collect();
        moves.sort();
        moves
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

impl<G: Playable> TableGame for GameBoard<G> {
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
        let game = self.now.game();
        if G::Information::HIDDEN {
            // The one game of teams: its players in the order of their hands.
            return match G::Information::players(game) {
                2 => vec!["R1", "B1"],
                3 => vec!["R1", "B1", "B2"],
                _ => vec!["R1", "R2", "B1", "B2"],
            };
        }
        Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect()
    }

    fn step(&mut self, text: &str) -> Result<(), ParseError> {
        let chance = self.now.actor() == Actor::Chance;
        let player = if chance { self.chance_player() } else { self.player() };
        let (action, shown, seen) = if chance {
            let event = self.now.parse_event(text)?;
            (StepAction::Event(event), text.to_owned(), self.seen_event(text))
        } else {
            let mv = self.now.parse_move(text)?;
            // Some moves are read in more than one form.
            (StepAction::Move(mv), self.now.game().format_move(self.now.position(), mv), Vec::new())
        };
        self.steps.truncate(self.cursor);
        self.shown.truncate(self.cursor);
        apply(&mut self.now, &action);
        self.steps.push(Step { action, seen });
        self.shown.push(StepView { text: shown, player, chance });
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

    fn view(&self, viewer: Viewer) -> TableView {
        let game = self.now.game();
        let position = format_position(game, &self.seen(viewer));
        let known = viewer == Viewer::All || !G::Information::HIDDEN;
        let players = self.players();
        let seat_of = |name: &&str| {
            let named =
                Seat::all(game.seats()).find(|&seat| name.starts_with(game.seat_name(seat)));
            named.map_or(0, Seat::number)
        };
        TableView {
            game: format_game(game),
            name: G::NAME,
            text: if known { self.text() } else { position.clone() },
            position,
            turn: self.turn(),
            seats: players.iter().map(seat_of).collect(),
            players,
            moves: self.moves(viewer),
            events: self.events(viewer),
            steps: self.steps_seen(viewer),
            cursor: self.cursor,
            result: self.result(),
            points: game.points(self.now.position()),
            can_undo: false,
            can_redo: false,
        }
    }

    fn diagram(&self, viewer: Viewer, paint: Paint) -> String {
        self.now.game().diagram(&self.seen(viewer), paint)
    }

    fn question(&self, open: bool) -> Option<Box<dyn Question>> {
        let mut state = self.now.clone();
        let player = self.player();
        let unknown = G::Information::hides(state.game(), state.position(), player);
        if matches!(state.actor(), Actor::Over(_)) || unknown {
            return None;
        }
        if !open {
            state = state.seen_by(player);
        }
        Some(Box::new(StateQuestion(state)))
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
        let first = events.first().map(|&(event, _)| self.now.game().format_event(event));
        G::Information::HIDDEN && first.is_some_and(|text| is_draw(&text))
    }

    fn draws_unseen(&self) -> bool {
        let events = self.now.legal_events();
        events.len() == 1 && self.now.game().format_event(events[0].0) == UNSEEN_DRAW
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
}

/// A card that somebody draws and another does not see.
pub(crate) const UNSEEN_DRAW: &str = "draw:?";

/// Whether an event is a card that somebody draws.
fn is_draw(text: &str) -> bool {
    text.starts_with("draw:")
}

fn apply<G: Playable>(state: &mut State<G>, action: &StepAction<G>) {
    match *action {
        StepAction::Move(mv) => state.play(mv),
        StepAction::Event(event) => state.apply_event(event),
    }
}
