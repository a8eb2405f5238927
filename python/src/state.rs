//! Games in progress.

use std::sync::Arc;

use games::{Actor, AnyMove, AnyState, Paint};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::error::{Whole, refused, value_error, wrong};
use crate::game::{Game, Rules, rules_text};
use crate::moves::{LegalMoves, Move};
use crate::outcome::Outcome;
use crate::past::Past;
use crate::svg;

/// A game in progress: a position with the moves that led to it.
///
/// The names follow python-chess: `legal_moves`, `push`, `pop`, `peek`, `move_stack`, `copy`.
///
/// >>> state = State("benedictine startpos")
/// >>> state.push(state.legal_moves[0])
/// >>> state.pop() in state.legal_moves
/// True
///
/// States are equal if their games and positions are, and if draws by repetition or length come at
/// the same time. A state changes, so it cannot be a key; `state.text` can. A pickled state keeps
/// its moves; the view of a player keeps its position only.
///
/// Args:
///     text: A position text: the game with its options, then `startpos` or the fields of a
///         position; then, after the word `moves`, moves.
///
/// Raises:
///     ValueError: If the text is no position. The message names the field.
#[pyclass(module = "french_board_games")]
pub(crate) struct State {
    rules: Arc<Rules>,
    now: AnyState,
    past: Past,
    /// The number of moves in `past` that cannot be taken back.
    kept: usize,
}

impl State {
    pub(crate) fn new(rules: Arc<Rules>, now: AnyState) -> Self {
        Self { rules, now, past: Past::default(), kept: 0 }
    }

    pub(crate) fn now(&self) -> &AnyState {
        &self.now
    }

    /// Reads a position text with its moves. Without rules, these are those of the text.
    pub(crate) fn read(text: &str, rules: Option<&Arc<Rules>>) -> PyResult<Self> {
        let (position, moves) = match text.split_once(" moves ") {
            Some((position, moves)) => (position, Some(moves)),
            None => (text, None),
        };
        let (rules, start) = match rules {
            Some(rules) => (rules.clone(), rules.parse(position)?),
            None => {
                let start = AnyState::parse(position).map_err(value_error)?;
                (Rules::of(&start)?, start)
            }
        };
        let mut state = Self::new(rules, start);
        for text in moves.into_iter().flat_map(|moves| moves.split(' ')) {
            state.push_text(text)?;
        }
        Ok(state)
    }

    fn play(&mut self, mv: AnyMove) -> PyResult<()> {
        let mut after = self.now.clone();
        after.play(mv).map_err(|error| refused(mv, &error))?;
        self.past.push(std::mem::replace(&mut self.now, after), mv);
        Ok(())
    }

    /// The earliest known state.
    fn first(&self) -> &AnyState {
        self.past.iter().last().map_or(&self.now, |(before, _)| before)
    }

    fn checked(&self, player: Whole) -> PyResult<u8> {
        let last = self.now.players() - 1;
        player.within("player", 0..=last.into()).map(|player| player as u8)
    }

    fn picture(&self, player: Option<u8>, size: u64, language: &str) -> PyResult<String> {
        let language = language.parse().map_err(value_error)?;
        svg::draw(&self.now, &self.past, player, size, language)
    }
}

#[pymethods]
impl State {
    #[new]
    fn from_text(text: &str) -> PyResult<Self> {
        // FEN and PDN of draughts are positions, too.
        let text = draughts::position_text(text).map_err(value_error)?;
        Self::read(&text, None)
    }

    /// Reads a position of draughts in FEN, such as `W:W31-50:B1-20`.
    ///
    /// >>> State.from_fen("W:Wc3:Bb8", "26").fen()
    /// 'W:Wc3:Bb8'
    ///
    /// Args:
    ///     fen: The position.
    ///     game: The rules: a `Game`, its text, or a value of the tag `GameType` of PDN, such as
    ///         `"26"`. Without rules it is international draughts if a square has a number above
    ///         32, and English draughts if not.
    ///
    /// Raises:
    ///     ValueError: If the text is no position of the game. The message names the field.
    #[classmethod]
    #[pyo3(signature = (fen, game = None))]
    fn from_fen(
        _: &Bound<'_, PyType>,
        fen: &str,
        game: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rules = rules_text(game)?;
        let now = draughts::fen_state(fen, rules.as_deref()).map_err(value_error)?;
        Ok(Self::new(Rules::of(&now)?, now))
    }

    /// The position in FEN, for draughts on the boards `square8` and `square10`. Counts of moves
    /// are not part of it.
    ///
    /// Raises:
    ///     ValueError: If the game has another board.
    fn fen(&self) -> PyResult<String> {
        let game_type = draughts::GameType::of_game(&self.now).map_err(value_error)?;
        draughts::write_fen(&self.now, &game_type).map_err(value_error)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules.clone() }
    }

    /// The text of the position, without the moves that led to it. `State` reads it.
    #[getter]
    fn text(&self) -> String {
        self.now.text()
    }

    /// The number of seats, from 2 to 3.
    #[getter]
    fn seats(&self) -> u8 {
        self.now.seats()
    }

    /// The number of players, from 2 to 4.
    #[getter]
    fn players(&self) -> u8 {
        self.now.players()
    }

    /// The next to act: a seat, numbered from 0, or `"chance"`; `None` if the game is over.
    #[getter]
    fn actor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self.now.actor() {
            Actor::Seat(seat) => seat.number().into_pyobject(py)?.into_any(),
            Actor::Chance => pyo3::intern!(py, "chance").clone().into_any(),
            Actor::Over(_) => py.None().into_bound(py),
        })
    }

    /// The seat whose turn it is, also where chance acts or the game is over. Values of searches
    /// are for this seat.
    #[getter]
    fn mover(&self) -> u8 {
        self.now.mover().number()
    }

    /// The player to act, numbered from 0; `None` where chance acts or the game is over. It differs
    /// from `actor` only where players of a team share a seat.
    #[getter]
    fn player(&self) -> Option<u8> {
        matches!(self.now.actor(), Actor::Seat(_)).then(|| self.now.player())
    }

    /// All legal moves now, as an immutable sequence; empty where chance acts or the game is over.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves(self.now.legal_moves())
    }

    /// The texts of all legal moves, or of all possible events where chance acts.
    fn legal_texts(&self) -> Vec<String> {
        self.now.legal_texts()
    }

    /// Whether a move is legal, or an event possible.
    fn is_legal(&self, mv: &Bound<'_, Move>) -> bool {
        self.now.is_legal(mv.get().0)
    }

    /// The actions of all legal moves, in the order of `legal_moves`.
    ///
    /// Returns:
    ///     Numbers from 0 to `game.num_actions - 1`. A few moves in positions that are made up have
    ///     no action.
    fn legal_actions(&self) -> Vec<u32> {
        self.now.legal_actions().into_iter().map(|(_, action)| action).collect()
    }

    /// The action of a legal move; `None` if it has none, or if it is not legal.
    fn action(&self, mv: &Bound<'_, Move>) -> Option<u32> {
        self.now.action(mv.get().0)
    }

    /// The legal move of an action.
    ///
    /// Raises:
    ///     ValueError: If the action is not legal.
    fn move_of(&self, action: Whole) -> PyResult<Move> {
        let found = u32::try_from(action.0).ok().and_then(|action| self.now.move_of(action));
        found
            .map(Move)
            .ok_or_else(|| wrong("action", &action.0.to_string(), "the action of a legal move"))
    }

    /// The chance events that are possible, each with its weight; empty where chance does not act.
    ///
    /// Returns:
    ///     Pairs of an event and a whole number. The probability of an event is its weight over the
    ///     sum of all weights.
    #[getter]
    fn chances(&self) -> Vec<(Move, u32)> {
        self.now.chances().into_iter().map(|(event, weight)| (Move(event), weight)).collect()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        matches!(self.now.actor(), Actor::Over(_))
    }

    /// The outcome; `None` if the game is not over.
    #[getter]
    fn result(&self) -> Option<Outcome> {
        self.now.result().map(|outcome| Outcome::of(outcome, self.now.seats()))
    }

    /// Plays a legal move, or applies a possible chance event.
    ///
    /// Raises:
    ///     ValueError: If it is not legal here. Then the state is unchanged.
    fn push(&mut self, mv: &Bound<'_, Move>) -> PyResult<()> {
        self.play(mv.get().0)
    }

    /// Reads a move or chance event and plays it.
    ///
    /// Raises:
    ///     ValueError: If it is not legal here. Then the state is unchanged.
    pub(crate) fn push_text(&mut self, text: &str) -> PyResult<Move> {
        let mv = self.parse_move(text)?;
        self.play(mv.0)?;
        Ok(mv)
    }

    /// Takes the last move or chance event back, and returns it.
    ///
    /// Raises:
    ///     IndexError: If there is none.
    fn pop(&mut self) -> PyResult<Move> {
        if self.past.count() == self.kept {
            return Err(no_move());
        }
        let (before, mv) = self.past.pop().ok_or_else(no_move)?;
        self.now = before;
        Ok(Move(mv))
    }

    /// The last move or chance event.
    ///
    /// Raises:
    ///     IndexError: If there is none.
    fn peek(&self) -> PyResult<Move> {
        let last = self.past.iter().next().filter(|_| self.past.count() > self.kept);
        last.map(|(_, mv)| Move(mv)).ok_or_else(no_move)
    }

    /// The moves and chance events that were played, the earliest first.
    #[getter]
    pub(crate) fn move_stack(&self) -> Vec<Move> {
        self.past.moves().into_iter().skip(self.kept).map(Move).collect()
    }

    /// A copy. Changes of one do not change the other.
    ///
    /// Args:
    ///     stack: Whether the copy can take back the moves that were played. It takes the same time
    ///         in both cases.
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> Self {
        Self {
            rules: self.rules.clone(),
            now: self.now.clone(),
            past: self.past.clone(),
            kept: if stack { self.kept } else { self.past.count() },
        }
    }

    fn __copy__(&self) -> Self {
        self.copy(true)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(true)
    }

    /// Reads a legal move, or a possible chance event.
    ///
    /// Raises:
    ///     ValueError: If it is not legal here.
    fn parse_move(&self, text: &str) -> PyResult<Move> {
        self.now.parse_move(text).map(Move).map_err(value_error)
    }

    /// The text of a legal move, or of a possible chance event.
    ///
    /// Raises:
    ///     ValueError: If it is not legal here.
    fn move_text(&self, mv: &Bound<'_, Move>) -> PyResult<String> {
        let mv = mv.get().0;
        self.now.move_text(mv).map_err(|error| refused(mv, &error))
    }

    /// The same game as a player sees it, without the cards that are hidden from that player.
    ///
    /// Where cards are hidden, the view has no `move_stack`, since it would show them.
    ///
    /// Args:
    ///     player: The number of the player, from 0.
    ///
    /// Raises:
    ///     ValueError: If there is no such player.
    fn view(&self, player: Whole) -> PyResult<Self> {
        let player = self.checked(player)?;
        if !self.now.has_hidden() {
            return Ok(self.copy(true));
        }
        let now = self.now.view(player).expect("the player was checked");
        Ok(Self::new(self.rules.clone(), now))
    }

    /// The position as a player sees it, as numbers: for networks.
    ///
    /// `numpy.frombuffer(state.observation(0), numpy.uint8)` makes an array of it. The page
    /// `docs/reference/observations.md` lists the planes and the values.
    ///
    /// Args:
    ///     player: The number of the player, from 0.
    ///
    /// Returns:
    ///     `game.observation_size` bytes, in the shape of `game.observation_shape`.
    ///
    /// Raises:
    ///     ValueError: If there is no such player.
    fn observation<'py>(&self, py: Python<'py>, player: Whole) -> PyResult<Bound<'py, PyBytes>> {
        let player = self.checked(player)?;
        let seen = self.now.observation(player).expect("the player was checked");
        Ok(PyBytes::new(py, &seen))
    }

    /// Whether the cards of a player are hidden in this state.
    ///
    /// Raises:
    ///     ValueError: If there is no such player.
    fn hides(&self, player: Whole) -> PyResult<bool> {
        Ok(self.now.hides(self.checked(player)?))
    }

    /// The same game with the hidden cards dealt at random. All deals that agree with the state are
    /// equally likely.
    ///
    /// Args:
    ///     seed: The seed, from 0 to 2^64 - 1.
    fn resample(&self, seed: Whole) -> PyResult<Self> {
        let now = self.now.resampled(&mut ChaCha8Rng::seed_from_u64(seed.seed()?));
        Ok(Self::new(self.rules.clone(), now))
    }

    /// Plays a random legal move, or a chance event by its weight.
    ///
    /// `random_games` plays whole games faster.
    ///
    /// Args:
    ///     seed: The seed, from 0 to 2^64 - 1.
    ///
    /// Returns:
    ///     The move.
    ///
    /// Raises:
    ///     ValueError: If the game is over.
    fn push_random(&mut self, seed: Whole) -> PyResult<Move> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed.seed()?);
        let mv = self.now.random_move(&mut rng).ok_or_else(|| {
            PyValueError::new_err("state: read a game that is over, expected one that goes on")
        })?;
        self.play(mv)?;
        Ok(Move(mv))
    }

    /// The board as text, in several lines.
    fn diagram(&self) -> String {
        self.now.diagram(Paint::Plain)
    }

    /// The board as a picture, drawn as on the page of `engine serve`.
    ///
    /// Args:
    ///     player: The player who looks: the board is seen from that side, without the cards that
    ///         are hidden from that player. Without a player, from the first side, with all cards.
    ///     size: The width of the picture in pixels.
    ///     language: `"en"` or `"fr"`.
    ///
    /// Returns:
    ///     The text of an SVG file.
    ///
    /// Raises:
    ///     ValueError: If there is no such player or language.
    #[pyo3(
        signature = (player = None, *, size = Whole(420), language = "en"),
        text_signature = "($self, player=None, *, size=420, language='en')"
    )]
    fn svg(&self, player: Option<Whole>, size: Whole, language: &str) -> PyResult<String> {
        let player = player.map(|player| self.checked(player)).transpose()?;
        self.picture(player, size.within("size", 1..=100_000)?, language)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.picture(None, 420, "en")
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.now == other.now
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("State({:?})", self.text())
    }

    /// The game, the first position, and the numbers of the moves since.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, StateParts)> {
        let state = slf.borrow();
        let bits = state.past.moves().into_iter().map(AnyMove::bits).collect();
        let parts = (state.game(), state.first().text(), bits, state.kept);
        Ok((slf.get_type().getattr("_restore")?, parts))
    }

    /// The state that `__reduce__` has taken apart.
    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        game: &Bound<'_, Game>,
        first: &str,
        bits: Vec<u128>,
        kept: usize,
    ) -> PyResult<Self> {
        let rules = &game.get().rules;
        let mut state = Self::new(rules.clone(), rules.parse(first)?);
        for bits in bits {
            let mv = AnyMove::from_bits(bits);
            let known = mv.ok_or_else(|| wrong("bits", &bits.to_string(), "the number of a move"));
            state.play(known?)?;
        }
        state.kept = kept.min(state.past.count());
        Ok(state)
    }
}

type StateParts = (Game, String, Vec<u128>, usize);

fn no_move() -> PyErr {
    PyIndexError::new_err("move: read no move, expected one that was played")
}
