//! The views of players.

use std::borrow::Cow;

use games::{Actor, Information, Notation, ParseError, Seat, State, format_game};

/// A game in progress, with the texts of its moves and events.
#[derive(Clone, Debug)]
pub struct Playthrough<G: Notation> {
    /// The text of the position that the moves begin with.
    pub start: String,
    /// The moves and chance events since the start.
    pub moves: Vec<String>,
    /// The present state of the game.
    pub state: State<G>,
}

impl<G: Notation> Playthrough<G> {
    /// A game that begins with a position.
    #[must_use]
    pub fn new(state: State<G>) -> Self {
        let fields = state.game().format_fields(state.position());
        Self { start: format!("{} {fields}", format_game(state.game())), moves: Vec::new(), state }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        self.moves.push(self.state.game().format_move(self.state.position(), mv));
        self.state.play_unchecked(mv);
    }

    /// Applies a chance event.
    pub fn apply_event(&mut self, event: G::Event) {
        self.moves.push(self.state.game().format_event(event));
        self.state.apply_event_unchecked(event);
    }

    /// Reads and applies one move or chance event.
    ///
    /// # Errors
    /// A text that is neither a legal move nor a possible event in this position.
    pub fn step(&mut self, text: &str) -> Result<(), ParseError> {
        if matches!(self.state.actor(), Actor::Seat(_)) {
            let mv = self.state.game().parse_move(self.state.position(), text)?;
            self.play(mv);
        } else {
            self.state.try_step(text)?;
            self.moves.push(text.to_owned());
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
/// the moves and events before it tell which cards others have drawn.
#[must_use]
pub fn view<G: Notation>(playthrough: &Playthrough<G>, seat: Seat) -> View<'_, G> {
    if !G::Information::HIDDEN {
        return View { seat, playthrough: Cow::Borrowed(playthrough) };
    }
    let state = &playthrough.state;
    let player = G::Information::player(state.game(), state.position());
    View { seat, playthrough: Cow::Owned(Playthrough::new(state.seen_by(player))) }
}
