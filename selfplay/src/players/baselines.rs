//! Baselines: simple players that show the strength of a search in matches.

use engine::{Parameters, Playable, StopFlag};
use eval::{Evaluator, Linear, Value};
use games::{Actor, Information, Notation, Seat, Tactics, pick_event, pick_move};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::players::bot::{Bot, Fault, GameStart, Reply};
use crate::players::limit::Allowance;
use crate::players::view::View;

pub(crate) fn no_move() -> Fault {
    Fault::Crash("no move was found".to_owned())
}

/// A player that makes random moves.
pub(crate) struct RandomPlayer<M> {
    rng: ChaCha8Rng,
    buffer: Vec<M>,
}

impl<M> RandomPlayer<M> {
    pub(crate) fn new() -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(0), buffer: Vec::new() }
    }
}

impl<G: Notation> Bot<G> for RandomPlayer<G::Move> {
    fn begin(&mut self, _: &G, start: GameStart) -> Result<(), Fault> {
        self.rng = start.random;
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        _: &Allowance,
        _: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let state = &view.playthrough.state;
        let mv = pick_move(state.game(), state.position(), &mut self.buffer, &mut self.rng);
        mv.map(Reply::bare).ok_or_else(no_move)
    }
}

/// A player that takes the move of most [`Tactics::merit`], one of them at random, and never looks
/// ahead.
pub(crate) struct GreedyPlayer {
    rng: ChaCha8Rng,
}

impl GreedyPlayer {
    pub(crate) fn new() -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(0) }
    }
}

impl<G: Notation + Tactics> Bot<G> for GreedyPlayer {
    fn begin(&mut self, _: &G, start: GameStart) -> Result<(), Fault> {
        self.rng = start.random;
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        _: &Allowance,
        _: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let state = &view.playthrough.state;
        let (mut best, mut highest) = (Vec::new(), i32::MIN);
        state.game().each_move(state.position(), |mv| {
            let merit = state.game().merit(state.position(), mv);
            if merit > highest {
                highest = merit;
                best.clear();
            }
            if merit == highest {
                best.push(mv);
            }
        });
        if best.is_empty() {
            return Err(no_move());
        }
        Ok(Reply::bare(best[self.rng.random_range(0..best.len())]))
    }
}

/// Plain sampling: worlds that agree with the player's view are sampled, each is searched to a
/// small depth with all cards open, and the move with the best mean is played. A chance node is one
/// random event, so the search is not the expectimax of the engine's determinization. With more
/// than two seats all others play against this one.
pub(crate) struct SamplingPlayer {
    worlds: u32,
    evaluator: Linear,
    rng: ChaCha8Rng,
}

impl SamplingPlayer {
    pub(crate) fn new(worlds: u32, evaluator: Linear) -> Self {
        Self { worlds, evaluator, rng: ChaCha8Rng::seed_from_u64(0) }
    }
}

impl<G: Playable> Bot<G> for SamplingPlayer {
    fn begin(&mut self, _: &G, start: GameStart) -> Result<(), Fault> {
        self.rng = start.random;
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        allowance: &Allowance,
        stop: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let state = &view.playthrough.state;
        let (game, position, seat) = (state.game(), state.position(), view.seat);
        let limits = allowance.limits(seat, &Parameters::DEFAULT);
        let depth = limits.depth.unwrap_or(1);
        let mut moves = Vec::new();
        game.each_move(position, |mv| moves.push((0, mv)));
        for _ in 0..self.worlds {
            if stop.is_set() {
                break;
            }
            let world = G::Information::resample(game, position, &mut self.rng);
            for (sum, mv) in &mut moves {
                let child = game.play(&world, *mv);
                let mut open = OpenSearch { game, seat, player: self };
                *sum += i64::from(open.value(&child, depth - 1));
            }
        }
        moves
            .into_iter()
            .max_by_key(|&(sum, _)| sum)
            .map(|(_, mv)| Reply::bare(mv))
            .ok_or_else(no_move)
    }
}

/// The search of one world for one seat.
struct OpenSearch<'a, G> {
    game: &'a G,
    seat: Seat,
    player: &'a mut SamplingPlayer,
}

impl<G: Playable> OpenSearch<'_, G> {
    /// The value of a position for the seat, from `-Value::ONE` to `Value::ONE`.
    fn value(&mut self, position: &G::Position, depth: u32) -> i32 {
        let (game, seat) = (self.game, self.seat);
        match game.actor(position) {
            Actor::Over(outcome) => Value::of_outcome(outcome, seat, 0).expectation(),
            Actor::Chance => {
                let event = pick_event(game, position, &mut self.player.rng).expect("an event");
                self.value(&game.apply_event(position, event), depth)
            }
            Actor::Seat(_) if depth == 0 => self.player.evaluator.estimate(game, position, seat).0,
            Actor::Seat(mover) => {
                let sign = if mover == seat { 1 } else { -1 };
                let mut best = i32::MIN;
                G::Information::each_group(game, position, |mv| {
                    best = best.max(sign * self.value(&game.play(position, mv), depth - 1));
                });
                sign * best
            }
        }
    }
}
