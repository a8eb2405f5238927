//! Inference: the opponents' recent moves make some worlds less likely.
//!
//! The search assumes that a player ranks the moves by the static evaluation of the position after
//! each. If a card would have given the player a much better move than the one played, the player
//! hardly held that card. A sampled world that gives the player such a card contradicts the move
//! (the clue) and is mostly rejected. A part of these worlds is kept, because players may rank
//! their moves in other ways.
//!
//! CITE: M. Ginsberg, "GIB: imperfect information in a computationally challenging game", JAIR 14,
//! 2001 (deals that agree with the bidding); M. Buro, J. Long, T. Furtak, N. Sturtevant, "Improving
//! state evaluation, inference, and search in trick-based card games", IJCAI 2009 (inference from
//! past play).

use eval::{Evaluator, Value};
use games::{Actor, Hidden};
use rand::{Rng, RngExt};

use super::thread::HiddenThread;
use crate::searchable::{SearchContext, Searchable};
use crate::uncertainty::Uncertainty;

/// The most worlds that are sampled until one agrees with the clues.
const DEALS: u32 = 16;

impl<G: Searchable + Hidden> SearchContext<'_, G> {
    /// The clues to the hidden cards, the latest first. None where the search samples no worlds.
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

    /// The clue that a move gives, made in a position in which all cards are hidden.
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

    /// The static evaluation after a move, for the seat that makes it.
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
    /// Samples a world that agrees with the view, and mostly with the clues.
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
