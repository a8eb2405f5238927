//! Positions come once.

use std::collections::HashSet;

use games::{Key, Notation, Resources};

use super::error::ReplayError;
use super::game::{CompactGame, Replayer};

/// The samples seen so far.
#[derive(Clone, Debug)]
pub struct Deduplicator<G> {
    replayer: Replayer<G>,
    seen: HashSet<Key>,
}

impl<G: Notation> Deduplicator<G> {
    /// None yet. The texts of games may name these resources.
    #[must_use]
    pub fn new(game: &G, resources: &Resources) -> Self {
        Self::after(game, resources, HashSet::new())
    }

    /// The same after others of the same game and options.
    #[must_use]
    pub fn after(game: &G, resources: &Resources, seen: HashSet<Key>) -> Self {
        Self { replayer: Replayer::new(game, resources), seen }
    }

    /// The keys of all samples that were seen.
    #[must_use]
    pub fn into_seen(self) -> HashSet<Key> {
        self.seen
    }

    /// Takes those samples off a game that were seen before, in it or another; what they show to
    /// their viewers counts. Returns how many; the game counts them, too.
    ///
    /// # Errors
    /// A game that does not follow the rules.
    pub fn keep_new(&mut self, compact: &mut CompactGame) -> Result<usize, ReplayError> {
        let mut kept = Vec::with_capacity(compact.samples.len());
        let seen = &mut self.seen;
        self.replayer.each_sample(compact, |sample, view| {
            if seen.insert(self.replayer.game.key(view)) {
                kept.push(*sample);
            }
        })?;
        let dropped = compact.samples.len() - kept.len();
        compact.samples = kept;
        compact.dropped += dropped as u32;
        Ok(dropped)
    }
}
