//! A table that pages look at: the game, the rights of each requester, and the number of changes.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use engine::StopFlag;
use games::{ParseError, Resources};
use play::{Controller, Level, LiveGame, Turn, Viewer};
use tokio::sync::watch;

use crate::analysis::AnalysisBoard;
use crate::error::Refusal;
use crate::limits;
use crate::store::{Damage, Kept, RoomRecord, Store};

/// A table with its tokens.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) id: String,
    inner: Mutex<Inner>,
    /// Held while a change is made and stored, so that changes follow each other.
    writing: Mutex<()>,
    /// Sends the number of the last change. It closes when the table is deleted.
    changes: watch::Sender<u64>,
}

/// The state behind the lock.
#[derive(Clone, Debug)]
pub(crate) struct Inner {
    pub(crate) game: LiveGame,
    pub(crate) kept: Kept,
    /// The engine's search for a move, and the number of the change before it.
    pub(crate) search: Option<(u64, StopFlag)>,
    pub(crate) deleted: bool,
}

/// The right of a requester.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Right {
    /// The host: all seats of people that no token has taken.
    Host,
    /// The holder of one seat's token.
    Player(u8),
}

/// The settings of a new table.
#[derive(Clone, Debug)]
pub(crate) struct RoomPlan {
    pub(crate) text: String,
    pub(crate) seed: u64,
    pub(crate) controllers: Vec<Controller>,
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
        let RoomPlan { text, seed, controllers, mut names, typed, open } = plan;
        let mut game = LiveGame::open_with(&text, seed, resources)?;
        if open {
            game.show_all();
        }
        if typed {
            game.type_chance();
        }
        let players = game.players().len();
        if controllers.len() != players {
            let read = controllers.len().to_string();
            return Err(ParseError::new("seats", &read, format!("{players} of them")).into());
        }
        (0..).zip(&controllers).for_each(|(player, controller)| game.seat(player, *controller));
        names.resize(players, String::new());
        names.iter_mut().for_each(|name| *name = tidy(name));
        let kept = Kept {
            names,
            host: token(),
            seats: (0..players).map(|_| token()).collect(),
            claimed: vec![false; players],
            typed,
            open,
            agreed: Vec::new(),
            analysis: None,
            version: 0,
            changed: now(),
        };
        Ok(Self::of(id, game, kept))
    }

    fn of(id: String, game: LiveGame, kept: Kept) -> Self {
        let changes = watch::Sender::new(kept.version);
        let inner = Inner { game, kept, search: None, deleted: false };
        Self { id, inner: Mutex::new(inner), writing: Mutex::new(()), changes }
    }

    /// A table from its record.
    pub(crate) fn restore(
        id: &str,
        record: RoomRecord,
        resources: &Resources,
    ) -> Result<Self, Damage> {
        let RoomRecord { start, steps, cursor, seed, sitters, mut kept, .. } = record;
        let failed = |error: ParseError| Damage::Game(error.to_string());
        let mut game = LiveGame::open_with(&start, seed, resources).map_err(failed)?;
        if kept.open {
            game.show_all();
        }
        if kept.typed {
            game.type_chance();
        }
        steps.iter().try_for_each(|step| game.step(step)).map_err(failed)?;
        game.return_to(cursor).map_err(failed)?;
        let players = game.players().len();
        let Kept { names, seats, claimed, .. } = &kept;
        if [sitters.len(), names.len(), seats.len(), claimed.len()] != [players; 4] {
            return Err(Damage::Game(format!("expected {players} players")));
        }
        (0..).zip(&sitters).for_each(|(player, number)| game.seat(player, controller(*number)));
        kept.analysis = kept.analysis.filter(AnalysisBoard::is_whole);
        Ok(Self::of(id.to_owned(), game, kept))
    }

    /// Locks the table. No code waits for a task or the disk while it holds the lock.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn writing(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the table, and waits for the disk. The change is made on a copy. Once the copy is
    /// stored, it takes the place of the table, and the pages are told. After an error the table is
    /// as before, in memory and on disk.
    pub(crate) fn change<T>(
        &self,
        store: &Store,
        change: impl FnOnce(&mut Inner) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let _one = self.writing();
        let mut next = self.lock().clone();
        if next.deleted {
            return Err(Refusal::NotFound);
        }
        let answer = change(&mut next)?;
        if let Err(error) = store.save(&self.id, &next.record()) {
            // If the write failed at its very end, the file is new already.
            let before = self.lock().record();
            let _ = store.save(&self.id, &before);
            return Err(Refusal::Storage(format!("it is not stored, so it is not done: {error}")));
        }
        let mut inner = self.lock();
        let moved = next.kept.version != inner.kept.version;
        next.search = inner.search.take();
        *inner = next;
        if moved {
            inner.stop_search();
            self.changes.send_replace(inner.kept.version);
        }
        Ok(answer)
    }

    /// Deletes the table, from the disk first.
    pub(crate) fn delete(&self, store: &Store) -> std::io::Result<()> {
        let _one = self.writing();
        store.delete(&self.id)?;
        let mut inner = self.lock();
        inner.deleted = true;
        inner.stop_search();
        self.changes.send_modify(|version| *version += 1);
        Ok(())
    }

    /// Forgets the search of the position with this number. It has ended without a move.
    pub(crate) fn end_search(&self, version: u64) {
        let mut inner = self.lock();
        if inner.search.as_ref().is_some_and(|(asked, _)| *asked == version) {
            inner.search = None;
        }
    }

    /// Receives the numbers of future changes.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The time since which a table is unused: no page shows it, and no person has played there.
    pub(crate) fn unused_since(&self) -> Option<u64> {
        let inner = self.lock();
        (!inner.is_played() && self.changes.receiver_count() == 0).then_some(inner.kept.changed)
    }
}

impl Inner {
    /// The record to keep.
    pub(crate) fn record(&self) -> RoomRecord {
        let game = &self.game;
        RoomRecord {
            start: game.start(),
            steps: game.steps().iter().map(|step| step.text.clone()).collect(),
            cursor: game.cursor(),
            seed: game.seed(),
            sitters: game.controllers().iter().map(|&sitter| number(sitter)).collect(),
            played: self.is_played(),
            kept: self.kept.clone(),
        }
    }

    /// Whether a person has played.
    fn is_played(&self) -> bool {
        let sitters = self.game.controllers();
        let mut steps = self.game.steps().iter();
        steps.any(|step| !step.chance && sitters[usize::from(step.player)] == Controller::Person)
    }

    /// Counts a change, and notes its time.
    pub(crate) fn count_change(&mut self) {
        self.kept.version += 1;
        self.kept.changed = now();
    }

    /// Stops the search of an old position.
    fn stop_search(&mut self) {
        if let Some((_, stop)) = self.search.take() {
            stop.stop();
        }
    }

    /// The right of a token's holder.
    pub(crate) fn right(&self, token: &str) -> Result<Right, Refusal> {
        if same(token, &self.kept.host) {
            return Ok(Right::Host);
        }
        let person = |player: usize| self.game.controllers()[player] == Controller::Person;
        let player = self
            .kept
            .seats
            .iter()
            .position(|seat| same(token, seat))
            .filter(|&player| person(player));
        Ok(Right::Player(player.ok_or(Refusal::Forbidden)? as u8))
    }

    /// The requester's player, if the requester has not yet taken the seat from the host.
    pub(crate) fn unclaimed(&self, right: Right) -> Option<u8> {
        match right {
            Right::Player(player) if !self.kept.claimed[usize::from(player)] => Some(player),
            Right::Player(_) | Right::Host => None,
        }
    }

    /// Takes a seat from the host.
    pub(crate) fn claim(&mut self, player: u8) {
        let player = usize::from(player);
        if !std::mem::replace(&mut self.kept.claimed[player], true) {
            // The host may have agreed for this player. From now on the player decides.
            self.kept.agreed.get_mut(player).into_iter().for_each(|agreed| *agreed = false);
        }
    }

    /// The players whom a requester controls.
    pub(crate) fn own(&self, right: Right) -> Vec<u8> {
        match right {
            Right::Player(player) => vec![player],
            Right::Host => {
                let people = (0..).zip(self.game.controllers().iter().zip(&self.kept.claimed));
                let here =
                    people.filter(|&(_, (sitter, taken))| *sitter == Controller::Person && !taken);
                here.map(|(player, _)| player).collect()
            }
        }
    }

    /// The view of a requester. A named player must be one whom the requester controls. Without a
    /// name it is the only such player, or nobody.
    pub(crate) fn viewer(&self, right: Right, player: Option<u8>) -> Result<Viewer, Refusal> {
        let own = self.own(right);
        match (player, own.as_slice()) {
            (Some(player), own) if own.contains(&player) => Ok(Viewer::Player(player)),
            (Some(_), _) => Err(Refusal::Forbidden),
            (None, &[player]) => Ok(Viewer::Player(player)),
            (None, _) => Ok(Viewer::Nobody),
        }
    }

    /// Whether a requester may act now: for a player under the requester's control. The host may
    /// also type in chance events.
    pub(crate) fn may_act(&self, right: Right) -> bool {
        // The server deals.
        if self.game.deals() && !self.kept.typed {
            return false;
        }
        match self.game.turn() {
            Turn::Player { player } | Turn::Chance { player } => {
                self.own(right).contains(&player)
                    || right == Right::Host && self.is_host_turn(player)
            }
            Turn::Over => false,
        }
    }

    /// Whether a requester may ask for advice now. Where cards are hidden, the requester must look
    /// as the player to act, because the answer depends on that player's cards. Another person may
    /// be looking at the same screen.
    pub(crate) fn may_be_advised(&self, right: Right, player: Option<u8>) -> bool {
        let acting = match self.game.turn() {
            Turn::Player { player } | Turn::Chance { player } if self.game.hides() => player,
            _ => return true,
        };
        let viewer = self.viewer(right, player);
        self.may_act(right) && viewer.is_ok_and(|viewer| viewer == Viewer::Player(acting))
    }

    /// Whether a requester may take back or replay a choice of this player.
    pub(crate) fn may_take_back(&self, right: Right, player: Option<u8>) -> bool {
        let own = self.own(right);
        player.is_none_or(|player| own.contains(&player)) || self.is_alone(right)
    }

    /// Whether a requester controls all people at the table, and so may go back and forth freely.
    pub(crate) fn is_alone(&self, right: Right) -> bool {
        let people =
            (0..).zip(self.game.controllers()).filter(|(_, sitter)| **sitter == Controller::Person);
        let own = self.own(right);
        let mut others = people.filter(|(player, _)| !own.contains(player));
        (right == Right::Host || !own.is_empty()) && others.next().is_none()
    }

    /// Whether a seat may be given to such a sitter. A person who took the engine's seat would see
    /// the cards in its hand.
    pub(crate) fn may_seat(&self, player: u8, sitter: Controller) -> bool {
        let engine = self.game.controllers()[usize::from(player)] != Controller::Person;
        !(engine && sitter == Controller::Person && self.open_now().is_err())
    }

    /// Whether the host acts for a player of the engine: the host types in the rolls of that
    /// player, or plays a hand whose cards the program does not know.
    fn is_host_turn(&self, player: u8) -> bool {
        let engine = self.game.controllers()[usize::from(player)] != Controller::Person;
        let chance = matches!(self.game.turn(), Turn::Chance { .. });
        engine && (self.kept.typed && chance || self.game.question().is_none())
    }

    /// Refuses while cards are hidden and the game is not over.
    pub(crate) fn open_now(&self) -> Result<(), Refusal> {
        if self.game.hides() && self.game.turn() != Turn::Over {
            return Err(Refusal::NotNow("cards are hidden until the game is over"));
        }
        Ok(())
    }

    /// Plays a step. At a real table, draws of unknown cards follow automatically.
    pub(crate) fn step(&mut self, text: &str) -> Result<(), Refusal> {
        self.enter(text)?;
        while self.kept.typed
            && let Some(draw) = self.game.unseen_draw()
        {
            self.enter(&draw)?;
        }
        Ok(())
    }

    /// Plays a step; in an analysis, along its lines.
    fn enter(&mut self, text: &str) -> Result<(), Refusal> {
        match &mut self.kept.analysis {
            Some(analysis) => analysis.step(&mut self.game, text),
            None => Ok(self.game.step(text)?),
        }
    }

    /// The analysis and its table; an error if the table is no analysis.
    pub(crate) fn analysis(&mut self) -> Result<(&mut AnalysisBoard, &mut LiveGame), Refusal> {
        let analysis = self.kept.analysis.as_mut().ok_or(Refusal::NotNow("this is no analysis"))?;
        Ok((analysis, &mut self.game))
    }

    /// By player: the token of the seat, if it is a person's seat that nobody has taken. The host
    /// can pass it on.
    pub(crate) fn seat_tokens(&self) -> Vec<Option<String>> {
        let sitters = self.game.controllers().iter().zip(&self.kept.claimed);
        let free = sitters.map(|(&sitter, taken)| sitter == Controller::Person && !taken);
        free.zip(&self.kept.seats).map(|(free, token)| free.then(|| token.clone())).collect()
    }

    /// The host's token.
    pub(crate) fn host_token(&self) -> String {
        self.kept.host.clone()
    }

    /// Whether the game has room for more steps.
    pub(crate) fn has_room(&self) -> bool {
        self.game.cursor() < limits::STEPS
    }
}

/// A controller by number: 0 for a person, else a level.
pub(crate) fn controller(number: u8) -> Controller {
    Level::new(number).map_or(Controller::Person, Controller::Engine)
}

/// The number of a controller.
pub(crate) fn number(controller: Controller) -> u8 {
    match controller {
        Controller::Person => 0,
        Controller::Engine(level) => level.number(),
    }
}

/// A name without control characters, not too long.
pub(crate) fn tidy(name: &str) -> String {
    name.trim().chars().filter(|letter| !letter.is_control()).take(limits::NAME).collect()
}

/// Whether two tokens are equal. The time does not depend on the place of the first difference.
fn same(one: &str, two: &str) -> bool {
    let differ = one.bytes().zip(two.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == two.len() && differ == 0
}

fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
