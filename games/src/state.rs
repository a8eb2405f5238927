//! A game in progress: a position and its history.

use std::fmt;

/// One step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step<M, E> {
    /// A move of the seat whose turn it is.
    Move(M),
    /// A chance event.
    Event(E),
}

use crate::{Actor, DrawRules, Game, History, Information, Outcome};

/// A position with its history. Only here do both decide the actor.
///
/// States are equal if their games and positions are, and if they remember the same past: the
/// number of moves, the positions that count for repetition, and the last decisions. To take moves
/// back, keep copies of the states before them.
#[derive(Clone, Debug, PartialEq)]
pub struct State<G: Game> {
    game: G,
    position: G::Position,
    history: History,
    /// The last of the [`State::decisions`].
    decisions: Vec<(G::Position, G::Move)>,
}

/// The number of decisions that are kept.
const DECISIONS: usize = 16;

impl<G: Game> State<G> {
    /// A game from its beginning.
    #[must_use]
    pub fn start(game: G) -> Self {
        let position = game.start();
        Self::new(game, position)
    }

    /// A game that begins at `position`.
    #[must_use]
    pub fn new(game: G, position: G::Position) -> Self {
        let rules: DrawRules = game.draw_rules();
        let counts = matches!(game.actor(&position), Actor::Seat(_));
        let history = History::new(rules, game.repetition_key(&position), counts);
        Self { game, position, history, decisions: Vec::new() }
    }

    /// The rules in force.
    #[inline]
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The rules alone.
    #[must_use]
    pub fn into_game(self) -> G {
        self.game
    }

    /// The position now.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The positions and moves that led here.
    #[inline]
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The last moves, the latest last. Each comes with the position before it, from which
    /// everything is removed that a player could not see. They are kept only in games with hidden
    /// cards.
    #[must_use]
    pub fn decisions(&self) -> &[(G::Position, G::Move)] {
        &self.decisions
    }

    /// The same position, as the start of a game.
    #[must_use]
    pub fn without_history(&self) -> Self {
        Self::new(self.game.clone(), self.position)
    }

    /// The same game with the player's view of the position.
    #[must_use]
    pub fn seen_by(&self, player: u8) -> Self {
        let position = G::Information::view(&self.game, &self.position, player);
        Self { position, ..self.clone() }
    }

    /// The same game with the hidden cards of the position dealt at random, in agreement with the
    /// view.
    #[must_use]
    pub fn resampled(&self, rng: &mut impl rand::Rng) -> Self {
        let position = G::Information::resample(&self.game, &self.position, rng);
        Self { position, ..self.clone() }
    }

    /// The actor. An end by the game's own rules comes before a draw by history.
    #[must_use]
    pub fn actor(&self) -> Actor {
        match self.game.actor(&self.position) {
            Actor::Over(outcome) => Actor::Over(outcome),
            _ if self.history.is_drawn(|| self.game.repetition_key(&self.position)) => {
                Actor::Over(self.game.drawn(&self.position))
            }
            actor => actor,
        }
    }

    /// The outcome, if the game is over.
    #[must_use]
    pub fn result(&self) -> Option<Outcome> {
        match self.actor() {
            Actor::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// All legal moves, in the game's order; none where no seat acts.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if matches!(self.actor(), Actor::Seat(_)) {
            self.game.list_moves(&self.position, &mut moves);
        }
        moves
    }

    /// All chance events that are possible, each with its weight out of [`Game::total_weight`];
    /// none where chance does not act.
    #[must_use]
    #[inline(never)]
    pub fn legal_events(&self) -> Vec<(G::Event, u32)> {
        let mut events = Vec::new();
        if self.actor() == Actor::Chance {
            self.game.each_event(&self.position, |event, weight| events.push((event, weight)));
        }
        events
    }

    /// Whether a seat acts and may make this move.
    #[must_use]
    #[inline(never)]
    pub fn is_legal(&self, mv: G::Move) -> bool {
        matches!(self.actor(), Actor::Seat(_)) && self.game.is_legal(&self.position, mv)
    }

    /// Plays a move if it is legal.
    ///
    /// ```
    /// use games::{PlayError, State, benedictine::Benedictine};
    ///
    /// let mut state = State::<Benedictine>::parse("benedictine startpos")?;
    /// let mv = state.legal_moves()[0];
    /// assert_eq!(state.play(mv), Ok(()));
    /// assert!(matches!(state.play(mv), Err(PlayError::Illegal(_))));
    /// # Ok::<(), games::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal. Then the state is unchanged.
    pub fn play(&mut self, mv: G::Move) -> Result<(), PlayError> {
        self.apply(Step::Move(mv))
    }

    /// Applies a chance event if it is possible.
    ///
    /// # Errors
    /// If the event is not possible. Then the state is unchanged.
    pub fn apply_event(&mut self, event: G::Event) -> Result<(), PlayError> {
        self.apply(Step::Event(event))
    }

    /// Checks that a move is legal, or that an event is possible.
    pub(crate) fn check(&self, step: Step<G::Move, G::Event>) -> Result<(), PlayError> {
        let legal = match (self.actor(), step) {
            (Actor::Seat(_), Step::Move(mv)) => self.game.is_legal(&self.position, mv),
            (Actor::Chance, Step::Event(event)) => {
                self.legal_events().iter().any(|&(known, _)| known == event)
            }
            _ => false,
        };
        if legal { Ok(()) } else { Err(self.refusal(step)) }
    }

    #[cold]
    #[inline(never)]
    fn refusal(&self, step: Step<G::Move, G::Event>) -> PlayError {
        let refused = match (self.actor(), step) {
            (Actor::Over(_), _) => PlayError::GameOver,
            (Actor::Chance, Step::Move(_)) => PlayError::ChanceActs,
            (Actor::Seat(_), Step::Event(_)) => PlayError::SeatActs,
            _ => PlayError::Illegal,
        };
        refused(match step {
            Step::Move(mv) => format!("{mv:?}"),
            Step::Event(event) => format!("{event:?}"),
        })
    }

    /// Plays a move or applies a chance event, if it is legal or possible.
    ///
    /// # Errors
    /// If it is not. Then the state is unchanged.
    pub fn apply(&mut self, step: Step<G::Move, G::Event>) -> Result<(), PlayError> {
        self.check(step)?;
        self.apply_unchecked(step);
        Ok(())
    }

    /// Plays a move that is known to be legal: the fast form of [`State::play`]. It checks nothing.
    /// An illegal move makes a position that cannot occur, such as one with too many pieces.
    pub fn play_unchecked(&mut self, mv: G::Move) {
        self.history.push_ply();
        if G::Information::HIDDEN {
            self.note_decision(mv);
        }
        self.enter(self.game.play(&self.position, mv));
    }

    /// Applies a chance event that is known to be possible: the fast form of
    /// [`State::apply_event`]. It checks nothing.
    pub fn apply_event_unchecked(&mut self, event: G::Event) {
        self.enter(self.game.apply_event(&self.position, event));
    }

    /// Plays a legal move or applies a possible chance event. It checks nothing.
    pub fn apply_unchecked(&mut self, step: Step<G::Move, G::Event>) {
        match step {
            Step::Move(mv) => self.play_unchecked(mv),
            Step::Event(event) => self.apply_event_unchecked(event),
        }
    }

    fn note_decision(&mut self, mv: G::Move) {
        if self.decisions.len() == DECISIONS {
            self.decisions.remove(0);
        }
        // Hiding the cards that either of two players cannot see hides everything that any player
        // cannot see.
        let players = [0, 1].into_iter();
        let hide = |position, player| G::Information::view(&self.game, &position, player);
        self.decisions.push((players.fold(self.position, hide), mv));
    }

    fn enter(&mut self, position: G::Position) {
        self.position = position;
        if self.history.rules().repetition > 0
            && matches!(self.game.actor(&position), Actor::Seat(_))
        {
            self.history.record(self.game.repetition_key(&position));
        }
    }
}

/// The reason why a move or an event was refused, with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// It is not legal in the position.
    Illegal(String),
    /// A move where chance acts.
    ChanceActs(String),
    /// A chance event where a seat acts.
    SeatActs(String),
    /// The game is over.
    GameOver(String),
    /// It is a move or an event of another game.
    OtherGame(String),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (read, expected) = match self {
            Self::Illegal(read) => (read, "one that is legal here"),
            Self::ChanceActs(read) => (read, "a chance event"),
            Self::SeatActs(read) => (read, "a player's move"),
            Self::GameOver(read) => (read, "no move: the game is over"),
            Self::OtherGame(read) => (read, "a move of this game"),
        };
        write!(f, "move: read {read}, expected {expected}")
    }
}

impl std::error::Error for PlayError {}
