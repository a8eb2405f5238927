//! Games with their options, and packs of cards.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use games::{AnyState, GameInfo, Resources, Seat};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};

use crate::error::{Whole, value_error, wrong};
use crate::state::State;

/// A pitch and a pack of cards for Buteur, in the place of the standard ones.
///
/// `Game("buteur", pack=Pack(text))` is Buteur with this pack.
///
/// Args:
///     text: The contents of a pack file (TOML), such as `pathlib.Path("small.toml").read_text()`.
///
/// Raises:
///     ValueError: If the text is not a complete pack. The message names the line.
#[pyclass(frozen, eq, hash, module = "french_board_games")]
#[derive(PartialEq, Hash)]
pub(crate) struct Pack {
    text: Arc<str>,
    name: String,
}

#[pymethods]
impl Pack {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let pack = games::buteur::Pack::parse(text).map_err(value_error)?;
        Ok(Self { text: text.into(), name: pack.name().to_owned() })
    }

    /// The name of the pack in position texts.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The contents of the pack file.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    fn __getnewargs__(&self) -> (&str,) {
        (&self.text,)
    }

    fn __repr__(&self) -> String {
        format!("<Pack {:?}>", self.name)
    }
}

/// The rules in force: the start of the game, and the pack that its text names.
pub(crate) struct Rules {
    pub(crate) start: AnyState,
    pack: Option<Arc<str>>,
}

impl Rules {
    /// The rules of a game from its text, which may name the pack.
    fn read(text: &str, pack: Option<Arc<str>>) -> PyResult<Self> {
        let start =
            AnyState::start_with(text, &resources(pack.as_deref())?).map_err(value_error)?;
        Ok(Self { start, pack })
    }

    /// The state of a text of these rules, without moves: the name, the options and the position.
    pub(crate) fn parse(&self, text: &str) -> PyResult<AnyState> {
        let resources = resources(self.pack.as_deref())?;
        AnyState::parse_with(text, &resources).map_err(value_error)
    }

    /// The rules of a text of any game, whose packs are compiled in.
    pub(crate) fn of(state: &AnyState) -> PyResult<Arc<Self>> {
        Self::read(&state.game_text(), None).map(Arc::new)
    }
}

fn resources(pack: Option<&str>) -> PyResult<Resources> {
    let Some(text) = pack else { return Ok(Resources::default()) };
    let pack = games::buteur::Pack::parse(text).map_err(value_error)?;
    Ok(Resources::default().with_pack(pack))
}

/// The rules that an argument names: a `Game`, or a text.
pub(crate) fn rules_text(game: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    game.map(|game| match game.cast::<Game>() {
        Ok(game) => Ok(game.get().rules.start.game_text()),
        Err(_) => game.extract::<String>(),
    })
    .transpose()
}

/// A game with its options.
///
/// Games are immutable. Two games are equal if their rules are.
///
/// >>> game = Game("maitres", variant="annihilation")
/// >>> game.text
/// 'maitres:variant=annihilation'
/// >>> state = game.start()
///
/// Args:
///     name: The id of a game, one of `Game.names()`; options may follow as in a position text.
///     **options: The options of the game: words, whole numbers, or a `Pack`. `option_help`
///         explains them.
///
/// Raises:
///     ValueError: If a name, an option or a value is unknown. The message names the field.
///     TypeError: If a value is of another type.
#[pyclass(frozen, module = "french_board_games")]
pub(crate) struct Game {
    pub(crate) rules: Arc<Rules>,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, /, **options))]
    fn new(name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut pack = None;
        let mut text = name.to_owned();
        let info = AnyState::infos().iter().find(|info| name.split(':').next() == Some(info.name));
        for (key, value) in options.into_iter().flatten() {
            let key: String = key.extract()?;
            let value = option_text(info, &key, &value, &mut pack)?;
            text.push(if text.contains(':') { ',' } else { ':' });
            text += &format!("{key}={value}");
        }
        Ok(Self { rules: Arc::new(Rules::read(&text, pack)?) })
    }

    /// The ids of all games.
    #[staticmethod]
    fn names(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, AnyState::NAMES)
    }

    /// The id of the game, for example `"maitres"`.
    #[getter]
    fn name(&self) -> &'static str {
        self.info().name
    }

    /// The full name of the game.
    #[getter]
    fn title(&self) -> &'static str {
        self.info().title
    }

    /// A paragraph about the game.
    #[getter]
    fn about(&self) -> &'static str {
        self.info().about
    }

    /// The game with its options that are not the default, as position texts begin.
    #[getter]
    fn text(&self) -> String {
        self.rules.start.game_text()
    }

    /// The value in force of each option, by key.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = self.rules.start.option_values();
        self.by_option(py, |place, _| values[place].clone())
    }

    /// The meaning of each option and its possible values, by key.
    #[getter]
    fn option_help<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_option(py, |_, info| format!("{}: {}", info.about, info.expected()))
    }

    /// The number of seats, from 2 to 3. Each seat gets a share of the result.
    #[getter]
    fn seats(&self) -> u8 {
        self.rules.start.seats()
    }

    /// The number of players, from 2 to 4. In Buteur, players of a team share a seat; in all other
    /// games each player has a seat.
    #[getter]
    fn players(&self) -> u8 {
        self.rules.start.players()
    }

    /// The names of the seats in texts.
    #[getter]
    fn seat_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let start = &self.rules.start;
        let names: Vec<_> = Seat::all(start.seats()).map(|seat| start.seat_name(seat)).collect();
        PyTuple::new(py, names)
    }

    /// The largest number of legal moves of a position.
    #[getter]
    fn most_moves(&self) -> usize {
        self.rules.start.most_moves()
    }

    /// The number of actions: fixed numbers of moves, for policy networks. Actions are numbered
    /// from 0.
    #[getter]
    fn num_actions(&self) -> u32 {
        self.rules.start.actions()
    }

    /// The shape of observations: planes, rows, columns, single values.
    ///
    /// An observation is flat: `planes * rows * columns` numbers of the planes, then the values.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize, usize) {
        let shape = self.rules.start.observation_shape();
        (shape.planes, shape.rows, shape.columns, shape.values)
    }

    /// The number of bytes of an observation.
    #[getter]
    fn observation_size(&self) -> usize {
        self.rules.start.observation_shape().size()
    }

    /// The seat of a player. Players of a team share a seat.
    ///
    /// Raises:
    ///     ValueError: If there is no such player.
    fn seat_of(&self, player: Whole) -> PyResult<u8> {
        let start = &self.rules.start;
        let player = player.within("player", 0..=u64::from(start.players() - 1))? as u8;
        Ok(match start {
            AnyState::Buteur(state) => state.game().team_of(player.into()).number(),
            _ => player,
        })
    }

    /// Whether chance (a die, cards that are drawn) acts in some positions.
    #[getter]
    fn has_chance(&self) -> bool {
        self.rules.start.has_chance()
    }

    /// Whether players hold cards that others do not see.
    #[getter]
    fn has_hidden_cards(&self) -> bool {
        self.rules.start.has_hidden()
    }

    /// The state at the start of the game.
    fn start(&self) -> State {
        State::new(self.rules.clone(), self.rules.start.clone())
    }

    /// The state of a position text without the name of the game.
    ///
    /// Args:
    ///     position: `startpos` or the fields of a position; then, after the word `moves`, moves.
    ///
    /// Raises:
    ///     ValueError: If the text is no position of the game. The message names the field.
    fn state(&self, position: &str) -> PyResult<State> {
        State::read(&format!("{} {position}", self.text()), Some(&self.rules))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.rules.start.is_same_game(&other.rules.start)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        let text = self.text();
        let Some(pack) = &self.rules.pack else { return Ok(((text,), options)) };
        // A pack is an object, so the options become arguments.
        let (name, given) = text.split_once(':').unwrap_or((&text, ""));
        for option in given.split(',') {
            match option.split_once('=') {
                Some(("pack", _)) => options.set_item("pack", Pack::new(pack)?)?,
                Some((key, value)) => options.set_item(key, value)?,
                None => {}
            }
        }
        Ok(((name.to_owned(),), options))
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.text())
    }
}

impl Game {
    fn info(&self) -> &'static GameInfo {
        self.rules.start.info()
    }

    fn by_option<'py>(
        &self,
        py: Python<'py>,
        value: impl Fn(usize, &games::OptionInfo) -> String,
    ) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for (place, info) in self.info().options.iter().enumerate() {
            found.set_item(info.key, value(place, info))?;
        }
        Ok(found)
    }
}

/// The text of an option's value. A pack is stored in `pack`.
fn option_text(
    info: Option<&GameInfo>,
    key: &str,
    value: &Bound<'_, PyAny>,
    pack: &mut Option<Arc<str>>,
) -> PyResult<String> {
    if let Ok(given) = value.cast::<Pack>() {
        *pack = Some(given.get().text.clone());
        return Ok(given.get().name.clone());
    }
    let is_number = value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>();
    if !value.is_instance_of::<PyString>() && !is_number {
        let expected = "a text, a whole number or a Pack";
        let message = format!("option {key}: read {}, expected {expected}", value.repr()?);
        return Err(PyTypeError::new_err(message));
    }
    let text = value.str()?.to_cow()?.into_owned();
    // Such a value would be read as several options.
    if text.contains([',', '=', ' ']) {
        let known = info.and_then(|info| info.options.iter().find(|option| option.key == key));
        let expected = known.map_or("a word or a number".to_owned(), games::OptionInfo::expected);
        return Err(wrong(&format!("option {key}"), &text, expected));
    }
    Ok(text)
}
