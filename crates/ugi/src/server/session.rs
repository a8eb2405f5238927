//! A session: the settings from the lines so far, and the reply to the next line.

use std::time::{Duration, Instant};

use engine::{Limits, MAX_DEPTH, StopFlag, TimeLimit};
use games::{Actor, ParseError};

use super::error::{Error, Print};
use super::game::ProtocolGame;
use super::settings::{DEFAULT_WEIGHTS, Settings};
use crate::command::Command;
use crate::go::Go;

/// Opens the game of the settings at its start, with a searcher.
pub type OpenGame<'a> =
    &'a (dyn Fn(&Settings, Print<'_>) -> Result<Box<dyn ProtocolGame>, Error> + Sync);

/// The time of a search if no limit of a `go` was understood.
const FALLBACK: Duration = Duration::from_secs(1);

/// The state of an engine that answers line by line.
pub struct Session<'a> {
    name: &'a str,
    version: &'a str,
    open: OpenGame<'a>,
    print: Print<'a>,
    settings: Settings,
    game: Box<dyn ProtocolGame>,
}

/// The reaction to a line.
#[derive(Clone, Debug)]
pub enum LineReply {
    /// An answer of whole lines, or none.
    Text(String),
    /// A search begins.
    Search(SearchOrder),
    /// The session ends.
    Quit,
}

/// The search that a `go` asks for.
#[derive(Clone, Debug)]
pub struct SearchOrder {
    /// The limits.
    pub limits: Limits,
    /// Whether the best move waits for `stop`: `go infinite`.
    pub until_stop: bool,
    /// Lines about words that were skipped.
    pub notes: String,
}

impl<'a> Session<'a> {
    /// A session with the default settings, for an engine of that name and version.
    ///
    /// # Errors
    /// The default game cannot be opened.
    pub fn new(
        name: &'a str,
        version: &'a str,
        open: OpenGame<'a>,
        print: Print<'a>,
    ) -> Result<Self, Error> {
        let settings = Settings::default();
        let game = open(&settings, print)?;
        Ok(Self { name, version, open, print, settings, game })
    }

    /// The function that writes to the other end.
    pub(super) fn printer(&self) -> Print<'a> {
        self.print
    }

    /// Answers a line without blanks around it. An error changes nothing.
    ///
    /// # Errors
    /// A line that is wrong, or that cannot be carried out.
    pub fn answer(&mut self, line: &str) -> Result<LineReply, Error> {
        let mut text = String::new();
        match Command::parse(line)? {
            Command::Empty | Command::Stop => {}
            Command::Quit => return Ok(LineReply::Quit),
            Command::Ugi => text = self.introduction(),
            Command::IsReady => text.push_str("readyok\n"),
            // A new searcher has an empty transposition table.
            Command::NewGame => self.game.configure(&self.settings, self.print)?,
            Command::SetOption { name, value } => {
                if let Some(note) = self.set_option(name, value)? {
                    text = format!("info string {note}\n");
                }
            }
            Command::Position(position) => self.game.set_position(position)?,
            Command::Query(question) => text = format!("{}\n", self.game.query(question)?),
            Command::Go(limits) => return Ok(LineReply::Search(self.order(limits)?)),
        }
        Ok(LineReply::Text(text))
    }

    /// Searches: prints each iteration, and returns the line with the best move.
    ///
    /// # Errors
    /// Output that cannot be written; a position that cannot be searched.
    pub fn search(&mut self, limits: Limits, stop: &StopFlag) -> Result<String, Error> {
        self.game.search(&self.settings, limits, stop, self.print)
    }

    /// The answer to `ugi`: the options with their factory defaults.
    fn introduction(&self) -> String {
        let (name, version) = (self.name, self.version);
        let mut text = format!("id name {name} {version}\nid author the authors of {name}\n");
        for option in Settings::default().options() {
            text.push_str(&format!("{option}\n"));
        }
        text.push_str("ugiok\n");
        text
    }

    /// Sets an option. Returns a note if that changed another option, too.
    fn set_option(&mut self, name: &str, value: &str) -> Result<Option<String>, Error> {
        let mut settings = self.settings.clone();
        settings.set(name, value)?;
        // `seed` and `multipv` take effect with the next search.
        if ["seed", "multipv"].iter().any(|word| name.eq_ignore_ascii_case(word)) {
            self.settings = settings;
            return Ok(None);
        }
        // Another game begins at its start; all other options leave the position alone.
        let mut note = None;
        if settings.game == self.settings.game && settings.pack == self.settings.pack {
            self.game.configure(&settings, self.print)?;
        } else {
            (self.game, note) = self.open_other(&settings)?;
        }
        if note.is_some() {
            DEFAULT_WEIGHTS.clone_into(&mut settings.weights);
        }
        self.settings = settings;
        Ok(note)
    }

    /// Opens another game. If it cannot be opened with the weights of the settings, the default
    /// weights take their place, and a note says so.
    fn open_other(
        &self,
        settings: &Settings,
    ) -> Result<(Box<dyn ProtocolGame>, Option<String>), Error> {
        let error = match (self.open)(settings, self.print) {
            Err(Error::Refused(error)) if settings.weights != DEFAULT_WEIGHTS => error,
            other => return other.map(|game| (game, None)),
        };
        let usual = Settings { weights: DEFAULT_WEIGHTS.to_owned(), ..settings.clone() };
        let game = (self.open)(&usual, self.print)?;
        Ok((game, Some(format!("option Weights: {DEFAULT_WEIGHTS} from now on: {error}"))))
    }

    /// The search that begins now; `text` has the words after `go`.
    fn order(&self, text: &str) -> Result<SearchOrder, ParseError> {
        let started = Instant::now();
        let seat = match self.game.actor() {
            Actor::Seat(seat) => seat.number(),
            Actor::Chance => {
                return Err(ParseError::new("go", text, "a player to act, not chance"));
            }
            Actor::Over(_) => return Err(ParseError::new("go", text, "a game that is not over")),
        };
        let (go, mut skipped) = Go::parse(text);
        let mut time = go.move_time.map(|time| TimeLimit::for_move(started, time));
        let clock = go.clock(seat);
        if let Some(left) = clock.left {
            let increment = clock.increment.unwrap_or(Duration::ZERO);
            let parameters = &self.settings.parameters;
            time = Some(TimeLimit::for_game(started, left, increment, parameters));
        } else if go.has_clocks() {
            let expected = format!("p{}time of the player to act", seat + 1);
            skipped.push(ParseError::new("go", text, expected));
        }
        let mut notes: String =
            skipped.iter().map(|error| format!("info string skipped: {error}\n")).collect();
        let limited = go.depth.is_some() || go.nodes.is_some() || time.is_some();
        if !limited && !go.infinite && !skipped.is_empty() {
            // The sender wanted a limit, so it does not expect to send `stop`.
            time = Some(TimeLimit::for_move(started, FALLBACK));
            notes += &format!("info string go: no limit is left, so {FALLBACK:?} is taken\n");
        }
        let depth = go.depth.map(|depth| depth.min(u64::from(MAX_DEPTH)) as u32);
        let limits =
            if go.infinite { Limits::default() } else { Limits { depth, nodes: go.nodes, time } };
        Ok(SearchOrder { limits, until_stop: go.infinite, notes })
    }
}
