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

/// Cards are hidden: searches under uncertainty. They know two sides, which may be teams of several players, and no draws
/// by history.
impl<G: Searchable + Hidden> SearchFamily<G> for Imperfect {
    fn search(task: &Task<'_, G>, listener: Listener<'_, G>) -> Answer<G::Move> {
        const { assert!(G::MAX_SEATS == 2, "games with hidden cards are searched for two seats") };
        task.search_hidden(listener)
    }
}
