//! Clues: what others did lately makes some worlds less likely than others.
//!
//! A player is taken to rank his moves by what everybody knows, the estimate of the position after each. Cards with which he would have had a
//! much better move than the one that he made, he hardly held. So a dealt world that gives him such cards is dealt again, but for a
//! share of them: others may rank their moves in other ways.
//!
//! CITE: M. Ginsberg, "GIB: imperfect information in a computationally challenging game", JAIR 14, 2001, deals by the bidding; M. Buro, J. Long,
//! T. Furtak, N. Sturtevant, "Improving state evaluation, inference, and search in trick-based card games", IJCAI 2009, by past play.

use eval::{Evaluator, Value};
use games::{Actor, Hidden};
use rand::{Rng, RngExt};

use super::thread::HiddenThread;
use crate::searchable::{SearchContext, Searchable};
use crate::uncertainty::Uncertainty;

/// A world is dealt so many times at most until one fits what others did.
const DEALS: u32 = 16;

impl<G: Searchable + Hidden> SearchContext<'_, G> {
    /// The clues to the cards that are hidden, the latest first; none where no worlds are dealt.
    pub(super) fn clues(&self) -> Vec<G::Clue> {
        if self.techniques.uncertainty == Uncertainty::Views {
            return Vec::new();
        }
        let (game, view) = (self.state.game(), self.state.position());
        let others = self.state.decisions().iter().rev();
        let others = others.filter(|(position, _)| game.hides(view, game.player(position)));
        let most = self.techniques.parameters.inference_turns as usize;
        others.take(most).map(|(position, mv)| self.clue(position, *mv)).collect()
    }

    /// The clue that a move is, made in a position in which everything is hidden.
    fn clue(&self, position: &G::Position, mv: G::Move) -> G::Clue {
        let game = self.state.game();
        let least = self.value_of_move(position, mv)
            + Value::ONE * self.techniques.parameters.inference_margin / 1000;
        let mut better = Vec::new();
        game.each_group(position, |other| {
            if other != mv && self.value_of_move(position, other) > least {
                better.push(other);
            }
        });
        game.clue(position, mv, &better)
    }

    /// What a move is worth to who makes it, by the estimate of what follows.
    fn value_of_move(&self, position: &G::Position, mv: G::Move) -> i32 {
        let game = self.state.game();
        let (mover, child) = (game.mover(position), game.play(position, mv));
        match game.actor(&child) {
            Actor::Over(outcome) => Value::of_outcome(outcome, mover, 0).expectation(),
            _ => {
                let seat = game.mover(&child);
                let value = self.evaluator.estimate(game, &child, seat).expectation();
                if seat == mover { value } else { -value }
            }
        }
    }
}

impl<G: Searchable + Hidden> HiddenThread<'_, G> {
    /// Deals a world that agrees with the view, and mostly with what others did.
    pub(super) fn deal(&self, rng: &mut impl Rng) -> G::Position {
        let SearchContext { game, state, techniques, .. } = self.context;
        let (view, doubt) = (state.position(), techniques.parameters.inference_doubt as u32);
        let mut world = game.resample(view, rng);
        for _ in 1..DEALS {
            let belied = game.belied(&world, self.clues, rng);
            if (0..belied).all(|_| rng.random_ratio(doubt, 100)) {
                break;
            }
            world = game.resample(view, rng);
        }
        world
    }
}
