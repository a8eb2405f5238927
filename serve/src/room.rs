//! A table that pages look at: the game, who may see and do what, and when it changed.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use engine::StopFlag;
use games::{ParseError, Resources};
use play::{Level, Sitter, Table, Turn, Viewer};
use tokio::sync::watch;

use crate::analysis::AnalysisBoard;
use crate::error::Refusal;
use crate::limits;
use crate::store::RoomRecord;

/// A table with its tokens.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) id: String,
    inner: Mutex<Inner>,
    /// The number of the last change; it closes when the table is deleted.
    changes: watch::Sender<u64>,
}

/// What is behind the lock.
#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) table: Table,
    pub(crate) names: Vec<String>,
    host: String,
    seats: Vec<String>,
    claimed: Vec<bool>,
    /// Dice and cards come from a real table.
    pub(crate) typed: bool,
    open: bool,
    /// Where this is the analysis of a game.
    pub(crate) analysis: Option<AnalysisBoard>,
    pub(crate) changed: u64,
    /// The engine's search for a move, and the change that it began with.
    pub(crate) search: Option<(u64, StopFlag)>,
    pub(crate) version: u64,
    pub(crate) deleted: bool,
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Right {
    /// The host: all people's seats that nobody took.
    Host,
    /// The holder of one seat.
    Player(u8),
}

/// What a new table is to be.
#[derive(Clone, Debug)]
pub(crate) struct RoomPlan {
    pub(crate) text: String,
    pub(crate) seed: u64,
    pub(crate) sitters: Vec<Sitter>,
    pub(crate) names: Vec<String>,
    pub(crate) typed: bool,
    pub(crate) open: bool,
}

impl Room {
    /// A new table.
    pub(crate) fn new(
        id: String,
        plan: RoomPlan,
        resources: &Resources,
        mut token: impl FnMut() -> String,
    ) -> Result<Self, Refusal> {
        let RoomPlan { text, seed, sitters, mut names, typed, open } = plan;
        let mut table = Table::open_with(&text, seed, resources)?;
        if open {
            table.show_all();
        }
        let players = table.players().len();
        if sitters.len() != players {
            let read = sitters.len().to_string();
            return Err(ParseError::new("seats", &read, format!("{players} of them")).into());
        }
        (0..).zip(&sitters).for_each(|(player, sitter)| table.seat(player, *sitter));
        names.resize(players, String::new());
        names.iter_mut().for_each(|name| *name = tidy(name));
        let inner = Inner {
            table,
            names,
            host: token(),
            seats: (0..players).map(|_| token()).collect(),
            claimed: vec![false; players],
            typed,
            open,
            analysis: None,
            changed: now(),
            search: None,
            version: 0,
            deleted: false,
        };
        Ok(Self { id, inner: Mutex::new(inner), changes: watch::Sender::new(0) })
    }

    /// A table from its record.
    pub(crate) fn restore(
        id: &str,
        record: RoomRecord,
        resources: &Resources,
    ) -> Result<Self, Refusal> {
        let RoomRecord {
            start,
            steps,
            cursor,
            seed,
            sitters,
            names,
            host,
            seats,
            claimed,
            typed,
            open,
            analysis,
            changed,
        } = record;
        let mut table = Table::open_with(&start, seed, resources)?;
        if open {
            table.show_all();
        }
        steps.iter().try_for_each(|step| table.step(step))?;
        if cursor != table.cursor() {
            table.go_to(cursor)?;
        }
        let players = table.players().len();
        if [sitters.len(), names.len(), seats.len(), claimed.len()] != [players; 4] {
            return Err(Refusal::Unreadable("a record of another number of players".to_owned()));
        }
        (0..).zip(&sitters).for_each(|(player, number)| table.seat(player, sitter(*number)));
        let inner = Inner {
            table,
            names,
            host,
            seats,
            claimed,
            typed,
            open,
            analysis: analysis.filter(AnalysisBoard::is_whole),
            changed,
            search: None,
            version: 0,
            deleted: false,
        };
        Ok(Self { id: id.to_owned(), inner: Mutex::new(inner), changes: watch::Sender::new(0) })
    }

    /// What is to be kept of it.
    pub(crate) fn record(&self) -> RoomRecord {
        let inner = self.lock();
        let table = &inner.table;
        RoomRecord {
            start: table.start(),
            steps: table.steps().iter().map(|step| step.text.clone()).collect(),
            cursor: table.cursor(),
            seed: table.seed(),
            sitters: table.sitters().iter().map(|&sitter| number(sitter)).collect(),
            names: inner.names.clone(),
            host: inner.host.clone(),
            seats: inner.seats.clone(),
            claimed: inner.claimed.clone(),
            typed: inner.typed,
            open: inner.open,
            analysis: inner.analysis.clone(),
            changed: inner.changed,
        }
    }

    /// The table, for as long as nobody waits for anything.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a change, ends a search that it overtook, and tells the pages.
    pub(crate) fn touch(&self, inner: &mut Inner) {
        inner.version += 1;
        inner.changed = now();
        if let Some((_, stop)) = inner.search.take() {
            stop.stop();
        }
        self.changes.send_replace(inner.version);
    }

    /// The numbers of changes to come.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The table is deleted.
    pub(crate) fn close(&self) {
        let mut inner = self.lock();
        inner.deleted = true;
        self.touch(&mut inner);
    }
}

impl Inner {
    /// Who a token's holder is. A seat's token takes the seat from the host.
    pub(crate) fn right(&mut self, token: &str) -> Result<Right, Refusal> {
        if same(token, &self.host) {
            return Ok(Right::Host);
        }
        let person = |player: usize| self.table.sitters()[player] == Sitter::Person;
        let player =
            self.seats.iter().position(|seat| same(token, seat)).filter(|&player| person(player));
        let player = player.ok_or(Refusal::Forbidden)?;
        self.claimed[player] = true;
        Ok(Right::Player(player as u8))
    }

    /// The players for whom somebody speaks.
    pub(crate) fn own(&self, right: Right) -> Vec<u8> {
        match right {
            Right::Player(player) => vec![player],
            Right::Host => {
                let people = (0..).zip(self.table.sitters().iter().zip(&self.claimed));
                let here =
                    people.filter(|&(_, (sitter, taken))| *sitter == Sitter::Person && !taken);
                here.map(|(player, _)| player).collect()
            }
        }
    }

    /// What somebody sees: as the player he names, if that is one of his; else as his only one, or as nobody.
    pub(crate) fn viewer(&self, right: Right, player: Option<u8>) -> Result<Viewer, Refusal> {
        let own = self.own(right);
        match (player, own.as_slice()) {
            (Some(player), own) if own.contains(&player) => Ok(Viewer::Player(player)),
            (Some(_), _) => Err(Refusal::Forbidden),
            (None, &[player]) => Ok(Viewer::Player(player)),
            (None, _) => Ok(Viewer::Nobody),
        }
    }

    /// Whether somebody may act now: for a player of his own; the host also where everything is typed in.
    pub(crate) fn may_act(&self, right: Right) -> bool {
        // The server deals.
        if self.table.deals() && !self.typed {
            return false;
        }
        match self.table.turn() {
            Turn::Player { player } | Turn::Chance { player } => {
                self.own(right).contains(&player)
                    || right == Right::Host && self.is_host_turn(player)
            }
            Turn::Over => false,
        }
    }

    /// Whether the host does for a player what nobody else does: type in what an engine's seat rolled, or play
    /// the move of a player whose cards only he himself knows.
    fn is_host_turn(&self, player: u8) -> bool {
        let engine = self.table.sitters()[usize::from(player)] != Sitter::Person;
        let chance = matches!(self.table.turn(), Turn::Chance { .. });
        engine && (self.typed && chance || self.table.question().is_none())
    }

    /// Whether all may know all of the game: no cards are hidden, or it is over.
    pub(crate) fn open_now(&self) -> Result<(), Refusal> {
        if self.table.hides() && self.table.turn() != Turn::Over {
            return Err(Refusal::NotNow("cards are hidden until the game is over"));
        }
        Ok(())
    }

    /// Plays a step: along the lines of an analysis, where this is one.
    pub(crate) fn step(&mut self, text: &str) -> Result<(), Refusal> {
        match &mut self.analysis {
            Some(analysis) => analysis.step(&mut self.table, text),
            None => Ok(self.table.step(text)?),
        }
    }

    /// The analysis that this is, and its table.
    pub(crate) fn analysis(&mut self) -> Result<(&mut AnalysisBoard, &mut Table), Refusal> {
        let analysis = self.analysis.as_mut().ok_or(Refusal::NotNow("this is no analysis"))?;
        Ok((analysis, &mut self.table))
    }

    /// The links that the host can give away.
    pub(crate) fn seat_tokens(&self) -> Vec<Option<String>> {
        let people = self.table.sitters().iter().map(|&sitter| sitter == Sitter::Person);
        people.zip(&self.seats).map(|(person, token)| person.then(|| token.clone())).collect()
    }

    /// The host's token.
    pub(crate) fn host_token(&self) -> String {
        self.host.clone()
    }

    /// Whether the game has room for more steps.
    pub(crate) fn has_room(&self) -> bool {
        self.table.cursor() < limits::STEPS
    }
}

/// A sitter by his number: 0 for a person, else a level.
pub(crate) fn sitter(number: u8) -> Sitter {
    Level::new(number).map_or(Sitter::Person, Sitter::Engine)
}

/// The number of a sitter.
pub(crate) fn number(sitter: Sitter) -> u8 {
    match sitter {
        Sitter::Person => 0,
        Sitter::Engine(level) => level.number(),
    }
}

/// A name without control characters, not too long.
pub(crate) fn tidy(name: &str) -> String {
    name.trim().chars().filter(|letter| !letter.is_control()).take(limits::NAME).collect()
}

/// Whether two tokens are the same, in a time that does not tell where they differ.
fn same(one: &str, two: &str) -> bool {
    let differ = one.bytes().zip(two.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == two.len() && differ == 0
}

fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
