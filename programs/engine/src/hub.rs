//! `engine hub`: the Hub protocol on standard input and output.

use std::ffi::OsString;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use cli::{Failure, print_line};
use draughts::hub::{self, Line};
use engine::{
    Answer, AnySearcher, Limits, MAX_DEPTH, MAX_HASH, MAX_THREADS, Parameters, Proof, Request,
    StopFlag, TimeLimit,
};
use games::{AnyMove, AnyState, ParseError};
use reader::whole;

use super::args::MeansArguments;
use super::draughts_search::DraughtsArguments;
use super::endings::TablesChoice;

/// The variant of a game that has no name in the protocol: the parameter `game` has its rules.
const OTHER: &str = "other";

#[derive(Args, Debug)]
pub(crate) struct HubArguments {
    #[command(flatten)]
    draughts: DraughtsArguments,
}

/// Answers lines until `quit` or the end of input.
pub(crate) fn run(args: &HubArguments) -> Result<(), Failure> {
    let settings = args.draughts.clone();
    let state = settings.start()?;
    // Errors in weights and tables show at once.
    let searcher = Some(settings.searcher()?);
    let (sender, events) = channel();
    let reader = sender.clone();
    thread::spawn(move || read_lines(io::stdin().lock(), &reader));
    let mut session = Session {
        settings,
        state,
        searcher,
        level: Level::default(),
        sender,
        events,
        waiting: Vec::new(),
        quits: false,
    };
    while let Some(text) = session.next_line() {
        match session.answer(&text) {
            Ok(()) => {}
            Err(Failure::Input(message)) => {
                print_line(&Line::new("error").with("message", message).to_string())?;
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}

/// An event of a session.
enum Event {
    /// A line, or its fault.
    Line(Result<String, ParseError>),
    /// The end of input.
    End,
    /// The search has ended.
    Searched,
}

fn read_lines(mut input: impl BufRead, sender: &Sender<Event>) {
    loop {
        let event = match ugi::read_line(&mut input) {
            Ok(Some(line)) => Event::Line(line),
            Ok(None) | Err(_) => Event::End,
        };
        let ends = matches!(event, Event::End);
        if sender.send(event).is_err() || ends {
            return;
        }
    }
}

/// The limits of the next search.
#[derive(Clone, Debug, Default)]
struct Level {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    time: Option<Duration>,
    increment: Option<Duration>,
    /// The number of moves for which the time is meant.
    moves: Option<u32>,
}

impl Level {
    /// Reads the arguments of `level`.
    fn read(line: &Line) -> Result<Self, ParseError> {
        let seconds = |name: &str| {
            let Some(text) = line.get(name) else { return Ok(None) };
            let number = text.parse().ok().filter(|number| (0.0..=1e8).contains(number));
            let expected = "seconds, as in 1.5";
            let number: Option<f64> = number;
            let number =
                number.ok_or_else(|| ParseError::new(format!("level {name}"), text, expected))?;
            Ok(Some(Duration::from_secs_f64(number)))
        };
        let count = |name: &str, most: u64| {
            let text = line.get(name);
            text.map(|text| whole(&format!("level {name}"), text, 1..=most)).transpose()
        };
        Ok(Self {
            depth: count("depth", u64::MAX)?.map(|depth| depth.min(MAX_DEPTH.into()) as u32),
            nodes: count("nodes", u64::MAX)?,
            move_time: seconds("move-time")?,
            time: seconds("time")?,
            increment: seconds("inc")?,
            moves: count("moves", 10_000)?.map(|moves| moves as u32),
        })
    }

    /// The limits of a search that begins now.
    fn limits(&self) -> Limits {
        let now = Instant::now();
        let time = match (self.move_time, self.time) {
            (Some(time), _) => Some(TimeLimit::for_move(now, time.max(Duration::from_millis(1)))),
            (None, Some(left)) => {
                let increment = self.increment.unwrap_or(Duration::ZERO);
                // The increment is added before each move.
                let left = left + increment;
                match self.moves {
                    Some(moves @ 1..=20) => {
                        Some(TimeLimit::for_move(now, left.mul_f64(0.95) / moves))
                    }
                    _ => Some(TimeLimit::for_game(now, left, increment, &Parameters::DEFAULT)),
                }
            }
            (None, None) => None,
        };
        Limits { depth: self.depth, nodes: self.nodes, time }
    }
}

/// The state of a session.
struct Session {
    settings: DraughtsArguments,
    state: AnyState,
    /// The searcher; `None` after a parameter was set, until `init`.
    searcher: Option<AnySearcher>,
    level: Level,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// Lines that came during a search.
    waiting: Vec<Result<String, ParseError>>,
    quits: bool,
}

impl Session {
    /// The next line to answer; `None` after the last.
    fn next_line(&mut self) -> Option<Result<String, ParseError>> {
        if self.quits {
            return None;
        }
        if !self.waiting.is_empty() {
            return Some(self.waiting.remove(0));
        }
        loop {
            match self.events.recv() {
                Ok(Event::Line(line)) => return Some(line),
                Ok(Event::Searched) => {}
                Ok(Event::End) | Err(_) => return None,
            }
        }
    }

    fn answer(&mut self, text: &Result<String, ParseError>) -> Result<(), Failure> {
        let line = Line::parse(text.as_ref().map_err(Clone::clone)?)?;
        match line.command.as_str() {
            "hub" => self.introduce(),
            "set-param" => self.set_param(&line),
            "init" => {
                self.searcher()?;
                print_line("ready")
            }
            "new-game" => {
                // A new searcher has an empty transposition table.
                self.searcher = None;
                self.state = self.settings.start()?;
                self.searcher().map(drop)
            }
            "ping" => print_line("pong"),
            "pos" => self.set_position(&line),
            "level" => {
                self.level = Level::read(&line)?;
                Ok(())
            }
            "go" => self.go(&line),
            "quit" => {
                self.quits = true;
                Ok(())
            }
            // Other commands are ignored, as the protocol asks.
            _ => Ok(()),
        }
    }

    fn introduce(&self) -> Result<(), Failure> {
        let settings = &self.settings;
        let id = Line::new("id").with("name", "engine").with("version", env!("CARGO_PKG_VERSION"));
        let id = id.with("author", "the authors of engine").with("country", "France");
        print_line(&id.to_string())?;
        let param = |name: &str, value: &str, kind: &str| {
            Line::new("param").with("name", name).with("value", value).with("type", kind)
        };
        let start = settings.start()?;
        let variant = hub::variant_of(&start).unwrap_or(OTHER);
        let mut variants: Vec<_> = hub::variants().collect();
        variants.extend(Some(OTHER).filter(|_| variant == OTHER));
        // Empty for the game of the variant: some interfaces split values at equals signs.
        let usual = hub::game_of(variant).map(|game| AnyState::start(&game)).transpose()?;
        let game = if usual.is_some_and(|usual| usual == start) { "" } else { &start.game_text() };
        let MeansArguments { threads, hash, weights, tables } = &settings.means;
        let tables = tables.as_ref().map(TablesChoice::text);
        for line in [
            param("variant", variant, "enum").with("values", variants.join(" ")),
            param("game", game, "string"),
            param("threads", &threads.count().to_string(), "int")
                .with("min", 1)
                .with("max", MAX_THREADS),
            param("hash", &hash.to_string(), "int").with("min", 1).with("max", MAX_HASH),
            param("weights", weights.as_deref().unwrap_or_default(), "string"),
            param("tables", &tables.unwrap_or_default(), "string"),
        ] {
            print_line(&line.to_string())?;
        }
        print_line("wait")
    }

    fn set_param(&mut self, line: &Line) -> Result<(), Failure> {
        let (name, value) = (line.get("name").unwrap_or_default(), line.get("value"));
        let value = value.unwrap_or_default();
        let field = format!("param {name}");
        let mut settings = self.settings.clone();
        let means = &mut settings.means;
        let given = || Some(value.to_owned()).filter(|value| !value.is_empty());
        match name {
            "variant" if value == OTHER => return Ok(()),
            "variant" => {
                settings.game = hub::game_of(value).ok_or_else(|| {
                    let known: Vec<_> = hub::variants().collect();
                    ParseError::new(&field, value, format!("one of {}", known.join(" ")))
                })?;
            }
            "game" if value.is_empty() => return Ok(()),
            "game" => value.clone_into(&mut settings.game),
            "threads" => {
                means.threads.threads = Some(whole(&field, value, 1..=MAX_THREADS)?);
            }
            "hash" => means.hash = whole(&field, value, 1..=u64::from(MAX_HASH))?,
            "weights" => means.weights = given(),
            "tables" => means.tables = given().map(|text| OsString::from(text).into()),
            // Unknown parameters are ignored.
            _ => return Ok(()),
        }
        let start = settings.start()?;
        if settings.game != self.settings.game {
            self.state = start;
        }
        self.settings = settings;
        self.searcher = None;
        Ok(())
    }

    fn searcher(&mut self) -> Result<&mut AnySearcher, Failure> {
        match &mut self.searcher {
            Some(searcher) => Ok(searcher),
            none => Ok(none.insert(self.settings.searcher()?)),
        }
    }

    fn set_position(&mut self, line: &Line) -> Result<(), Failure> {
        let mut state = match line.get("pos") {
            Some(text) => hub::read_position(text, &self.settings.game)?,
            None => self.settings.start()?,
        };
        for text in line.get("moves").unwrap_or_default().split_whitespace() {
            let mv = hub::read_move(&state, text)?;
            let wrong = |_| ParseError::new("moves", text, "a legal move");
            state.play(mv).map_err(wrong)?;
        }
        self.state = state;
        Ok(())
    }

    fn go(&mut self, line: &Line) -> Result<(), Failure> {
        let has = |word: &str| line.get(word).is_some();
        if self.state.result().is_some() {
            return Err(ParseError::new("go", &self.state.text(), "a game that is not over").into());
        }
        self.searcher()?;
        if has("ponder") {
            let hit = self.search(Limits::default(), true)?;
            return if hit { self.search(self.level.limits(), false).map(drop) } else { Ok(()) };
        }
        let limits = if has("analyze") { Limits::default() } else { self.level.limits() };
        self.search(limits, false).map(drop)
    }

    /// Searches, and answers lines meanwhile. Returns whether `ponder-hit` ended the search; then
    /// it has no result yet.
    fn search(&mut self, limits: Limits, ponders: bool) -> Result<bool, Failure> {
        let Self { state, searcher, sender, events, waiting, quits, .. } = self;
        let Some(searcher) = searcher else { return Ok(false) };
        let stop = StopFlag::default();
        let (answer, hit) = thread::scope(|scope| {
            let search = scope.spawn(|| {
                let request = Request::from(limits).stop(&stop);
                let report = |answer: &Answer<AnyMove>| print_line(&info(state, answer)).is_ok();
                let answer = searcher.search_with(state, &request, report);
                // The listener waits for this event.
                let _ = sender.send(Event::Searched);
                answer
            });
            let mut hit = false;
            loop {
                match events.recv() {
                    Ok(Event::Searched) => break,
                    Ok(Event::Line(Ok(line))) => match line.trim() {
                        "ping" => drop(print_line("pong")),
                        "stop" => stop.stop(),
                        "ponder-hit" if ponders => {
                            hit = true;
                            stop.stop();
                        }
                        "quit" => {
                            *quits = true;
                            stop.stop();
                        }
                        _ => waiting.push(Ok(line)),
                    },
                    Ok(Event::Line(line)) => waiting.push(line),
                    Ok(Event::End) | Err(_) => {
                        *quits = true;
                        stop.stop();
                    }
                }
            }
            (search.join(), hit)
        });
        let answer = answer.map_err(|_| Failure::Broken("the search has failed".to_owned()))?;
        if !hit {
            print_line(&done(state, &answer))?;
        }
        Ok(hit)
    }
}

/// The texts of a line of moves.
fn texts(state: &AnyState, moves: &[AnyMove]) -> Vec<String> {
    let mut state = state.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        let Some(text) = hub::move_text(&state, mv) else { break };
        texts.push(text);
        if state.play(mv).is_err() {
            break;
        }
    }
    texts
}

/// The line about an iteration.
fn info(state: &AnyState, answer: &Answer<AnyMove>) -> String {
    let mut line = Line::new("info").with("depth", answer.depth);
    if let Some(best) = answer.variations.first() {
        // Scores beyond 90 men are proven results.
        let score = match best.proof() {
            Some(Proof::Win(distance)) => 100.0 - f64::from(distance) / 100.0,
            Some(Proof::Loss(distance)) => f64::from(distance) / 100.0 - 100.0,
            _ => {
                let expected = best.value.to_f64().clamp(-0.999_999, 0.999_999);
                ((1.0 + expected) / (1.0 - expected)).ln()
            }
        };
        line = line.with("score", format!("{score:.2}"));
    }
    let seconds = answer.elapsed.as_secs_f64();
    line = line.with("nodes", answer.nodes).with("time", format!("{seconds:.3}"));
    line = line.with("nps", format!("{:.3}", answer.nps() as f64 / 1e6));
    if let Some(best) = answer.variations.first() {
        line = line.with("pv", texts(state, &best.moves).join(" "));
    }
    line.to_string()
}

/// The line with the move.
fn done(state: &AnyState, answer: &Answer<AnyMove>) -> String {
    // A search that was stopped at once may have no line.
    let first = || state.legal_moves().into_iter().take(1).collect();
    let moves = answer.variations.first().map_or_else(first, |best| best.moves.clone());
    let moves = texts(state, &moves);
    let mut line = Line::new("done");
    if let Some(best) = moves.first() {
        line = line.with("move", best);
    }
    if let Some(reply) = moves.get(1) {
        line = line.with("ponder", reply);
    }
    line.to_string()
}
