//! The views of players.

use std::borrow::Cow;

use games::{Information, Notation, ParseError, Seat, State, Step, format_game};

/// A game in progress, with its moves and events.
#[derive(Clone, Debug)]
pub struct Playthrough<G: Notation> {
    /// The text of the position that the moves begin with.
    pub start: String,
    /// The texts of the moves and chance events since the start.
    pub moves: Vec<String>,
    /// The moves and chance events themselves.
    pub steps: Vec<Step<G::Move, G::Event>>,
    /// The present state of the game.
    pub state: State<G>,
}

impl<G: Notation> Playthrough<G> {
    /// A game that begins with a position.
    #[must_use]
    pub fn new(state: State<G>) -> Self {
        let fields = state.game().format_fields(state.position());
        let start = format!("{} {fields}", format_game(state.game()));
        Self { start, moves: Vec::new(), steps: Vec::new(), state }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        self.moves.push(self.state.game().format_move(self.state.position(), mv));
        self.steps.push(Step::Move(mv));
        self.state.play_unchecked(mv);
    }

    /// Applies a chance event.
    pub fn apply_event(&mut self, event: G::Event) {
        self.moves.push(self.state.game().format_event(event));
        self.steps.push(Step::Event(event));
        self.state.apply_event_unchecked(event);
    }

    /// Reads and applies one move or chance event.
    ///
    /// # Errors
    /// A text that is neither a legal move nor a possible event in this position.
    pub fn step(&mut self, text: &str) -> Result<(), ParseError> {
        match self.state.parse_step(text)? {
            Step::Move(mv) => self.play(mv),
            Step::Event(event) => self.apply_event(event),
        }
        Ok(())
    }

    /// The text of the whole game, in the form that the programs read.
    #[must_use]
    pub fn text(&self) -> String {
        if self.moves.is_empty() {
            self.start.clone()
        } else {
            format!("{} moves {}", self.start, self.moves.join(" "))
        }
    }
}

/// A game as one seat sees it. Every position that a player gets comes from [`view`].
#[derive(Clone, Debug)]
pub struct View<'a, G: Notation> {
    /// The seat.
    pub seat: Seat,
    /// The game so far, as the seat knows it.
    pub playthrough: Cow<'a, Playthrough<G>>,
}

/// The view of the acting seat. If the game can hide anything, the view is only the position, since
/// the moves and events before it reveal which cards others have drawn.
#[must_use]
pub fn view<G: Notation>(playthrough: &Playthrough<G>, seat: Seat) -> View<'_, G> {
    if !G::Information::HIDDEN {
        return View { seat, playthrough: Cow::Borrowed(playthrough) };
    }
    let state = &playthrough.state;
    let player = G::Information::player(state.game(), state.position());
    View { seat, playthrough: Cow::Owned(Playthrough::new(state.seen_by(player))) }
}
