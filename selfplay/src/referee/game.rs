//! One game under a referee, which owns the rules, the position, the chance events and the clocks.

use std::time::Duration;

use engine::{Playable, StopFlag};
use games::{Actor, Game, Outcome, Seat, SeatSet, Step, pick_move};
use rand_chacha::ChaCha8Rng;

use crate::players::bot::{Bot, Fault, GameStart, Reply};
use crate::players::limit::{Allowance, Limit};
use crate::players::player::Player;
use crate::players::timekeeping::{Spent, Timekeeping, Watch};
use crate::players::view::{Playthrough, view};
use crate::records::reason::Reason;
use crate::records::record::{FaultRecord, GameRecord, rounded, shares};
use crate::records::timing::Overtime;
use crate::referee::adjudication::{Adjudication, Adjudicator};
use crate::referee::luck::LuckMeter;
use crate::referee::streams::{Dice, Streams};
use crate::schedule::plan::Plan;

/// The conditions of a game.
pub(crate) struct Conditions<'a> {
    pub(crate) streams: Streams,
    /// The player in each seat.
    pub(crate) players: Vec<&'a Player>,
    pub(crate) adjudication: Adjudication,
    pub(crate) luck: Option<&'a LuckMeter>,
    /// The time by which a player may exceed its limit.
    pub(crate) margin: Duration,
    /// The clock for limits of time.
    pub(crate) timekeeping: Timekeeping,
    pub(crate) stop: &'a StopFlag,
}

/// A game that was played to its end.
pub(crate) struct Played<G: Playable> {
    playthrough: Playthrough<G>,
    pub(crate) figures: Figures,
}

/// The result of a game, and the figures of its moves.
pub(crate) struct Figures {
    outcome: Outcome,
    reason: Reason,
    /// The player that failed, and its failure.
    pub(crate) fault: Option<FaultRecord>,
    luck: Option<f64>,
    thoughts: Vec<MoveNote>,
    /// Whether a player had a limit of time.
    timed: bool,
}

/// The figures of a player's move for the record.
struct MoveNote {
    value: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    spent: Spent,
}

/// The end of a game: the result, its reason, and the failure if a player failed.
type GameEnd = (Outcome, Reason, Option<FaultRecord>);

/// Plays a game on from `playthrough`; `None` if it is stopped.
pub(crate) fn play<G: Playable>(
    playthrough: Playthrough<G>,
    conditions: &Conditions<'_>,
    bots: &mut [Box<dyn Bot<G>>],
) -> Option<Played<G>> {
    let mut referee = Referee::new(playthrough, conditions);
    let (outcome, reason, fault) = referee.run(bots)?;
    let Referee { playthrough, luck, thoughts, .. } = referee;
    let timed = conditions.players.iter().any(|player| player.limit().is_of_time());
    let figures = Figures { outcome, reason, fault, luck, thoughts, timed };
    Some(Played { playthrough, figures })
}

/// A game in progress.
struct Referee<'a, G: Playable> {
    conditions: &'a Conditions<'a>,
    playthrough: Playthrough<G>,
    dice: Dice,
    adjudicator: Adjudicator,
    /// The time left for each seat.
    left: Vec<Duration>,
    /// The time that each seat gets with a move.
    increment: Vec<Duration>,
    /// The times of the last move that had a limit of time.
    overtime: Option<Overtime>,
    /// The luck of the first seat so far.
    luck: Option<f64>,
    thoughts: Vec<MoveNote>,
}

impl<'a, G: Playable> Referee<'a, G> {
    fn new(playthrough: Playthrough<G>, conditions: &'a Conditions<'a>) -> Self {
        let clock = |player: &&Player| match player.limit() {
            Limit::Clock { time, increment } => (time, increment),
            _ => (Duration::ZERO, Duration::ZERO),
        };
        let (left, increment) = conditions.players.iter().map(clock).unzip();
        Self {
            dice: conditions.streams.dice(),
            adjudicator: Adjudicator::new(
                conditions.adjudication,
                playthrough.state.game().seats(),
            ),
            left,
            increment,
            overtime: None,
            luck: conditions.luck.map(|_| 0.0),
            thoughts: Vec::new(),
            conditions,
            playthrough,
        }
    }

    fn run(&mut self, bots: &mut [Box<dyn Bot<G>>]) -> Option<GameEnd> {
        for (seat, bot) in Seat::all(bots.len() as u8).zip(&mut *bots) {
            if let Err(fault) = bot.begin(self.playthrough.state.game(), self.game_start(seat)) {
                return self.lost(seat, &fault);
            }
        }
        let streams = self.conditions.streams;
        let mut random: Vec<_> =
            Seat::all(bots.len() as u8).map(|seat| streams.moves(seat)).collect();
        loop {
            match self.playthrough.state.actor() {
                Actor::Over(outcome) => {
                    return Some((outcome, Reason::of(&self.playthrough.state), None));
                }
                Actor::Chance => self.roll(),
                Actor::Seat(seat) => {
                    let plies = self.playthrough.state.history().plies();
                    if plies < self.conditions.players[seat.index()].plies_at_random() {
                        self.play_at_random(&mut random[seat.index()]);
                        continue;
                    }
                    match self.turn(seat, &mut *bots[seat.index()]) {
                        Ok(None) => {}
                        Ok(Some((outcome, reason))) => return Some((outcome, reason, None)),
                        Err(fault) => return self.lost(seat, &fault),
                    }
                    if self.conditions.stop.is_set() {
                        return None;
                    }
                }
            }
        }
    }

    fn game_start(&self, seat: Seat) -> GameStart {
        let streams = self.conditions.streams;
        GameStart {
            seat,
            search_seed: streams.search_seed(),
            random: streams.moves(seat),
            timed: self.conditions.players[seat.index()].limit().is_of_time(),
            stop: self.conditions.stop.clone(),
        }
    }

    /// Draws a chance event and applies it.
    fn roll(&mut self) {
        let (game, position) = (self.playthrough.state.game(), self.playthrough.state.position());
        let Some(event) = self.dice.event(game, position) else { return };
        if let (Some(meter), Some(luck)) = (self.conditions.luck, &mut self.luck) {
            *luck += meter.luck(game, position, event);
        }
        self.playthrough.apply_event(event);
    }

    /// Plays a random move in place of a player whose first moves are random.
    fn play_at_random(&mut self, rng: &mut ChaCha8Rng) {
        let (game, position) = (self.playthrough.state.game(), self.playthrough.state.position());
        if let Some(mv) = pick_move(game, position, &mut Vec::new(), rng) {
            self.thoughts.push(MoveNote {
                value: None,
                depth: None,
                nodes: None,
                spent: Spent::default(),
            });
            self.playthrough.play(mv);
        }
    }

    /// A player's turn. Returns the result if the game is adjudicated after it.
    fn turn(
        &mut self,
        seat: Seat,
        player: &mut dyn Bot<G>,
    ) -> Result<Option<(Outcome, Reason)>, Fault> {
        let allowance = Allowance {
            limit: self.conditions.players[seat.index()].limit(),
            left: self.left.clone(),
            increment: self.increment.clone(),
        };
        // The processor time of a move without a limit of time is not needed.
        let timed = allowance.limit.is_of_time();
        let processor = |player: &dyn Bot<G>| timed.then(|| player.processor_time()).flatten();
        let watch = Watch::start(processor(player));
        let choice =
            player.choose(&view(&self.playthrough, seat), &allowance, self.conditions.stop);
        let spent = watch.read(processor(player));
        self.overtime = allowance.deadline(seat).map(|limit| Overtime {
            limit: micros(limit),
            wall: micros(spent.wall),
            processor: spent.processor.map(micros),
        });
        if matches!(choice, Ok(_) | Err(Fault::Illegal(_))) {
            self.charge(seat, &allowance, spent)?;
        }
        let choice = choice?;
        if !self.playthrough.state.is_legal(choice.mv) {
            return Err(Fault::Illegal(format!("{:?} in {}", choice.mv, self.playthrough.text())));
        }
        let Reply { mv, value, depth, nodes, .. } = choice;
        self.thoughts.push(MoveNote { value, depth, nodes, spent });
        self.playthrough.play(mv);
        if matches!(self.playthrough.state.actor(), Actor::Over(_)) {
            return Ok(None);
        }
        let state = &self.playthrough.state;
        let playing = state.game().in_play(state.position());
        Ok(self.adjudicator.look(seat, &choice, state.history().plies(), playing))
    }

    /// Subtracts the time of a move from the player's clock.
    fn charge(&mut self, seat: Seat, allowance: &Allowance, spent: Spent) -> Result<(), Fault> {
        let Some(deadline) = allowance.deadline(seat) else { return Ok(()) };
        let time = spent.charged(self.conditions.timekeeping);
        if time > deadline + self.conditions.margin {
            let (wall, deadline) = (spent.wall.as_millis(), deadline.as_millis());
            let processor = spent.processor.map_or_else(String::new, |processor| {
                format!(", with a processor for {} of them", processor.as_millis())
            });
            return Err(Fault::Time(format!("took {wall} ms of {deadline}{processor}")));
        }
        let left = &mut self.left[seat.index()];
        *left = left.saturating_sub(time) + self.increment[seat.index()];
        Ok(())
    }

    /// The end of the game after a failure of the player in `seat`: all seats of other players
    /// share the point. If the player has all seats, all of them share it. `None` if the game was
    /// to stop.
    fn lost(&self, seat: Seat, fault: &Fault) -> Option<GameEnd> {
        if self.conditions.stop.is_set() {
            return None;
        }
        let players = &self.conditions.players;
        let others = Seat::all(players.len() as u8)
            .zip(players)
            .filter(|(_, player)| player.name() != players[seat.index()].name());
        let winners: SeatSet = others.map(|(seat, _)| seat).collect();
        let outcome = if winners.is_empty() {
            Outcome::draw(players.len() as u8)
        } else {
            Outcome::shared(winners)
        };
        let late = matches!(fault, Fault::Time(_) | Fault::Stall(_));
        let fault_record = FaultRecord {
            seat: seat.number(),
            words: fault.to_string(),
            overtime: self.overtime.filter(|_| late),
        };
        Some((outcome, Reason::from(fault), Some(fault_record)))
    }
}

/// A game that was just played: its record, and its moves as values.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game> {
    /// The record, with the texts of the moves.
    pub record: GameRecord,
    /// The moves and chance events from the start of the record.
    pub steps: Vec<Step<G::Move, G::Event>>,
}

impl<G: Playable> Played<G> {
    /// The game with the number of its unit and its number within the unit.
    pub(crate) fn finish(
        self,
        plan: &Plan,
        [unit, game]: [u64; 2],
        players: Vec<String>,
        opening: u32,
    ) -> PlayedGame<G> {
        let Playthrough { start, moves, steps, state } = self.playthrough;
        let (seats, plies) = (state.game().seats(), state.history().plies());
        let texts = (start, moves);
        let record =
            self.figures.record(plan, [unit, game], players, (opening, plies), seats, texts);
        PlayedGame { record, steps }
    }
}

impl Figures {
    fn record(
        self,
        plan: &Plan,
        [unit, game]: [u64; 2],
        players: Vec<String>,
        (opening, plies): (u32, u32),
        seats: u8,
        (start, moves): (String, Vec<String>),
    ) -> GameRecord {
        let of_timed = self.thoughts.iter().filter(|_| self.timed);
        GameRecord {
            unit,
            game: game as u32,
            seed: plan.seed,
            players,
            opening,
            values: self.thoughts.iter().map(|thought| thought.value.map(rounded)).collect(),
            depths: self.thoughts.iter().map(|thought| thought.depth).collect(),
            nodes: self.thoughts.iter().map(|thought| thought.nodes).collect(),
            times: self.thoughts.iter().map(|thought| micros(thought.spent.wall)).collect(),
            processor: of_timed.map(|thought| thought.spent.processor.map(micros)).collect(),
            plies,
            result: shares(self.outcome, seats),
            reason: self.reason,
            fault: self.fault,
            luck: self.luck.map(|luck| vec![rounded(luck), rounded(-luck)]),
            start,
            moves,
        }
    }
}

fn micros(time: Duration) -> u64 {
    time.as_micros() as u64
}
