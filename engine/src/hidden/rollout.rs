//! Playing a world on from a leaf of the tree: what promises most, then an estimate.

use eval::Value;
use games::{Actor, Hidden, Noisiness, Seat, pick_event};
use rand::RngExt;

use super::ismcts::Ismcts;
use crate::search::control::Stopped;
use crate::search::units::Ply;
use crate::searchable::Searchable;

impl<G: Searchable + Hidden> Ismcts<'_, G> {
    /// Plays some moves on, the most promising ones, and estimates what comes of them.
    pub(super) fn rollout(
        &mut self,
        mut world: G::Position,
        ply: usize,
    ) -> Result<(Value, Seat), Stopped> {
        let game = self.thread.context.game;
        let most = self.thread.context.techniques.parameters.ismcts_playout as usize;
        for ahead in 0.. {
            if let Err(end) = self.until_decision(&mut world, ply + ahead)? {
                return Ok(end);
            }
            if ahead >= most && game.noisiness(&world) == Noisiness::Quiet {
                break;
            }
            match self.most_promising(&world) {
                Some(mv) => world = game.play(&world, mv),
                None => break,
            }
        }
        Ok(self.estimate(&world))
    }

    /// Lets chance act until a player does, or the game is over; who acts, or the value and for whom.
    pub(super) fn until_decision(
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
                    self.ended += 1;
                    let seat = game.mover(world);
                    return Ok(Err((Value::of_outcome(outcome, seat, ply as i32), seat)));
                }
            }
        }
    }

    /// The move that looks most promising, one of them at random.
    fn most_promising(&mut self, world: &G::Position) -> Option<G::Move> {
        let game = self.thread.context.game;
        let (mut most, mut equal, mut best) = (i32::MIN, 0u32, None);
        game.each_group(world, |mv| {
            let score = game.move_score(world, mv);
            if score > most {
                (most, equal) = (score, 0);
            }
            if score == most {
                equal += 1;
                if self.luck.random_range(0..equal) == 0 {
                    best = Some(mv);
                }
            }
        });
        best
    }
}
