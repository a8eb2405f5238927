//! The methods of a state of any game.

use rand::Rng;

use crate::{
    Actions, Actor, AnyMove, AnyState, Game, GameInfo, Information, Listed, Notation,
    ObservationShape, Observations, Outcome, Paint, ParseError, PlayError, Seat, State, Step,
    format_game, pick_event, pick_move, playout,
};

impl AnyState {
    /// The description of the game for users.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        with_state!(self, state => info(state))
    }

    /// The game with its options that are not the default, as [`AnyState::start`] reads it.
    #[must_use]
    pub fn game_text(&self) -> String {
        with_state!(self, state => format_game(state.game()))
    }

    /// The value in force of each option, in the order of [`GameInfo::options`].
    #[must_use]
    pub fn option_values(&self) -> Vec<String> {
        with_state!(self, state => state.game().option_values())
    }

    /// Whether both states are of the same game with the same options.
    #[must_use]
    pub fn is_same_game(&self, other: &Self) -> bool {
        with_state!(self, state => is_same_game(state, other))
    }

    /// Whether chance acts in some positions of the game.
    #[must_use]
    pub fn has_chance(&self) -> bool {
        with_state!(self, state => has_chance(state))
    }

    /// Whether players of the game hold cards that others do not see.
    #[must_use]
    pub fn has_hidden(&self) -> bool {
        with_state!(self, state => has_hidden(state))
    }

    /// The name of a seat in texts.
    ///
    /// # Panics
    /// A seat that the game does not have.
    #[must_use]
    pub fn seat_name(&self, seat: Seat) -> &'static str {
        with_state!(self, state => state.game().seat_name(seat))
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> u8 {
        with_state!(self, state => state.game().seats())
    }

    /// The number of players. It differs from [`AnyState::seats`] where several players share a
    /// seat.
    #[must_use]
    pub fn players(&self) -> u8 {
        with_state!(self, state => players(state))
    }

    /// The seat whose turn it is, as [`Game::mover`]: also where chance acts or the game is over.
    #[must_use]
    pub fn mover(&self) -> Seat {
        with_state!(self, state => state.game().mover(state.position()))
    }

    /// The player whose turn it is, of the seat [`AnyState::mover`].
    #[must_use]
    pub fn player(&self) -> u8 {
        with_state!(self, state => player(state))
    }

    /// Whether cards of a player are hidden in this state, because it is the view of another
    /// player.
    #[must_use]
    pub fn hides(&self, player: u8) -> bool {
        with_state!(self, state => hides(state, player))
    }

    /// The actor: a seat, chance, or nobody.
    #[must_use]
    pub fn actor(&self) -> Actor {
        with_state!(self, state => state.actor())
    }

    /// The outcome, if the game is over.
    #[must_use]
    pub fn result(&self) -> Option<Outcome> {
        with_state!(self, state => state.result())
    }

    /// All legal moves, in the game's order; none where no seat acts.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        with_state!(self, state => moves(state))
    }

    /// All chance events that are possible, each with its weight. The probability of an event is
    /// its weight over the sum of all weights. None where chance does not act.
    ///
    /// ```
    /// use games::AnyState;
    ///
    /// let mut state = AnyState::parse("maitres startpos")?;
    /// let chances = state.chances();
    /// let texts: Result<Vec<_>, _> = chances.iter().map(|&(event, _)| state.move_text(event)).collect();
    /// assert_eq!(texts.expect("events"), ["die1", "die2", "die3", "die4", "die5", "die6"]);
    /// assert!(chances.iter().all(|&(_, weight)| weight == 1));
    /// state.play(chances[0].0).expect("an event");
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn chances(&self) -> Vec<(AnyMove, u32)> {
        with_state!(self, state => events(state))
    }

    /// Whether the move is legal, or the event possible.
    #[must_use]
    pub fn is_legal(&self, mv: AnyMove) -> bool {
        with_state!(self, state => step(state, mv).is_ok())
    }

    /// Plays a move, or applies a chance event.
    ///
    /// # Errors
    /// If it is not legal. Then the state is unchanged.
    pub fn play(&mut self, mv: AnyMove) -> Result<(), PlayError> {
        with_state!(self, state => play(state, mv))
    }

    /// Reads a legal move, or a possible chance event.
    ///
    /// # Errors
    /// As [`State::parse_step`].
    pub fn parse_move(&self, text: &str) -> Result<AnyMove, ParseError> {
        with_state!(self, state => parse(state, text))
    }

    /// The text of a legal move, or of a possible chance event.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn move_text(&self, mv: AnyMove) -> Result<String, PlayError> {
        with_state!(self, state => text(state, mv))
    }

    /// The texts of all legal moves or possible events: of [`AnyState::legal_moves`] or
    /// [`AnyState::chances`], in that order.
    #[must_use]
    pub fn legal_texts(&self) -> Vec<String> {
        with_state!(self, state => state.legal_texts())
    }

    /// The largest number of legal moves, as [`Actions::most_moves`].
    #[must_use]
    pub fn most_moves(&self) -> usize {
        with_state!(self, state => state.game().most_moves())
    }

    /// The number of actions: fixed numbers of moves, as [`Actions`] describes them.
    #[must_use]
    pub fn actions(&self) -> u32 {
        with_state!(self, state => state.game().actions())
    }

    /// The legal moves that have an action, each with its action; none where no seat acts.
    ///
    /// ```
    /// use games::AnyState;
    ///
    /// let state = AnyState::parse("maitres startpos moves die4")?;
    /// let mut mask = vec![false; state.actions() as usize];
    /// for (_, action) in state.legal_actions() {
    ///     mask[action as usize] = true;
    /// }
    /// let (mv, action) = state.legal_actions()[3];
    /// assert_eq!(state.move_of(action), Some(mv));
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn legal_actions(&self) -> Vec<(AnyMove, u32)> {
        with_state!(self, state => legal_actions(state))
    }

    /// The action of a legal move; `None` if it has none, or if it is not legal.
    #[must_use]
    pub fn action(&self, mv: AnyMove) -> Option<u32> {
        let found = self.legal_actions().into_iter().find(|&(known, _)| known == mv);
        found.map(|(_, action)| action)
    }

    /// The legal move of an action; `None` if the action is not legal.
    #[must_use]
    pub fn move_of(&self, action: u32) -> Option<AnyMove> {
        let found = self.legal_actions().into_iter().find(|&(_, known)| known == action);
        found.map(|(mv, _)| mv)
    }

    /// The shape of observations, as [`Observations`] describes them.
    #[must_use]
    pub fn observation_shape(&self) -> ObservationShape {
        with_state!(self, state => state.game().observation_shape())
    }

    /// The position as a player sees it, as an array of bytes. `None` if there is no player of this
    /// number.
    ///
    /// ```
    /// use games::AnyState;
    ///
    /// let state = AnyState::parse("maitres startpos moves die4")?;
    /// let observation = state.observation(0).expect("a player");
    /// assert_eq!(observation.len(), state.observation_shape().size());
    /// assert_eq!(observation.last(), Some(&4), "the die");
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn observation(&self, player: u8) -> Option<Vec<u8>> {
        with_state!(self, state => observation(state, player))
    }

    /// Reads and plays a move or chance event.
    ///
    /// ```
    /// use games::AnyState;
    ///
    /// let mut state = AnyState::parse("benedictine startpos")?;
    /// state.try_step("c2-d3@f2")?;
    /// let before = state.clone();
    /// assert!(state.try_step("c2-d3@f2").is_err());
    /// assert_eq!(state, before);
    /// # Ok::<(), games::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// As [`State::try_step`]. Then the state is unchanged.
    pub fn try_step(&mut self, text: &str) -> Result<(), ParseError> {
        with_state!(self, state => state.try_step(text))
    }

    /// The same game as a player sees it, without the cards that are hidden from him. `None` if
    /// there is no player of this number; players are numbered from 0.
    #[must_use]
    pub fn view(&self, player: u8) -> Option<Self> {
        with_state!(self, state => view(state, player))
    }

    /// The same game with the hidden cards dealt at random, in agreement with the view.
    #[must_use]
    pub fn resampled(&self, rng: &mut impl Rng) -> Self {
        with_state!(self, state => resampled(state, rng))
    }

    /// A legal move drawn uniformly, or a chance event drawn by its weight; `None` where the game
    /// is over.
    pub fn random_move(&self, rng: &mut impl Rng) -> Option<AnyMove> {
        with_state!(self, state => random_move(state, rng))
    }

    /// Plays random games to their ends, all from this state. `visit` gets the outcome of each and
    /// the number of moves and events, and returns whether another game follows.
    ///
    /// ```
    /// use games::AnyState;
    /// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let state = AnyState::start("ruches")?;
    /// let (mut games, mut steps) = (0, 0);
    /// state.playouts(&mut ChaCha8Rng::seed_from_u64(1), |_, length| {
    ///     (games, steps) = (games + 1, steps + length);
    ///     games < 10
    /// });
    /// assert!(games == 10 && steps > 300, "{steps}");
    /// # Ok::<(), games::ParseError>(())
    /// ```
    pub fn playouts(&self, rng: &mut impl Rng, visit: impl FnMut(Outcome, u64) -> bool) {
        with_state!(self, state => playouts(state, rng, visit));
    }

    /// A board for people to read, in several lines.
    #[must_use]
    pub fn diagram(&self, paint: Paint) -> String {
        with_state!(self, state => state.game().diagram(state.position(), paint))
    }

    /// The text of the position, as [`State::text`]. `Display` writes the same.
    #[must_use]
    pub fn text(&self) -> String {
        with_state!(self, state => state.text())
    }
}

fn info<G: Notation>(_: &State<G>) -> &'static GameInfo {
    let mut infos = AnyState::infos().iter();
    infos.find(|info| info.name == G::NAME).expect("the game is in the list")
}

fn is_same_game<G: Listed>(state: &State<G>, other: &AnyState) -> bool {
    G::state(other).is_some_and(|other| other.game() == state.game())
}

fn has_chance<G: Game>(_: &State<G>) -> bool {
    G::CHANCE
}

fn has_hidden<G: Game>(_: &State<G>) -> bool {
    G::Information::HIDDEN
}

fn player<G: Game>(state: &State<G>) -> u8 {
    G::Information::player(state.game(), state.position())
}

fn hides<G: Game>(state: &State<G>, player: u8) -> bool {
    player < players(state) && G::Information::hides(state.game(), state.position(), player)
}

fn resampled<G: Listed>(state: &State<G>, rng: &mut impl Rng) -> AnyState {
    G::any_state(state.resampled(rng))
}

fn random_move<G: Listed>(state: &State<G>, rng: &mut impl Rng) -> Option<AnyMove> {
    let (game, position) = (state.game(), state.position());
    let step = match state.actor() {
        Actor::Over(_) => None,
        Actor::Seat(_) => pick_move(game, position, &mut Vec::new(), rng).map(Step::Move),
        Actor::Chance => pick_event(game, position, rng).map(Step::Event),
    };
    step.map(G::any_move)
}

fn playouts<G: Game>(
    state: &State<G>,
    rng: &mut impl Rng,
    mut visit: impl FnMut(Outcome, u64) -> bool,
) {
    let mut buffer = Vec::new();
    loop {
        let (outcome, steps) = playout(state.clone(), &mut buffer, rng);
        if !visit(outcome, steps) {
            return;
        }
    }
}

fn players<G: Game>(state: &State<G>) -> u8 {
    G::Information::players(state.game())
}

fn moves<G: Listed>(state: &State<G>) -> Vec<AnyMove> {
    state.legal_moves().into_iter().map(|mv| G::any_move(Step::Move(mv))).collect()
}

fn events<G: Listed>(state: &State<G>) -> Vec<(AnyMove, u32)> {
    let events = state.legal_events().into_iter();
    events.map(|(event, weight)| (G::any_move(Step::Event(event)), weight)).collect()
}

/// The move or event, if it is legal.
fn step<G: Listed>(state: &State<G>, mv: AnyMove) -> Result<Step<G::Move, G::Event>, PlayError> {
    let step = G::step(mv).ok_or_else(|| PlayError::OtherGame(format!("{mv:?}")))?;
    state.check(step)?;
    Ok(step)
}

fn play<G: Listed>(state: &mut State<G>, mv: AnyMove) -> Result<(), PlayError> {
    let step = step(state, mv)?;
    state.apply_unchecked(step);
    Ok(())
}

fn parse<G: Listed>(state: &State<G>, text: &str) -> Result<AnyMove, ParseError> {
    state.parse_step(text).map(G::any_move)
}

fn text<G: Listed>(state: &State<G>, mv: AnyMove) -> Result<String, PlayError> {
    Ok(match step(state, mv)? {
        Step::Move(mv) => state.move_text(mv),
        Step::Event(event) => state.event_text(event),
    })
}

fn legal_actions<G: Listed>(state: &State<G>) -> Vec<(AnyMove, u32)> {
    let mut actions = Vec::new();
    if matches!(state.actor(), Actor::Seat(_)) {
        let add = |mv, action| actions.push((G::any_move(Step::Move(mv)), action));
        state.game().each_action(state.position(), add);
    }
    actions
}

fn view<G: Listed>(state: &State<G>, player: u8) -> Option<AnyState> {
    (player < players(state)).then(|| G::any_state(state.seen_by(player)))
}

fn observation<G: Listed>(state: &State<G>, player: u8) -> Option<Vec<u8>> {
    (player < players(state)).then(|| state.game().observation(state.position(), player))
}
