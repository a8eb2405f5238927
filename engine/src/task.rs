//! One request in work: what is searched, with what, and what is made of the findings.

use std::time::Instant;

use games::{Actor, Hidden, Imperfect, Information, Perfect, State};

use crate::answer::{Answer, Variation};
use crate::request::Request;
use crate::search::deepening::Progress;
use crate::searchable::Searchable;
use crate::table::transposition::TranspositionTable;
use crate::techniques::Techniques;

/// A state to be searched, and all that a search of it needs.
pub struct Task<'a, G: Searchable> {
    pub(crate) state: &'a State<G>,
    pub(crate) request: &'a Request,
    pub(crate) evaluator: &'a G::Evaluator,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) techniques: Techniques,
    pub(crate) threads: usize,
    pub(crate) started: Instant,
}

impl<G: Searchable> Task<'_, G> {
    /// The variations found; a search that was stopped before it found any still names a legal move.
    pub(crate) fn or_any_move(&self, progress: &Progress<G::Move>) -> Vec<Variation<G::Move>> {
        let state = self.state;
        let mut variations = progress.variations.clone();
        if variations.is_empty() && matches!(state.actor(), Actor::Seat(_)) {
            let mut first = None;
            state.game.each_move(&state.position, |mv| first = first.or(Some(mv)));
            let moves = first.into_iter().collect();
            variations.push(Variation { value: progress.value, exhausted: false, moves });
        }
        variations
    }
}

/// The search that goes with what players see.
pub trait SearchFamily<G: Searchable>: Information<G> {
    /// Answers a request.
    #[doc(hidden)]
    fn search(
        task: &Task<'_, G>,
        report: &mut dyn FnMut(&Answer<G::Move>) -> bool,
    ) -> Answer<G::Move>;
}

/// Everything is seen: alpha-beta and its kin.
impl<G: Searchable> SearchFamily<G> for Perfect {
    fn search(
        task: &Task<'_, G>,
        report: &mut dyn FnMut(&Answer<G::Move>) -> bool,
    ) -> Answer<G::Move> {
        task.search_open(report)
    }
}

/// Cards are hidden: searches under uncertainty.
impl<G: Searchable + Hidden> SearchFamily<G> for Imperfect {
    fn search(
        task: &Task<'_, G>,
        report: &mut dyn FnMut(&Answer<G::Move>) -> bool,
    ) -> Answer<G::Move> {
        task.search_hidden(report)
    }
}
