//! Determinization (perfect information Monte Carlo, PIMC): worlds are sampled, each is searched
//! with all cards open, and the move with the best mean value is played. Its plans depend on cards
//! that the player cannot see (strategy fusion), so it is here for comparison.
//!
//! CITE: M. Ginsberg, "GIB: imperfect information in a computationally challenging game", JAIR 14,
//! 2001.

use eval::Value;
use games::{Actor, Hidden};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::sampling::{RootTally, Sampler};
use super::search::Findings;
use super::thread::{HiddenThread, NodePlace};
use crate::limits::MAX_DEPTH;
use crate::search::control::Stopped;
use crate::search::window::Window;
use crate::searchable::{SearchContext, Searchable};

/// The depth of the search of each world, where none is asked for.
const USUAL_DEPTH: u32 = 2;

/// One thread of the search.
pub(super) struct Determinization<'a, G: Searchable + Hidden> {
    thread: HiddenThread<'a, G>,
    rng: ChaCha8Rng,
    depth: u32,
    tallies: Vec<RootTally<G::Move>>,
    total: (i64, u64),
}

impl<G: Searchable + Hidden> SearchContext<'_, G> {
    /// Searches by determinization.
    pub(super) fn search_worlds(
        &self,
        report: &mut dyn FnMut(&Findings<G::Move>) -> bool,
    ) -> Findings<G::Move> {
        self.sample(&self.clues(), Determinization::new, report)
    }
}

impl<'a, G: Searchable + Hidden> Determinization<'a, G> {
    fn new(thread: HiddenThread<'a, G>, seed: u64) -> Self {
        let context = thread.context;
        let tally = |mv| RootTally { mv, visits: 0, sum: 0 };
        let most = context.control.max_depth();
        let depth = if most == MAX_DEPTH { USUAL_DEPTH } else { most };
        Self {
            thread,
            rng: ChaCha8Rng::seed_from_u64(seed),
            depth,
            tallies: context.root_moves().into_iter().map(tally).collect(),
            total: (0, 0),
        }
    }
}

impl<'a, G: Searchable + Hidden> Sampler<'a, G> for Determinization<'a, G> {
    fn learn(&mut self) -> Result<(), Stopped> {
        let context = self.thread.context;
        let world = self.thread.deal(&mut self.rng);
        let place = NodePlace::root(self.depth);
        let value = match context.game.actor(&world) {
            Actor::Seat(_) => {
                let thread = &mut self.thread;
                let values: Result<Vec<_>, _> = self
                    .tallies
                    .iter()
                    .map(|tally| thread.move_value(&world, tally.mv, place, Window::FULL))
                    .collect();
                let values = values?;
                for (tally, value) in self.tallies.iter_mut().zip(&values) {
                    tally.visits += 1;
                    tally.sum += i64::from(value.expectation());
                }
                values.into_iter().max().unwrap_or(Value::EVEN)
            }
            _ => self.thread.search_view(&world, place, Window::FULL)?,
        };
        self.total.0 += i64::from(value.expectation());
        self.total.1 += 1;
        Ok(())
    }

    fn tallies(&self) -> Vec<RootTally<G::Move>> {
        self.tallies.clone()
    }

    fn total(&self) -> (i64, u64) {
        self.total
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn sees_the_end(&self) -> bool {
        self.thread.estimates == 0
    }

    fn thread(&self) -> &HiddenThread<'a, G> {
        &self.thread
    }

    fn thread_mut(&mut self) -> &mut HiddenThread<'a, G> {
        &mut self.thread
    }
}
