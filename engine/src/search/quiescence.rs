//! Leaves: quiescence search resolves what an estimate cannot see.

use eval::{Evaluator, Value};
use games::{Tactics, Tension};

use crate::search::ordering::{Ranked, pick};
use crate::search::window::Window;
use crate::search::worker::{MAX_PLY, Searched, Stopped, Worker};

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of a leaf where a seat acts: tactical moves are tried, and a win at hand is seen.
    #[inline]
    pub(crate) fn leaf(&mut self, position: &G::Position, ply: i32, window: Window) -> Searched {
        let shared = self.shared;
        if !G::TACTICAL || !shared.techniques.quiescence || ply as usize >= MAX_PLY - 1 {
            return Ok(self.still_leaf(position, ply, window));
        }
        match shared.game.tension(position) {
            Tension::Quiet => Ok(self.still_leaf(position, ply, window)),
            Tension::Forced => {
                let floor = Value(Value::LOSS.0 - 1);
                self.tactical_moves(position, ply, window, floor)
            }
            Tension::Optional => {
                let standing = self.still_leaf(position, ply, window);
                if standing >= window.beta && shared.techniques.pruning {
                    return Ok(standing);
                }
                self.tactical_moves(position, ply, window, standing)
            }
        }
    }

    /// Estimates a leaf. A win at hand could only raise an estimate that is above the window, so it is
    /// not looked for then.
    #[inline]
    fn still_leaf(&mut self, position: &G::Position, ply: i32, window: Window) -> Value {
        self.leaves += 1;
        let shared = self.shared;
        let estimate = self.estimate(position);
        let looks = shared.techniques.quiescence && estimate < window.beta;
        if looks && self.hero().is_none() && shared.game.wins_now(position) {
            return Value::win_in(ply + 1);
        }
        self.estimates += 1;
        estimate
    }

    /// The best of the tactical moves and of `standing`.
    fn tactical_moves(
        &mut self,
        position: &G::Position,
        ply: i32,
        window: Window,
        standing: Value,
    ) -> Searched {
        let start = self.moves.len();
        let list = &mut self.moves;
        let game = self.shared.game;
        game.each_tactical(position, |mv| {
            list.push(Ranked { rank: game.promise(position, mv), mv });
        });
        let result = self.best_tactical(position, ply, window, standing, start);
        self.moves.truncate(start);
        result
    }

    fn best_tactical(
        &mut self,
        position: &G::Position,
        ply: i32,
        window: Window,
        standing: Value,
        start: usize,
    ) -> Result<Value, Stopped> {
        let game = self.shared.game;
        let techniques = &self.shared.techniques;
        let mover = game.mover(position);
        let promising = self.promising(position, start);
        let count = if self.is_restricted(mover) { 1 } else { self.moves.len() - start };
        let reply = self.reply;
        let mut best = standing;
        for index in 0..count {
            let mv = match promising {
                Some(mv) if self.is_restricted(mover) => mv,
                _ if techniques.ordering => pick(&mut self.moves[start..], index, false),
                _ => self.moves[start + index].mv,
            };
            let alpha = if techniques.pruning { window.alpha.max(best) } else { window.alpha };
            let rest = Window { alpha, beta: window.beta };
            self.reply = self.reply_after(mover, mv, promising);
            let value = self.child(&game.play(position, mv), mover, 0, ply, rest)?;
            self.reply = reply;
            best = best.max(value);
            if best >= window.beta && techniques.pruning {
                break;
            }
        }
        Ok(best)
    }
}
