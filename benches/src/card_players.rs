//! Players of Buteur to compare with, for matches of `selfplay`: simple ones, and the engine with limits that
//! a player's text has not.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use engine::{
    Clock, Limits, Parameters, Request, SearcherBuilder, StopFlag, Techniques, Uncertainty,
};
use eval::{Evaluator, Linear, Value, Weights};
use games::buteur::{Action, Buteur, Landing, Move, Position};
use games::{Actor, Game, Hidden, Seat, State, pick_move};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use selfplay::{Allowance, Fault, Player, Reply, Sitting, View};

/// How a player of Buteur finds its moves.
#[derive(Clone, Debug)]
pub enum CardPlayer {
    /// Every legal move is as likely as another.
    Random,
    /// Shoots when it can, stops every shot that it can, else plays what brings the ball nearest to the
    /// goal; at random among equals.
    Greedy,
    /// Plain sampling: so many random worlds, in each an open expectimax of so many moves, and the move
    /// that is best on average.
    Sampling {
        /// How many worlds.
        worlds: u32,
        /// Player moves to look ahead.
        depth: u32,
        /// What leaves are worth.
        evaluator: Linear,
    },
    /// The engine.
    Search {
        /// When a search ends.
        limits: Limits,
        /// Time for each move in milliseconds, 0 for none.
        milliseconds: u64,
        /// How it allows for what it does not see.
        uncertainty: Uncertainty,
        /// What leaves are worth.
        evaluator: Linear,
    },
}

impl CardPlayer {
    /// The move of the player in a view.
    fn choose(&self, game: &Buteur, view: &Position, rng: &mut ChaCha8Rng) -> Move {
        match self {
            Self::Random => pick_move(game, view, &mut Vec::new(), rng).expect("a move"),
            Self::Greedy => greedy(game, view, rng),
            Self::Sampling { worlds, depth, evaluator } => {
                sampled(game, view, (*worlds, *depth), evaluator, rng)
            }
            Self::Search { limits, milliseconds, uncertainty, evaluator } => {
                let state = State::new(game.clone(), *view);
                let mut limits = *limits;
                if *milliseconds > 0 {
                    let time = Duration::from_millis(*milliseconds);
                    let (now, parameters) = (Instant::now(), &Parameters::DEFAULT);
                    limits.time = Some(Clock::for_move(now, time, parameters));
                }
                let mut searcher = SearcherBuilder::new(game.clone(), evaluator.clone())
                    .adjust(|techniques| techniques.uncertainty = *uncertainty)
                    .hash(4)
                    .build()
                    .expect("memory");
                let request = Request::new(limits).with_seed(rng.random());
                searcher.search(&state, &request).best().expect("a move")
            }
        }
    }

    /// A player by a text as `greedy`, `sampling:300:1`, `search:hidden=tree,nodes=5000`, the last one perhaps with
    /// `,weights=FILE`.
    pub fn parse(game: &Buteur, text: &str) -> Option<Self> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut evaluator = Linear::new(&Weights::default_for(game));
        Some(match kind {
            "random" => Self::Random,
            "greedy" => Self::Greedy,
            "sampling" => {
                let (worlds, depth) = rest.split_once(':')?;
                Self::Sampling {
                    worlds: worlds.parse().ok()?,
                    depth: depth.parse().ok()?,
                    evaluator,
                }
            }
            "search" => {
                let (mut limits, mut milliseconds) = (Limits::default(), 0);
                let mut uncertainty = Techniques::ALL.uncertainty;
                for item in rest.split(',') {
                    let (key, value) = item.split_once('=')?;
                    match key {
                        "depth" => limits.depth = Some(value.parse().ok()?),
                        "nodes" => limits.nodes = Some(value.parse().ok()?),
                        "ms" => milliseconds = value.parse().ok()?,
                        "hidden" => uncertainty = value.parse().ok()?,
                        "weights" => {
                            let text = std::fs::read_to_string(value).ok()?;
                            evaluator = Linear::new(&Weights::parse(game, &text).ok()?);
                        }
                        _ => return None,
                    }
                }
                Self::Search { limits, milliseconds, uncertainty, evaluator }
            }
            _ => return None,
        })
    }
}

/// What a player's moves took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// How many moves.
    pub moves: u32,
    /// The time of all of them.
    pub time: Duration,
}

/// A [`CardPlayer`] at the board.
pub struct SeatedCardPlayer {
    player: CardPlayer,
    rng: ChaCha8Rng,
    effort: Arc<Mutex<Effort>>,
}

impl SeatedCardPlayer {
    /// A player whose moves are counted in `effort`.
    #[must_use]
    pub fn new(player: CardPlayer, effort: Arc<Mutex<Effort>>) -> Self {
        Self { player, rng: ChaCha8Rng::seed_from_u64(0), effort }
    }
}

impl Player<Buteur> for SeatedCardPlayer {
    fn begin(&mut self, _: &Buteur, sitting: Sitting) -> Result<(), Fault> {
        self.rng = sitting.random;
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, Buteur>,
        _: &Allowance,
        _: &StopFlag,
    ) -> Result<Reply<Move>, Fault> {
        let (state, started) = (&view.playthrough.state, Instant::now());
        let mv = self.player.choose(&state.game, &state.position, &mut self.rng);
        let mut effort = self.effort.lock().expect("no player panics");
        effort.moves += 1;
        effort.time += started.elapsed();
        Ok(Reply::bare(mv))
    }
}

fn greedy(game: &Buteur, view: &Position, rng: &mut ChaCha8Rng) -> Move {
    let (pitch, seat) = (game.pack.pitch(), game.mover(view));
    let merit = |mv: Move| match mv.action() {
        Action::Stop => 900,
        Action::Concede | Action::Discard => -1000,
        Action::Kick => match game.landing(view, mv) {
            Landing::Shot(_) => 1000,
            Landing::Field(cell) => {
                let ahead = pitch.rows - pitch.row_from(seat, pitch.row(cell));
                let column = pitch.column(cell);
                let aside =
                    pitch.goal.0.saturating_sub(column).max(column.saturating_sub(pitch.goal.1));
                -i32::from(ahead.max(aside))
            }
            Landing::Throw(_) | Landing::GoalKick(_) => -100,
        },
    };
    let mut best = Vec::new();
    let mut highest = i32::MIN;
    game.each_move(view, |mv| {
        let merit = merit(mv);
        if merit > highest {
            highest = merit;
            best.clear();
        }
        if merit == highest {
            best.push(mv);
        }
    });
    best[rng.random_range(0..best.len())]
}

fn sampled(
    game: &Buteur,
    view: &Position,
    (worlds, depth): (u32, u32),
    evaluator: &Linear,
    rng: &mut ChaCha8Rng,
) -> Move {
    let mut moves = Vec::new();
    game.each_move(view, |mv| moves.push((0, mv)));
    for _ in 0..worlds {
        let world = game.resample(view, rng);
        for (sum, mv) in &mut moves {
            let child = game.play(&world, *mv);
            *sum +=
                i64::from(open_value(game, &child, depth - 1, game.mover(view), evaluator, rng));
        }
    }
    moves.into_iter().max_by_key(|&(sum, _)| sum).expect("a move").1
}

/// The value of a world for a seat: every player sees all cards, chance is sampled.
fn open_value(
    game: &Buteur,
    world: &Position,
    depth: u32,
    seat: Seat,
    evaluator: &Linear,
    rng: &mut ChaCha8Rng,
) -> i32 {
    let sign = |mover: Seat| if mover == seat { 1 } else { -1 };
    match game.actor(world) {
        Actor::Over(outcome) => match (outcome.winners.len(), outcome.winners.contains(seat)) {
            (2, _) => 0,
            (_, true) => Value::ONE,
            (_, false) => -Value::ONE,
        },
        Actor::Chance => {
            let event = games::pick_event(game, world, rng).expect("an event");
            open_value(game, &game.happen(world, event), depth, seat, evaluator, rng)
        }
        Actor::Seat(mover) if depth == 0 => sign(mover) * evaluator.estimate(game, world, mover).0,
        Actor::Seat(mover) => {
            let mut best = i32::MIN;
            game.each_group(world, |mv| {
                let child = game.play(world, mv);
                best = best
                    .max(sign(mover) * open_value(game, &child, depth - 1, seat, evaluator, rng));
            });
            sign(mover) * best
        }
    }
}
