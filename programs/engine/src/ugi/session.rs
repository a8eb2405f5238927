//! What the protocol's commands change: options, and through them the game with its position.

use std::path::Path;
use std::time::{Duration, Instant};

use cli::{Failure, MAX_THREADS, OwnPack, available_threads};
use engine::{Limits, MAX_DEPTH, Parameter, Parameters, StopFlag, TimeLimit};
use games::{Actor, AnyState, ParseError, with_state};
use selfplay::MAX_HASH;

use super::board::{ProtocolGame, SearchedGame};
use crate::search::SearchMeans;

/// The state of an engine that is asked line by line.
pub(crate) struct Session {
    settings: Settings,
    board: Box<dyn ProtocolGame>,
}

/// What a line asks for.
pub(crate) enum LineReply {
    /// These lines, or none.
    Text(String),
    /// A search.
    Search(Limits),
    /// The end.
    Quit,
}

/// The options.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The game with its options.
    game: String,
    threads: u64,
    hash: u64,
    pub(super) seed: u64,
    pub(super) weights: String,
    pub(super) lines: u64,
    /// A file with another pack for Buteur.
    pack: Option<String>,
    /// A folder of exact endings.
    tables: Option<String>,
    pub(super) parameters: Parameters,
}

impl Settings {
    /// What a searcher is to have of the machine.
    pub(super) fn means(&self) -> SearchMeans<'_> {
        let tables = self.tables.as_deref().map(Path::new);
        SearchMeans { hash: self.hash, threads: self.threads as usize, tables }
    }

    /// The game at its start.
    fn board(&self) -> Result<Box<dyn ProtocolGame>, Failure> {
        let resources = OwnPack::read("option Pack", self.pack.as_deref())?.resources;
        let start = AnyState::parse_with(&format!("{} startpos", self.game), &resources)?;
        with_state!(start, state => {
            Ok(Box::new(SearchedGame::new(state, self, resources)?) as Box<dyn ProtocolGame>)
        })
    }

    /// The same where the weights may be those of another game: if nothing else is wrong, the default ones
    /// take their place, which is said.
    fn board_of_other_game(&self) -> Result<(Box<dyn ProtocolGame>, Option<String>), Failure> {
        let error = match self.board() {
            Err(Failure::Input(error)) if self.weights != DEFAULT_WEIGHTS => error,
            other => return other.map(|board| (board, None)),
        };
        let usual = Self { weights: DEFAULT_WEIGHTS.to_owned(), ..self.clone() };
        let board = usual.board()?;
        Ok((board, Some(format!("option Weights: {DEFAULT_WEIGHTS} from now on: {error}"))))
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            game: AnyState::NAMES[0].to_owned(),
            threads: available_threads() as u64,
            hash: 64,
            seed: 0,
            weights: DEFAULT_WEIGHTS.to_owned(),
            lines: 1,
            pack: None,
            tables: None,
            parameters: Parameters::DEFAULT,
        }
    }
}

impl Session {
    pub(crate) fn new() -> Result<Self, Failure> {
        let settings = Settings::default();
        let board = settings.board()?;
        Ok(Self { settings, board })
    }

    /// Answers a line. An error leaves everything as it was.
    pub(crate) fn answer(&mut self, line: &str) -> Result<LineReply, Failure> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        let mut text = String::new();
        match (command, rest) {
            ("", _) | ("stop", "") => {}
            ("quit", "") => return Ok(LineReply::Quit),
            ("ugi", "") => text = introduction(),
            ("isready", "") => text.push_str("readyok\n"),
            ("uginewgame", "") => self.forget()?,
            ("setoption", rest) => {
                if let Some(note) = self.set_option(rest)? {
                    text = format!("info string {note}\n");
                }
            }
            ("position", rest) => self.set_position(rest)?,
            ("query", rest) => text = format!("{}\n", self.board.query(rest)?),
            ("go", rest) => return Ok(LineReply::Search(self.limits(rest)?)),
            _ => {
                let expected =
                    "one of ugi isready uginewgame setoption position go stop query quit";
                return Err(ParseError::new("command", line, expected).into());
            }
        }
        Ok(LineReply::Text(text))
    }

    /// Forgets what earlier searches found.
    fn forget(&mut self) -> Result<(), Failure> {
        self.board.configure(&self.settings)
    }

    /// `setoption`: `name N value V`. What else it changed, in words.
    fn set_option(&mut self, text: &str) -> Result<Option<String>, Failure> {
        let named = text.strip_prefix("name ").and_then(|text| text.split_once(" value "));
        let Some((name, value)) = named.map(|(name, value)| (name.trim(), value.trim())) else {
            return Err(ParseError::new("setoption", text, "name N value V").into());
        };
        let number = |least: u64, most: u64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            let expected = format!("a whole number from {least} to {most}");
            number.ok_or_else(|| ParseError::new(format!("option {name}"), value, expected))
        };
        let mut settings = self.settings.clone();
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                if value.contains(' ') {
                    let expected = "a game and its options without spaces";
                    return Err(ParseError::new("option Game", value, expected).into());
                }
                value.clone_into(&mut settings.game);
            }
            "threads" => settings.threads = number(1, MAX_THREADS as u64)?,
            "hash" => settings.hash = number(1, MAX_HASH.into())?,
            "weights" => value.clone_into(&mut settings.weights),
            "pack" => settings.pack = Some(value.to_owned()).filter(|file| file != EMPTY),
            "tables" => settings.tables = Some(value.to_owned()).filter(|dir| dir != EMPTY),
            "seed" => {
                self.settings.seed = number(0, u64::MAX)?;
                return Ok(None);
            }
            "multipv" => {
                self.settings.lines = number(1, MAX_LINES)?;
                return Ok(None);
            }
            name if Parameter::named(name).is_ok() => settings.parameters.read(name, value)?,
            _ => {
                let numbers: Vec<_> = Parameters::TABLE.iter().map(|number| number.name).collect();
                let numbers = numbers.join(" ");
                let expected =
                    format!("one of Game Threads Hash Seed Weights MultiPV Pack Tables {numbers}");
                return Err(ParseError::new("option", name, expected).into());
            }
        }
        // Another game begins at its start; anything else leaves the position alone.
        let mut note = None;
        if settings.game == self.settings.game && settings.pack == self.settings.pack {
            self.board.configure(&settings)?;
        } else {
            (self.board, note) = settings.board_of_other_game()?;
        }
        if note.is_some() {
            DEFAULT_WEIGHTS.clone_into(&mut settings.weights);
        }
        self.settings = settings;
        Ok(note)
    }

    /// `position`: `startpos` or `fen` and the fields, then moves and chance events.
    fn set_position(&mut self, text: &str) -> Result<(), Failure> {
        let rest = match text.split_once(' ').unwrap_or((text, "")) {
            ("startpos", _) => text,
            ("fen", fields) if fields.split(' ').next() == Some("startpos") => {
                let expected = "the fields of a position, or position startpos";
                return Err(ParseError::new("position fen", fields, expected).into());
            }
            ("fen", fields) => fields,
            _ => {
                let expected = "startpos [moves ...] or fen <fields> [moves ...]";
                return Err(ParseError::new("position", text, expected).into());
            }
        };
        Ok(self.board.set_position(rest)?)
    }

    /// `go`: what ends the search that begins now.
    fn limits(&self, text: &str) -> Result<Limits, ParseError> {
        let started = Instant::now();
        let parameters = &self.settings.parameters;
        let seat = match self.board.actor() {
            Actor::Seat(seat) => seat.number(),
            Actor::Chance => {
                return Err(ParseError::new("go", text, "a player to act, not chance"));
            }
            Actor::Over(_) => return Err(ParseError::new("go", text, "a game that is not over")),
        };
        let mut limits = Limits::default();
        let (mut left, mut increment, mut clocks) = (None, Duration::ZERO, false);
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                continue;
            }
            let value = words.next().unwrap_or_default();
            let number = value.parse::<u64>().ok();
            let wrong = |expected: &str| ParseError::new(format!("go {word}"), value, expected);
            let positive =
                || number.filter(|&number| number > 0).ok_or_else(|| wrong("a number from 1"));
            let time = || {
                let millis = number.filter(|&millis| millis <= MAX_MILLIS);
                millis.map(Duration::from_millis).ok_or_else(|| wrong("milliseconds"))
            };
            match (word, clock_word(word)) {
                ("depth", _) => limits.depth = Some(positive()?.min(u64::from(MAX_DEPTH)) as u32),
                ("nodes", _) => limits.nodes = Some(positive()?),
                ("movetime", _) => {
                    limits.time = Some(TimeLimit::for_move(started, time()?));
                }
                (_, Some((number, kind))) => {
                    let time = time()?;
                    clocks = true;
                    match kind {
                        "time" if number == seat => left = Some(time),
                        "inc" if number == seat => increment = time,
                        _ => {}
                    }
                }
                _ => {
                    let expected = "one of depth nodes movetime infinite p1time p1inc p2time ...";
                    return Err(ParseError::new("go", word, expected));
                }
            }
        }
        if clocks {
            let expected = format!("p{}time of the player to act", seat + 1);
            let left = left.ok_or_else(|| ParseError::new("go", text, expected))?;
            limits.time = Some(TimeLimit::for_game(started, left, increment, parameters));
        }
        Ok(limits)
    }

    /// Searches, telling each iteration, and names the best move.
    pub(crate) fn search(&mut self, limits: Limits, stop: &StopFlag) -> Result<(), Failure> {
        self.board.search(&self.settings, limits, stop)
    }
}

/// The answer to `ugi`: options with the values that they have at the beginning.
fn introduction() -> String {
    let Settings { game, threads, hash, seed, weights, lines, pack, tables, parameters } =
        Settings::default();
    let mut text = format!(
        "id name {name} {version}\nid author the authors of {name}\n\
         option name Game type string default {game}\n\
         option name Threads type spin default {threads} min 1 max {MAX_THREADS}\n\
         option name Hash type spin default {hash} min 1 max {MAX_HASH}\n\
         option name Seed type spin default {seed} min 0 max {max_seed}\n\
         option name Weights type string default {weights}\n\
         option name MultiPV type spin default {lines} min 1 max {MAX_LINES}\n\
         option name Pack type string default {pack}\n\
         option name Tables type string default {tables}\n",
        tables = tables.as_deref().unwrap_or(EMPTY),
        pack = pack.as_deref().unwrap_or(EMPTY),
        name = "engine",
        version = env!("CARGO_PKG_VERSION"),
        max_seed = u64::MAX,
    );
    for parameter in Parameters::TABLE {
        let Parameter { name, least, most, .. } = *parameter;
        let value = parameters.get(parameter);
        text.push_str(&format!(
            "option name {name} type spin default {value} min {least} max {most}\n"
        ));
    }
    text.push_str("ugiok\n");
    text
}

/// The weights compiled in.
const DEFAULT_WEIGHTS: &str = "default";

/// What the protocol calls an option without a value.
const EMPTY: &str = "<empty>";

/// The longest time for a move, a year.
const MAX_MILLIS: u64 = 365 * 86_400_000;

const MAX_LINES: u64 = 1000;

/// The seat, from 0, and what follows, in a word like `p2time`.
fn clock_word(word: &str) -> Option<(u8, &str)> {
    let rest = word.strip_prefix('p')?;
    let (seat, kind) = rest.split_at_checked(1)?;
    let seat = seat.parse::<u8>().ok().filter(|seat| (1..=8).contains(seat))?;
    ["time", "inc"].contains(&kind).then_some((seat - 1, kind))
}
