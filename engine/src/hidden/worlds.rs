//! Plain sampled worlds: in each the search sees all cards, and the move that is best on the whole is
//! played. Plans depend on what the player cannot know (strategy fusion); it is here to compare with.
//!
//! CITE: M. Ginsberg, "GIB: imperfect information in a computationally challenging game", JAIR 14, 2001.

use eval::{Evaluator, Value};
use games::{Actor, Information, Tactics};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::node::{Explorer, Place};
use super::root::Inquiry;
use super::sampling::{Sampler, Tally};
use crate::limits::MAX_DEPTH;
use crate::search::window::Window;
use crate::search::worker::Stopped;

/// Moves looked ahead in each world where no depth is asked for.
const USUAL_DEPTH: u32 = 2;

/// One thread.
pub(super) struct Worlds<'a, G: Tactics, E> {
    explorer: Explorer<'a, G, E>,
    rng: ChaCha8Rng,
    depth: u32,
    tallies: Vec<Tally<G::Move>>,
    total: (i64, u64),
}

impl<'a, G: Tactics, E: Evaluator<G>> Worlds<'a, G, E> {
    pub(super) fn new(inquiry: &'a Inquiry<'a, G, E>, node_limit: u64, seed: u64) -> Self {
        let tally = |mv| Tally { mv, visits: 0, sum: 0 };
        let depth = if inquiry.max_depth == MAX_DEPTH { USUAL_DEPTH } else { inquiry.max_depth };
        Self {
            explorer: Explorer::new(inquiry, node_limit),
            rng: ChaCha8Rng::seed_from_u64(seed),
            depth,
            tallies: inquiry.root_moves().into_iter().map(tally).collect(),
            total: (0, 0),
        }
    }
}

impl<'a, G: Tactics, E: Evaluator<G>> Sampler<'a, G, E> for Worlds<'a, G, E> {
    fn learn(&mut self) -> Result<(), Stopped> {
        let inquiry = self.explorer.inquiry;
        let world = G::Information::resample(inquiry.game, &inquiry.view, &mut self.rng);
        let place = Place { depth: self.depth as i32, ply: 0 };
        let value = match inquiry.game.actor(&world) {
            Actor::Seat(_) => {
                let explorer = &mut self.explorer;
                let values: Result<Vec<_>, _> = self
                    .tallies
                    .iter()
                    .map(|tally| explorer.move_value(&world, tally.mv, place, Window::FULL))
                    .collect();
                let values = values?;
                for (tally, value) in self.tallies.iter_mut().zip(&values) {
                    tally.visits += 1;
                    tally.sum += i64::from(value.expectation());
                }
                values.into_iter().max().unwrap_or(Value::EVEN)
            }
            _ => self.explorer.search(&world, place.depth, 0, Window::FULL)?,
        };
        self.total.0 += i64::from(value.expectation());
        self.total.1 += 1;
        Ok(())
    }

    fn tallies(&self) -> Vec<Tally<G::Move>> {
        self.tallies.clone()
    }

    fn total(&self) -> (i64, u64) {
        self.total
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn sees_the_end(&self) -> bool {
        self.explorer.estimates == 0
    }

    fn explorer(&self) -> &Explorer<'a, G, E> {
        &self.explorer
    }

    fn explorer_mut(&mut self) -> &mut Explorer<'a, G, E> {
        &mut self.explorer
    }
}
