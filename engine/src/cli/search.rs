//! `engine bestmove` and `engine analyse`.

use std::fs::File;
use std::io::Read;
use std::time::{Duration, Instant};

use engine::{Answer, Clock, Engine, Limits, Question, StopFlag, Techniques};
use eval::{Evaluate, Linear, Weights};
use games::{Actor, AnyState, Hidden, Notation, State, Tactics, with_state};

use super::args::{Search, threads};
use super::failure::Failure;
use super::hangup;
use super::output::{answer_json, info_lines, line_texts, print_line};

/// Which of the two commands runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Ends by itself, with a best move.
    BestMove,
    /// Goes on until interrupted; chance may be to act.
    Analysis,
}

/// Time for a best move where no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// Searches a position.
pub(crate) fn run(
    any: &AnyState,
    args: &Search,
    kind: Kind,
    started: Instant,
) -> Result<(), Failure> {
    with_state!(any, state => search(state, args, kind, started))
}

fn search<G: Notation + Tactics + Evaluate>(
    state: &State<G>,
    args: &Search,
    kind: Kind,
    started: Instant,
) -> Result<(), Failure> {
    check_actor(state, args, kind)?;
    let state = &asked(state, args)?;
    let weights = weights(&state.game, args.weights.as_deref())?;
    let mut engine = engine(args)?;
    let interrupt = StopFlag::default();
    let handle = interrupt.clone();
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(move || handle.stop());
    hangup::watch(interrupt.clone());
    let question = Question {
        state,
        limits: limits(args, kind, started),
        lines: args.multipv.unwrap_or(1) as usize,
        seed: args.seed,
        techniques: techniques(&weights),
        interrupt: &interrupt,
    };
    let mut output = Output { state, args, kind, result: Ok(()) };
    let answer =
        engine.search(&question, &Linear::new(&weights), |answer| output.iteration(answer));
    output.result?;
    output_end(state, args, kind, &answer)
}

/// What is printed while the search runs.
struct Output<'a, G: Notation> {
    state: &'a State<G>,
    args: &'a Search,
    kind: Kind,
    result: Result<(), Failure>,
}

impl<G: Notation> Output<'_, G> {
    /// Prints an iteration; whether the search shall go on: not when nobody reads it.
    fn iteration(&mut self, answer: &Answer<G::Move>) -> bool {
        let multipv = self.args.multipv.is_some();
        self.result = if !self.args.json {
            let lines = info_lines(self.state, answer, multipv);
            lines.iter().try_for_each(|line| print_line(line))
        } else if self.kind == Kind::Analysis {
            print_line(&answer_json(self.state, answer, multipv))
        } else {
            Ok(())
        };
        self.result.is_ok()
    }
}

fn output_end<G: Notation>(
    state: &State<G>,
    args: &Search,
    kind: Kind,
    answer: &Answer<G::Move>,
) -> Result<(), Failure> {
    if args.json {
        return match kind {
            Kind::BestMove => print_line(&answer_json(state, answer, args.multipv.is_some())),
            Kind::Analysis => Ok(()),
        };
    }
    match answer.best() {
        Some(mv) => print_line(&format!("bestmove {}", line_texts(state, &[mv]).join(" "))),
        None => Ok(()),
    }
}

/// The position to be searched: unless told otherwise, as the player to act sees it.
fn asked<G: Notation + Hidden>(state: &State<G>, args: &Search) -> Result<State<G>, Failure> {
    let (game, player) = (&state.game, state.game.player(&state.position));
    if game.hides(&state.position, player) {
        let name = game.player_name(&state.position);
        let expected = format!("the cards of {name}, whose turn it is, to be known");
        return Err(Failure::from(games::ParseError::new(
            "position",
            &args.position.position,
            expected,
        )));
    }
    let mut state = state.clone();
    if !args.open {
        state.position = game.view(&state.position, player);
    }
    Ok(state)
}

/// Whether there is anything to search.
fn check_actor<G: Notation>(state: &State<G>, args: &Search, kind: Kind) -> Result<(), Failure> {
    let wrong = |expected: &str| {
        let text = &args.position.position;
        Err(Failure::from(games::ParseError::new("position", text, expected)))
    };
    match state.actor() {
        Actor::Over(_) => wrong("a game that is not over"),
        Actor::Chance if kind == Kind::BestMove => {
            let mut events = Vec::new();
            let game = &state.game;
            game.each_event(&state.position, |event, _| events.push(game.format_event(event)));
            let events = events.join(" ");
            wrong(&format!(
                "a position where a player acts, not chance: let it happen after moves ({events})"
            ))
        }
        _ => Ok(()),
    }
}

fn weights<G: Evaluate>(game: &G, given: Option<&str>) -> Result<Weights, Failure> {
    let file = match given {
        None => return Ok(Weights::default_for(game)),
        Some("zero") => return Ok(Weights::zero::<G>()),
        Some(file) => file,
    };
    let wrong = |reason: String| Failure::input(format!("--weights: {file:?}: {reason}"));
    let text = read_text(file).map_err(|error| wrong(error.to_string()))?;
    Weights::parse(game, &text).map_err(|error| wrong(error.to_string()))
}

/// A file's text, of a length that weights or packs can have.
pub(crate) fn read_text(file: &str) -> std::io::Result<String> {
    const LONGEST: u64 = 16 << 20;
    let mut text = String::new();
    File::open(file)?.take(LONGEST).read_to_string(&mut text)?;
    if text.len() as u64 == LONGEST {
        return Err(std::io::Error::other(format!("read {LONGEST} bytes, expected fewer")));
    }
    Ok(text)
}

/// With zero weights values are exact chances within the horizon, so nothing may look beyond it.
fn techniques(weights: &Weights) -> Techniques {
    if weights.is_zero() { Techniques::HORIZON } else { Techniques::ALL }
}

fn engine(args: &Search) -> Result<Engine, Failure> {
    let available = available_mib();
    let mib = usize::try_from(args.hash).unwrap_or(usize::MAX);
    if let Some(available) = available.filter(|&available| args.hash > available) {
        let message =
            format!("--hash: read {mib}, expected 1 to the {available} MiB of free memory");
        return Err(Failure::input(message));
    }
    Engine::new(mib, threads(args.threads))
        .map_err(|error| Failure::input(format!("--hash: {error}")))
}

/// Memory that can be had, in MiB, where the system tells (Linux). The table's pages are only
/// taken as they are used, so that asking for more than there is would fail in the middle.
fn available_mib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024)
}

fn limits(args: &Search, kind: Kind, started: Instant) -> Limits {
    let unlimited = args.time.is_none() && args.depth.is_none() && args.nodes.is_none();
    let default = (unlimited && kind == Kind::BestMove).then_some(DEFAULT_TIME);
    Limits {
        depth: args.depth,
        nodes: args.nodes,
        time: args.time.or(default).map(|time| Clock::for_move(started, time)),
    }
}
