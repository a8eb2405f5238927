//! Searches in threads of their own, so that Python can go on or interrupt them.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use engine::{
    Answer, AnySearcher, Limits, MAX_DEPTH, MAX_HASH, MAX_THREADS, Playable, Proof, Request,
    SearcherBuilder, StopFlag, Uncertainty, Variation,
};
use games::{Actor, AnyMove, AnyState, Listed, with_state};
use play::{Level, LiveGame};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use selfplay::WeightsSource;
use tablebases::{Tabled, check_folder};
use ugi::LastPrinted;

use crate::error::{Whole, receive, value_error, wrong};
use crate::moves::Move;
use crate::state::State;

/// The settings of a searcher.
struct Means {
    threads: usize,
    hash: usize,
    weights: WeightsSource,
    tables: Option<PathBuf>,
    hidden: Uncertainty,
}

impl Means {
    /// A searcher of a game.
    fn searcher<G: Playable + Tabled + Listed>(&self, game: &G) -> PyResult<AnySearcher> {
        let weights = self.weights.load(game).map_err(value_error)?;
        let tables = self.tables.as_deref().map(|folder| game.open_tables(folder));
        let endings = tables.transpose().map_err(value_error)?.flatten();
        let builder = SearcherBuilder::with_weights(game.clone(), &weights);
        let builder = builder.adjust(|techniques| techniques.uncertainty = self.hidden);
        let built = builder.hash(self.hash).threads(self.threads).endings(endings).build();
        let searcher = built.map_err(|error| {
            let expected = format!("a size that can be had ({error})");
            wrong("hash", &self.hash.to_string(), expected)
        })?;
        Ok(searcher.into())
    }
}

/// The searcher of the last game, which keeps its table from one search to the next.
#[derive(Default)]
enum Slot {
    #[default]
    Empty,
    Free(AnySearcher),
    /// A search uses it.
    Busy,
    Closed,
}

type Shared = Arc<Mutex<Slot>>;

fn lock(shared: &Shared) -> MutexGuard<'_, Slot> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A searcher that a search uses. It is given back at the end, but not after a panic.
struct Lent {
    searcher: Option<AnySearcher>,
    shared: Shared,
}

impl Drop for Lent {
    fn drop(&mut self) {
        let searcher = self.searcher.take().filter(|_| !thread::panicking());
        let mut slot = lock(&self.shared);
        if matches!(*slot, Slot::Busy) {
            *slot = searcher.map_or(Slot::Empty, Slot::Free);
        }
    }
}

/// The native part of `Engine`.
///
/// Args:
///     threads: The number of threads of a search, from 1.
///     hash: The size of the transposition table in MiB, from 1.
///     weights: `"default"`, `"zero"` or the name of a file of weights.
///     tables: A folder of endgame tables.
///     hidden: The search for hidden cards: `ismcts`, `views` or `worlds`.
#[pyclass(frozen, module = "french_board_games._native")]
pub(crate) struct Searcher {
    means: Means,
    shared: Shared,
}

#[pymethods]
impl Searcher {
    #[new]
    fn new(
        threads: Whole,
        hash: Whole,
        weights: &str,
        tables: Option<PathBuf>,
        hidden: &str,
    ) -> PyResult<Self> {
        let threads = threads.within("threads", 1..=MAX_THREADS as u64)? as usize;
        let hash = hash.within("hash", 1..=MAX_HASH.into())? as usize;
        tables.as_deref().map(check_folder).transpose().map_err(value_error)?;
        let hidden = hidden.parse().map_err(value_error)?;
        let weights = WeightsSource::parse(weights);
        let means = Means { threads, hash, weights, tables, hidden };
        Ok(Self { means, shared: Shared::default() })
    }

    /// Starts a search in the background.
    ///
    /// Args:
    ///     state: The state. The player to act sees it as `state.view` shows it, unless `open`.
    ///     limits: Seconds, nodes and depth.
    ///     multipv: The number of lines.
    ///     seed: The order of moves that look alike.
    ///     open: Whether the search may use hidden cards.
    ///     moves: Whether a player must be to act. Otherwise chance may be.
    ///     reports: Whether each iteration is reported.
    #[pyo3(signature = (state, limits, *, multipv, seed, open, moves, reports))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn search(
        &self,
        state: &Bound<'_, State>,
        limits: (Option<f64>, Option<Whole>, Option<Whole>),
        multipv: Whole,
        seed: Whole,
        open: bool,
        moves: bool,
        reports: bool,
    ) -> PyResult<Search> {
        let state = asked(state.borrow().now(), open, moves)?;
        let multipv = multipv.within("multipv", 1..=1000)? as usize;
        let stop = StopFlag::default();
        let limits = self::limits(limits)?;
        let request = Request::from(limits).variations(multipv).seed(seed.seed()?).stop(&stop);
        let lent = self.lend(&state)?;
        let (sender, messages) = channel();
        thread::spawn(move || run(&state, &request, reports, lent, &sender));
        Ok(Search { messages: Mutex::new(messages), stop, found: Mutex::default() })
    }

    /// The move of a level, as on the page of `engine serve`.
    #[pyo3(signature = (state, level, *, seed, open))]
    fn choose(
        &self,
        py: Python<'_>,
        state: &Bound<'_, State>,
        level: Whole,
        seed: Whole,
        open: bool,
    ) -> PyResult<Move> {
        self.check_open()?;
        let known = asked(state.borrow().now(), open, true)?;
        let level: Level = level.0.to_string().parse().map_err(value_error)?;
        let seed = seed.seed()?;
        let mut live = LiveGame::new(known.clone(), 0);
        if open {
            live.show_all();
        }
        let mut question = live.question().expect("a player acts and knows the own cards");
        let stop = StopFlag::default();
        let (sender, messages) = channel();
        let flag = stop.clone();
        thread::spawn(move || sender.send(question.choose(level, seed, &flag)));
        let text = receive(py, &Mutex::new(messages), &stop)?.ok_or_else(panicked)?;
        known.parse_move(&text).map(Move).map_err(value_error)
    }

    /// A description of the endgame tables for the game of a state; `None` if there are none.
    fn tables(&self, state: &Bound<'_, State>) -> PyResult<Option<String>> {
        let lent = self.lend(state.borrow().now())?;
        Ok(lent.searcher.as_ref().and_then(AnySearcher::endings))
    }

    /// Whether the searcher is closed.
    #[getter]
    fn closed(&self) -> bool {
        matches!(*lock(&self.shared), Slot::Closed)
    }

    /// Frees the table. Later searches are refused.
    fn close(&self) {
        *lock(&self.shared) = Slot::Closed;
    }

    /// Forgets the results of earlier searches.
    fn forget(&self) -> PyResult<()> {
        self.check_open()?;
        let mut slot = lock(&self.shared);
        if matches!(*slot, Slot::Busy) {
            return Err(busy());
        }
        *slot = Slot::Empty;
        Ok(())
    }
}

impl Searcher {
    fn check_open(&self) -> PyResult<()> {
        if self.closed() {
            return Err(wrong("engine", "a closed engine", "one that is open"));
        }
        Ok(())
    }

    /// The searcher of the game of a state: the same as in the last search, if it was of this game.
    fn lend(&self, state: &AnyState) -> PyResult<Lent> {
        self.check_open()?;
        let mut slot = lock(&self.shared);
        let searcher = match std::mem::replace(&mut *slot, Slot::Busy) {
            Slot::Busy => return Err(busy()),
            Slot::Free(searcher) if searcher.is_for(state) => Ok(searcher),
            // The table of another game is freed first.
            Slot::Free(_) | Slot::Empty | Slot::Closed => {
                with_state!(state, state => self.means.searcher(state.game()))
            }
        };
        match searcher {
            Ok(searcher) => Ok(Lent { searcher: Some(searcher), shared: self.shared.clone() }),
            Err(error) => {
                *slot = Slot::Empty;
                Err(error)
            }
        }
    }
}

fn busy() -> PyErr {
    wrong("engine", "a second search", "one search at a time: stop or await the first")
}

fn panicked() -> PyErr {
    PyRuntimeError::new_err("the search ended with a fault of the engine; its message is on stderr")
}

fn limits((time, nodes, depth): (Option<f64>, Option<Whole>, Option<Whole>)) -> PyResult<Limits> {
    let mut limits = match time {
        Some(seconds) => {
            let time = Duration::try_from_secs_f64(seconds);
            let expected = "a number of seconds from 0";
            Limits::for_time(time.map_err(|_| wrong("time", &seconds.to_string(), expected))?)
        }
        None => Limits::default(),
    };
    limits.nodes = nodes.map(|nodes| nodes.within("nodes", 1..=u64::MAX)).transpose()?;
    let depth = depth.map(|depth| depth.within("depth", 1..=MAX_DEPTH.into())).transpose()?;
    limits.depth = depth.map(|depth| depth as u32);
    Ok(limits)
}

/// The state as the player to act knows it, or all of it.
fn asked(state: &AnyState, open: bool, moves: bool) -> PyResult<AnyState> {
    let wrong = |expected: &str| Err(wrong("state", &state.text(), expected));
    match state.actor() {
        Actor::Over(_) => return wrong("a game that is not over"),
        Actor::Chance if moves => {
            return wrong(
                "a state where a player acts, not chance: push one of state.chances first",
            );
        }
        Actor::Chance | Actor::Seat(_) => {}
    }
    let player = state.player();
    if state.hides(player) {
        return wrong("the cards of the player whose turn it is to be known");
    }
    Ok(if open { state.clone() } else { state.view(player).expect("a player") })
}

/// A message of a running search.
enum Message {
    Iteration(Answer<AnyMove>),
    End(Answer<AnyMove>),
}

/// Searches, and sends the answers.
fn run(
    state: &AnyState,
    request: &Request,
    reports: bool,
    mut lent: Lent,
    sender: &Sender<Message>,
) {
    let searcher = lent.searcher.as_mut().expect("it is lent until the end");
    let answer = if reports {
        searcher.search_with(state, request, |answer| {
            sender.send(Message::Iteration(answer.clone())).is_ok()
        })
    } else {
        searcher.search(state, request)
    };
    // The next search can begin when Python gets the answer.
    drop(lent);
    // Nobody waits for a search that was dropped.
    let _ = sender.send(Message::End(answer));
}

/// The answers that were received so far.
#[derive(Default)]
struct Found {
    last: LastPrinted<AnyMove>,
    answer: Option<Answer<AnyMove>>,
    ended: bool,
}

/// A search in the background.
#[pyclass(frozen, module = "french_board_games._native")]
pub(crate) struct Search {
    messages: Mutex<Receiver<Message>>,
    stop: StopFlag,
    found: Mutex<Found>,
}

#[pymethods]
impl Search {
    /// Waits for the next iteration.
    ///
    /// Returns:
    ///     Its lines, the best first; `None` at the end of the search.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyTuple>>>> {
        while !self.found().ended {
            let message = self.receive(py)?;
            let mut found = self.found();
            let (answer, ended) = match message {
                Message::Iteration(answer) => (answer, false),
                Message::End(answer) => (answer, true),
            };
            let new = found.last.differs(&answer);
            found.last.note(&answer);
            found.ended = ended;
            let shown = new.then(|| lines(py, &answer)).transpose()?;
            found.answer = Some(answer);
            if shown.is_some() {
                return Ok(shown);
            }
        }
        Ok(None)
    }

    /// Waits for the end of the search.
    ///
    /// Returns:
    ///     The lines of the answer, the best first.
    fn wait<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        while !self.found().ended {
            let message = self.receive(py)?;
            if let Message::End(answer) = message {
                let mut found = self.found();
                (found.answer, found.ended) = (Some(answer), true);
            }
        }
        self.found().answer.as_ref().map_or(Ok(Vec::new()), |answer| lines(py, answer))
    }

    /// Asks the search to end.
    fn stop(&self) {
        self.stop.stop();
    }
}

impl Search {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next message. After an error there are no more.
    fn receive(&self, py: Python<'_>) -> PyResult<Message> {
        let message = receive(py, &self.messages, &self.stop);
        let message = message.and_then(|message| message.ok_or_else(panicked));
        self.found().ended |= message.is_err();
        message
    }
}

/// A search that nobody can wait for ends.
impl Drop for Search {
    fn drop(&mut self) {
        self.stop.stop();
        let messages = self.messages.get_mut().unwrap_or_else(PoisonError::into_inner);
        while messages.recv().is_ok() {}
    }
}

/// The lines of an answer as Python's `Info` takes them.
fn lines<'py>(py: Python<'py>, answer: &Answer<AnyMove>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let none = [Variation { value: answer.value, exhausted: false, moves: Vec::new() }];
    let found = &answer.variations[..];
    let found = if found.is_empty() { &none } else { found };
    (1..).zip(found).map(|(rank, line)| self::line(py, answer, rank, line)).collect()
}

fn line<'py>(
    py: Python<'py>,
    answer: &Answer<AnyMove>,
    rank: u32,
    line: &Variation<AnyMove>,
) -> PyResult<Bound<'py, PyTuple>> {
    let (win, loss, draw) = match line.proof() {
        Some(Proof::Win(distance)) => (Some(distance), None, false),
        Some(Proof::Loss(distance)) => (None, Some(distance), false),
        Some(Proof::Draw) => (None, None, true),
        None => (None, None, false),
    };
    // With three seats the search gives the shares of the best line.
    let share = |value: eval::Value| (value.to_f64().clamp(-1.0, 1.0) + 1.0) / 2.0;
    let shares: Vec<_> = answer.shares.iter().map(|&value| share(value)).collect();
    let shares = PyTuple::new(py, if rank == 1 { shares } else { Vec::new() })?;
    let moves: Vec<_> = line.moves.iter().map(|&mv| Move(mv)).collect();
    let effort = (
        rank,
        answer.depth,
        answer.seldepth,
        answer.nodes,
        answer.elapsed.as_secs_f64(),
        f64::from(answer.hashfull) / 1000.0,
    );
    let value = line.value.to_f64().clamp(-1.0, 1.0);
    (effort, (value, win, loss, draw), shares, moves).into_pyobject(py)
}
