//! Games in files of draughts players: PDN.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Chain, Cursor, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use draughts::{Note, PdnReader, PlayedGame, replay, write_pdn};
use pyo3::exceptions::{PyOSError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::error::{value_error, wrong};
use crate::game::{Rules, rules_text};
use crate::moves::Move;
use crate::state::State;

/// A game of draughts from a file of PDN, as `read_pdn` reads it.
///
/// If a position is set up between the moves of a game, each part of the game is a `PdnGame`.
#[pyclass(frozen, module = "french_board_games")]
pub(crate) struct PdnGame(PlayedGame);

#[pymethods]
impl PdnGame {
    /// The number of the game in its file, from 1.
    #[getter]
    fn number(&self) -> u64 {
        self.0.number
    }

    /// The number of the part, from 1; `None` for a whole game.
    #[getter]
    fn part(&self) -> Option<u64> {
        self.0.part
    }

    /// The tags by their names, such as `White`, `Event` and `GameType`.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        // The first tag of a name counts.
        self.0.tags.iter().rev().try_for_each(|(name, value)| tags.set_item(name, value))?;
        Ok(tags)
    }

    /// The names of the players, the one that begins first; empty if the file has no names.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.0.players.clone()
    }

    /// The first position, as a new state.
    #[getter]
    fn start(&self) -> PyResult<State> {
        Ok(State::new(Rules::of(&self.0.start)?, self.0.start.clone()))
    }

    /// The position after all moves, as a new state. Its `move_stack` has the moves.
    #[getter]
    fn end(&self) -> PyResult<State> {
        let mut state = self.start()?;
        for text in &self.0.moves {
            state.push_text(text)?;
        }
        Ok(state)
    }

    /// The moves.
    #[getter]
    fn moves(&self) -> PyResult<Vec<Move>> {
        Ok(self.end()?.move_stack())
    }

    /// The comments, each with the number of moves before it.
    #[getter]
    fn comments(&self) -> Vec<(usize, &str)> {
        let comments = self.0.notes.iter().filter_map(|(place, note)| match note {
            Note::Comment(text) => Some((*place, text.as_str())),
            _ => None,
        });
        comments.collect()
    }

    /// All notes: the number of moves before each, its kind and its text. The kinds are
    /// `"comment"`, `"nag"`, `"strength"` and `"variation"`.
    #[getter]
    fn notes(&self) -> Vec<(usize, &'static str, &str)> {
        let notes = self.0.notes.iter().map(|(place, note)| {
            let (kind, text) = note.parts();
            (*place, kind, text)
        });
        notes.collect()
    }

    /// The commands in comments, such as the times of clocks: the number of moves before each, its
    /// name and its value, such as `(1, "clk", "0:09:57")`.
    #[getter]
    fn clocks(&self) -> Vec<(usize, &str, &str)> {
        self.0.clocks()
    }

    /// The share of the point of each seat, the one that begins first; `None` if the file has no
    /// result.
    #[getter]
    fn result(&self) -> Option<Vec<f64>> {
        self.0.result.clone()
    }

    /// The position text: the start, and the moves. `State` reads it.
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    /// The game as PDN.
    fn pdn(&self) -> PyResult<String> {
        write_pdn(&self.0).map_err(value_error)
    }

    fn __repr__(&self) -> String {
        format!("<PdnGame {}: {} moves>", self.0.number, self.0.moves.len())
    }
}

/// The input of a reader: a file, or a file object of Python.
type Source = Box<dyn Read + Send + Sync>;

/// The games of a file.
#[pyclass(module = "french_board_games._native")]
pub(crate) struct PdnGames {
    games: PdnReader<BufReader<Chain<Cursor<Vec<u8>>, Source>>>,
    game: Option<String>,
    warns: bool,
    /// The parts of the last game that was read.
    waiting: VecDeque<PlayedGame>,
    raised: Raised,
}

/// The exception of a file object.
type Raised = Arc<Mutex<Option<PyErr>>>;

fn taken(raised: &Raised) -> Option<PyErr> {
    raised.lock().unwrap_or_else(PoisonError::into_inner).take()
}

#[pymethods]
impl PdnGames {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<PdnGame>> {
        loop {
            if let Some(game) = self.waiting.pop_front() {
                return Ok(Some(PdnGame(game)));
            }
            let Some(read) = self.games.next() else { return Ok(None) };
            match read.and_then(|game| replay(&game, self.game.as_deref())) {
                Ok(parts) => self.waiting.extend(parts),
                Err(error) => {
                    if let Some(raised) = taken(&self.raised) {
                        return Err(raised);
                    }
                    if !self.warns {
                        return Err(value_error(error));
                    }
                    let category = py.get_type::<PyUserWarning>();
                    py.import("warnings")?.call_method1("warn", (error.to_string(), category))?;
                }
            }
        }
    }
}

/// A file object of Python, of bytes or of text.
struct FileObject {
    object: Py<PyAny>,
    /// Bytes that the object gave, and that nobody has taken yet.
    given: Cursor<Vec<u8>>,
    raised: Raised,
}

impl FileObject {
    fn ask(&self, most: usize) -> PyResult<Vec<u8>> {
        Python::attach(|py| {
            let read = self.object.bind(py).call_method1("read", (most,))?;
            if let Ok(bytes) = read.cast::<PyBytes>() {
                return Ok(bytes.as_bytes().to_vec());
            }
            let text = read.cast::<PyString>()?;
            Ok(text.to_cow()?.as_bytes().to_vec())
        })
    }
}

impl Read for FileObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.given.read(buffer)?;
        if read > 0 {
            return Ok(read);
        }
        match self.ask(buffer.len()) {
            Ok(bytes) => self.given = Cursor::new(bytes),
            Err(error) => {
                let words = error.to_string();
                *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                return Err(io::Error::other(words));
            }
        }
        self.given.read(buffer)
    }
}

/// Reads the games of a file of PDN, one by one.
///
/// >>> import io
/// >>> game = next(read_pdn(io.StringIO("1. 32-28 19-23 2-0")))
/// >>> game.result, len(game.moves)
/// ([1.0, 0.0], 2)
///
/// Only one game at a time is in memory. A game that cannot be read costs no other game: after an
/// exception, the next call of `next` goes on with the next game.
///
/// Args:
///     source: A path, or an open file of bytes or of text.
///     game: The rules of the games, a `Game` or its text, in place of their tags.
///     on_error: `"raise"`, or `"warn"` to leave games out that cannot be read, with a warning
///         for each.
///
/// Raises:
///     OSError: If the file cannot be read.
///     ValueError: If a game cannot be read. The message names the game, the line and the column.
#[pyfunction]
#[pyo3(signature = (source, *, game = None, on_error = "raise"))]
pub(crate) fn read_pdn(
    source: &Bound<'_, PyAny>,
    game: Option<&Bound<'_, PyAny>>,
    on_error: &str,
) -> PyResult<PdnGames> {
    let warns = match on_error {
        "raise" => false,
        "warn" => true,
        other => return Err(wrong("on_error", other, "raise or warn")),
    };
    let game = rules_text(game)?;
    if let Some(game) = &game {
        draughts::GameType::rules(game).map_err(value_error)?;
    }
    let (raised, mut name) = (Raised::default(), None);
    let input: Source = if source.hasattr("read")? {
        let object = source.clone().unbind();
        Box::new(FileObject { object, given: Cursor::default(), raised: raised.clone() })
    } else {
        let path: PathBuf = source.extract()?;
        name = Some(path.clone());
        Box::new(File::open(&path).map_err(|error| os_error(&error, name.as_ref()))?)
    };
    let input = reader::streamed(input);
    let input =
        input.map_err(|error| taken(&raised).unwrap_or_else(|| os_error(&error, name.as_ref())))?;
    let games = PdnReader::new(input);
    Ok(PdnGames { games, game, warns, waiting: VecDeque::new(), raised })
}

/// The exception for a file that cannot be read. Python chooses the class by the number.
fn os_error(error: &io::Error, path: Option<&PathBuf>) -> PyErr {
    match (error.raw_os_error(), path) {
        (Some(number), Some(path)) => PyOSError::new_err((number, error.to_string(), path.clone())),
        _ => PyOSError::new_err(error.to_string()),
    }
}
