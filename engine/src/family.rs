//! Which search goes with which games.

use games::{Hidden, Imperfect, Perfect};

use crate::answer::Answer;
use crate::searchable::{Listener, SearchFamily, Searchable, Task};

/// Everything is seen: alpha-beta and its kin.
impl<G: Searchable> SearchFamily<G> for Perfect {
    fn search(task: &Task<'_, G>, listener: Listener<'_, G>) -> Answer<G::Move> {
        task.search_open(listener)
    }
}

/// Cards are hidden: searches under uncertainty.
impl<G: Searchable + Hidden> SearchFamily<G> for Imperfect {
    fn search(task: &Task<'_, G>, listener: Listener<'_, G>) -> Answer<G::Move> {
        task.search_hidden(listener)
    }
}
