//! One game over a connection.

use std::time::{Duration, Instant};

use cli::Failure;
use draughts::dxp::{Message, Reason, read_move, write_move};
use engine::{AnySearcher, Limits, Parameters, TimeLimit};
use games::{AnyMove, AnyState};

use super::connection::{Connection, Lost};
use super::{chat, reason_of};
use crate::draughts_search::DraughtsArguments;

/// The time to wait for the end of a game to be confirmed.
const CONFIRMATION: Duration = Duration::from_secs(10);

/// The time for a move in a game without a limit of time.
const UNTIMED: Duration = Duration::from_secs(1);

/// The limits of searches and waits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// The time to wait for the other program beyond its time for the game.
    pub(crate) patience: Duration,
}

/// What was agreed on a game.
pub(crate) struct Setting {
    pub(crate) start: AnyState,
    /// The seat of this program: 0 for White.
    pub(crate) own_seat: usize,
    /// The time of each player; zero for no limit.
    pub(crate) time: Duration,
    /// The number of moves of each player after which the game ends; 0 for no limit.
    pub(crate) moves: u16,
    /// No other game follows.
    pub(crate) last: bool,
}

/// A game that was played.
pub(crate) struct Played {
    start: AnyState,
    pub(crate) moves: Vec<String>,
    pub(crate) end: GameEnd,
}

impl Played {
    /// The game as a position text.
    pub(crate) fn text(&self) -> String {
        let moves = self.moves.join(" ");
        let start = self.start.text();
        if moves.is_empty() { start } else { format!("{start} moves {moves}") }
    }
}

/// How a game ended.
pub(crate) struct GameEnd {
    /// The result of this program.
    pub(crate) reason: Reason,
    why: String,
    ends_connection: bool,
}

impl GameEnd {
    fn new(reason: Reason, why: &str) -> Self {
        Self { reason, why: why.to_owned(), ends_connection: false }
    }

    /// The other program has failed.
    fn failed(lost: &Lost) -> Self {
        Self { reason: Reason::Won, why: lost.to_string(), ends_connection: true }
    }

    pub(crate) fn why(&self) -> &str {
        &self.why
    }

    pub(crate) fn ends_connection(&self) -> bool {
        self.ends_connection
    }
}

/// This program as a player.
pub(crate) struct Player {
    searcher: AnySearcher,
    settings: DraughtsArguments,
    terms: Terms,
}

impl Player {
    pub(crate) fn new(settings: &DraughtsArguments, terms: Terms) -> Result<Self, Failure> {
        Ok(Self { searcher: settings.searcher()?, settings: settings.clone(), terms })
    }

    /// Plays a game.
    pub(crate) fn play(
        &mut self,
        connection: &mut Connection,
        setting: Setting,
    ) -> Result<Played, Failure> {
        // A new searcher has an empty transposition table.
        self.searcher = self.settings.searcher()?;
        let start = setting.start.clone();
        let mut left = [setting.time; 2];
        left[1 - setting.own_seat] += self.terms.patience;
        let states = vec![start.clone()];
        let mut game = Game { player: self, connection, setting, states, moves: Vec::new(), left };
        let end = game.run().unwrap_or_else(|lost| GameEnd::failed(&lost));
        let moves = game.moves;
        Ok(Played { start, moves, end })
    }
}

/// A game in progress.
struct Game<'a> {
    player: &'a mut Player,
    connection: &'a mut Connection,
    setting: Setting,
    /// The states before each move, and the present one.
    states: Vec<AnyState>,
    moves: Vec<String>,
    /// The time left to each seat; that of the other program has the patience with it.
    left: [Duration; 2],
}

impl Game<'_> {
    fn state(&self) -> &AnyState {
        &self.states[self.states.len() - 1]
    }

    fn is_own_turn(&self) -> bool {
        self.state().mover().index() == self.setting.own_seat
    }

    fn run(&mut self) -> Result<GameEnd, Lost> {
        loop {
            let most = 2 * usize::from(self.setting.moves);
            let is_long = most > 0 && self.moves.len() >= most;
            let over = self.state().result().is_some();
            if self.is_own_turn() {
                if over || is_long {
                    return Ok(self.end(is_long && !over));
                }
                self.move_own()?;
            } else if let Some(end) = self.hear(over || is_long)? {
                return Ok(end);
            }
        }
    }

    /// Ends the game instead of a move, and waits for the confirmation.
    fn end(&mut self, is_long: bool) -> GameEnd {
        let reason = reason_of(self.state(), self.setting.own_seat);
        let why = if is_long { "by the limit of moves" } else { "by the rules" };
        let mut end = GameEnd::new(reason, why);
        let message = Message::End { reason, stop: self.setting.last };
        end.ends_connection = self.connection.send(&message).is_err() || !self.confirmed();
        end
    }

    /// Whether the other program confirms the end of the game and wants another one.
    fn confirmed(&mut self) -> bool {
        loop {
            match self.connection.receive(CONFIRMATION) {
                Ok(Message::End { stop, .. }) => return !stop,
                Ok(Message::Chat(text)) => chat(&text),
                Ok(_) | Err(_) => return false,
            }
        }
    }

    /// Chooses, sends and plays a move.
    fn move_own(&mut self) -> Result<(), Lost> {
        let begun = Instant::now();
        let seat = self.setting.own_seat;
        let limits = self.limits(begun);
        let state = self.states[self.states.len() - 1].clone();
        let answer = self.player.searcher.search(&state, &limits.into());
        let best = answer.best().or_else(|| state.legal_moves().first().copied());
        let used = begun.elapsed();
        self.left[seat] = self.left[seat].saturating_sub(used);
        let seconds = used.as_secs().min(9999) as u16;
        let message = best.and_then(|mv| Some((mv, write_move(&state, mv, seconds)?)));
        let Some((mv, message)) = message else {
            return Err(Lost::Refused("no move was found".to_owned()));
        };
        self.connection.send(&message)?;
        self.play(mv)
    }

    fn limits(&self, begun: Instant) -> Limits {
        let Terms { depth, nodes, .. } = self.player.terms;
        if depth.is_some() || nodes.is_some() {
            return Limits { depth, nodes, time: None };
        }
        let left = self.left[self.setting.own_seat];
        let time = if self.setting.time.is_zero() {
            TimeLimit::for_move(begun, UNTIMED)
        } else {
            let left = left.max(Duration::from_millis(10));
            TimeLimit::for_game(begun, left, Duration::ZERO, &Parameters::DEFAULT)
        };
        Limits { time: Some(time), ..Limits::default() }
    }

    fn play(&mut self, mv: AnyMove) -> Result<(), Lost> {
        let mut state = self.state().clone();
        let text = state.move_text(mv);
        match (text, state.play(mv)) {
            (Ok(text), Ok(())) => self.moves.push(text),
            _ => return Err(Lost::Nonsense("a move that is not legal".to_owned())),
        }
        self.states.push(state);
        Ok(())
    }

    /// Hears the other program, whose turn it is. Returns the end of the game, if it ends.
    fn hear(&mut self, over: bool) -> Result<Option<GameEnd>, Lost> {
        let (seat, begun) = (1 - self.setting.own_seat, Instant::now());
        let patience = self.player.terms.patience;
        let time = match over {
            true => CONFIRMATION.min(patience),
            false if self.setting.time.is_zero() => patience,
            false => self.left[seat],
        };
        let heard = self.connection.receive(time);
        self.left[seat] = self.left[seat].saturating_sub(begun.elapsed());
        match heard {
            // The game is over anyway.
            Err(lost) if over => {
                let mut end = self.by_rules();
                end.ends_connection = true;
                end.why = format!("{}; then {lost}", end.why);
                Ok(Some(end))
            }
            Err(lost @ Lost::Nonsense(_)) => {
                self.claim();
                Err(lost)
            }
            Err(lost) => Err(lost),
            Ok(Message::End { reason, stop }) => {
                let mut end = if over { self.by_rules() } else { told(reason) };
                let answer = Message::End { reason: Reason::Unknown, stop: self.setting.last };
                end.ends_connection = stop || self.connection.send(&answer).is_err();
                Ok(Some(end))
            }
            Ok(Message::Move { from, to, captured, .. }) => {
                let found = read_move(self.state(), from, to, &captured);
                match found.filter(|_| self.state().result().is_none()) {
                    Some(mv) => self.play(mv)?,
                    None => {
                        self.claim();
                        let words = format!("the illegal move {from}-{to}");
                        return Err(Lost::Nonsense(words));
                    }
                }
                Ok(None)
            }
            Ok(Message::BackRequest { number, white }) => {
                self.go_back(number, white)?;
                Ok(None)
            }
            Ok(Message::Chat(text)) => {
                chat(&text);
                Ok(None)
            }
            Ok(other) => {
                self.claim();
                Err(Lost::nonsense(&other))
            }
        }
    }

    /// The end of a game by the rules or by the limit of moves.
    fn by_rules(&self) -> GameEnd {
        let over = self.state().result().is_some();
        let why = if over { "by the rules" } else { "by the limit of moves" };
        GameEnd::new(reason_of(self.state(), self.setting.own_seat), why)
    }

    /// Tells the other program that it has lost.
    fn claim(&mut self) {
        // It has failed, so an error here changes nothing.
        let _ = self.connection.send(&Message::End { reason: Reason::Won, stop: true });
    }

    /// Goes back to before a move, if there is such a move.
    fn go_back(&mut self, number: u16, white: bool) -> Result<(), Lost> {
        let white_begins = self.setting.start.mover().index() == 0;
        let ply = 2 * (usize::from(number).wrapping_sub(1)) + usize::from(white != white_begins);
        let known = number > 0 && ply < self.states.len();
        self.connection.send(&Message::BackAccept(if known { 0 } else { 2 }))?;
        if known {
            self.states.truncate(ply + 1);
            self.moves.truncate(ply);
        }
        Ok(())
    }
}

/// The end of a game that the other program told.
fn told(reason: Reason) -> GameEnd {
    match reason {
        Reason::Lost => GameEnd::new(Reason::Won, "the other program gave up"),
        Reason::Drawn => GameEnd::new(Reason::Drawn, "the other program ended it as a draw"),
        // The rules do not say so.
        Reason::Won => GameEnd::new(Reason::Unknown, "the other program claimed a win"),
        Reason::Unknown => GameEnd::new(Reason::Unknown, "the other program ended it"),
    }
}
