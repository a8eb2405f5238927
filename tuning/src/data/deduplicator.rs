//! Removes repeated positions from the samples of games.

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
    /// A deduplicator that has seen no samples. The texts of games may name these resources.
    #[must_use]
    pub fn new(game: &G, resources: &Resources) -> Self {
        Self::after(game, resources, HashSet::new())
    }

    /// A deduplicator that has seen samples already, of the same game and options.
    #[must_use]
    pub fn after(game: &G, resources: &Resources, seen: HashSet<Key>) -> Self {
        Self { replayer: Replayer::new(game, resources), seen }
    }

    /// The keys of all samples that were seen.
    #[must_use]
    pub fn into_seen(self) -> HashSet<Key> {
        self.seen
    }

    /// Removes from a game the samples that were seen before, in this game or in an earlier one.
    /// Two samples are equal if their viewers see the same. Adds the number of removed samples to
    /// the game's count, and returns it.
    ///
    /// # Errors
    /// A game that does not follow the rules.
    #[inline(never)]
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
