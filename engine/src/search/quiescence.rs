//! Quiescence search: at the horizon it searches tactical moves until the position is quiet.

use eval::Value;
use games::Noisiness;

use crate::search::move_picker::MovePicker;
use crate::search::node::Searched;
use crate::search::ordering::ScoredMove;
use crate::search::thread::SearchThread;
use crate::search::units::{Depth, Ply};
use crate::search::window::Window;
use crate::searchable::Searchable;

impl<G: Searchable> SearchThread<'_, G> {
    /// The value of a leaf in which a seat acts.
    #[inline]
    pub(crate) fn quiescence(
        &mut self,
        position: &G::Position,
        ply: Ply,
        window: Window,
    ) -> Searched {
        let context = self.context;
        if !G::TACTICAL || !context.techniques.quiescence || ply.is_last() {
            return Ok(self.stand_pat(position, ply, window));
        }
        match context.game.noisiness(position) {
            Noisiness::Quiet => Ok(self.stand_pat(position, ply, window)),
            Noisiness::Forced => self.tactical_moves(position, ply, window, Value::MINUS_INFINITY),
            Noisiness::Optional => {
                let stand_pat = self.stand_pat(position, ply, window);
                if stand_pat >= window.beta && context.techniques.alpha_beta {
                    return Ok(stand_pat);
                }
                self.tactical_moves(position, ply, window, stand_pat)
            }
        }
    }

    /// The estimate of a leaf (stand pat), or a win at hand. A win could only raise an estimate
    /// that is above the window, so it is not looked for then.
    #[inline]
    fn stand_pat(&mut self, position: &G::Position, ply: Ply, window: Window) -> Value {
        self.leaves += 1;
        let context = self.context;
        let estimate = self.estimate(position);
        let looks = context.techniques.quiescence && estimate < window.beta;
        if looks && self.root_seat().is_none() && context.game.wins_now(position) {
            return Value::win_in(ply.next().moves());
        }
        self.estimates += 1;
        estimate
    }

    /// The best of the tactical moves and of `stand_pat`.
    fn tactical_moves(
        &mut self,
        position: &G::Position,
        ply: Ply,
        window: Window,
        stand_pat: Value,
    ) -> Searched {
        self.counters.count(|statistics| statistics.quiescence_nodes += 1);
        let start = self.memory.moves.len();
        let list = &mut self.memory.moves;
        let game = self.context.game;
        game.each_tactical(position, |mv| {
            list.push(ScoredMove { score: game.move_score(position, mv), mv });
        });
        let promising = self.restrict_moves(position, start);
        let range = start..self.memory.moves.len();
        let picker = if self.context.techniques.ordering {
            MovePicker::scored(range)
        } else {
            MovePicker::generated(range)
        };
        let result = self.search_tactical(position, ply, window, stand_pat, picker, promising);
        self.memory.moves.truncate(start);
        result
    }

    fn search_tactical(
        &mut self,
        position: &G::Position,
        ply: Ply,
        window: Window,
        stand_pat: Value,
        mut picker: MovePicker,
        promising: Option<G::Move>,
    ) -> Searched {
        let game = self.context.game;
        let prunes = self.context.techniques.alpha_beta;
        let mover = game.mover(position);
        let reply = self.reply;
        let mut best = stand_pat;
        while let Some((_, mv)) = self.next_move(&mut picker, position, ply) {
            let alpha = if prunes { window.alpha.max(best) } else { window.alpha };
            let rest = Window { alpha, beta: window.beta };
            self.reply = self.reply_after(mover, mv, promising);
            let child = game.play(position, mv);
            self.memory.ordering.set_move(ply.next(), mv);
            let value = self.search_child(&child, mover, Depth::HORIZON, ply, rest)?;
            self.reply = reply;
            best = best.max(value);
            if best >= window.beta && prunes {
                break;
            }
        }
        Ok(best)
    }
}
