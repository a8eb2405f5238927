//! Rollouts: a leaf of the tree is evaluated by playing the moves with the highest scores, then by
//! an estimate.

use eval::Value;
use games::{Actor, Hidden, Noisiness, Seat, pick_event};
use rand::RngExt;

use super::ismcts::Worlds;
use crate::mcts::LeafEvaluation;
use crate::search::control::Stopped;
use crate::search::units::Ply;
use crate::searchable::Searchable;

impl<G: Searchable + Hidden> LeafEvaluation<G::Position> for Worlds<'_, G> {
    type Value = (Value, Seat);
    type Stopped = Stopped;

    /// Plays some moves and estimates the position after them. Returns the value, and the seat
    /// whose value it is.
    fn evaluate(&mut self, mut world: G::Position, ply: usize) -> Result<(Value, Seat), Stopped> {
        let game = self.thread.context.game;
        let most = self.thread.context.techniques.parameters.ismcts_playout as usize;
        for ahead in 0.. {
            if let Err(end) = self.play_chance(&mut world, ply + ahead)? {
                return Ok(end);
            }
            if ahead >= most && game.noisiness(&world) == Noisiness::Quiet {
                break;
            }
            match self.best_scored_move(&world) {
                Some(mv) => world = game.play(&world, mv),
                None => break,
            }
        }
        Ok(self.estimate(&world))
    }
}

impl<G: Searchable + Hidden> Worlds<'_, G> {
    /// Lets chance act until a seat does. Returns the seat, or the value if the game is over.
    pub(super) fn play_chance(
        &mut self,
        world: &mut G::Position,
        ply: usize,
    ) -> Result<Result<Seat, (Value, Seat)>, Stopped> {
        let game = self.thread.context.game;
        self.thread.meter.count_node(Ply::new(ply as i32))?;
        loop {
            match game.actor(world) {
                Actor::Seat(seat) => return Ok(Ok(seat)),
                Actor::Chance => match pick_event(game, world, &mut self.luck) {
                    Some(event) => *world = game.apply_event(world, event),
                    None => return Ok(Err(self.estimate(world))),
                },
                Actor::Over(outcome) => {
                    self.finished_games += 1;
                    let seat = game.mover(world);
                    return Ok(Err((Value::of_outcome(outcome, seat, ply as i32), seat)));
                }
            }
        }
    }

    /// The move with the highest score, a random one of equals.
    fn best_scored_move(&mut self, world: &G::Position) -> Option<G::Move> {
        let game = self.thread.context.game;
        let (mut highest, mut equal, mut best) = (i32::MIN, 0u32, None);
        game.each_group(world, |mv| {
            let score = game.move_score(world, mv);
            if score > highest {
                (highest, equal) = (score, 0);
            }
            if score == highest {
                equal += 1;
                if self.luck.random_range(0..equal) == 0 {
                    best = Some(mv);
                }
            }
        });
        best
    }
}
