//! Which search goes with which games.

use games::{Hidden, Imperfect, Perfect};

use crate::answer::Answer;
use crate::searchable::{SearchFamily, Searchable, Task};

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
