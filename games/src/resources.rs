//! Resources that position texts may name besides the compiled-in ones.

use std::sync::Arc;

use crate::buteur::Pack;

/// Resources that a user adds to a game, such as packs of cards. Texts refer to them by name.
///
/// A new kind is a list here and a line in `Resources::names`. The options of a game name the kind
/// ([`OptionValues::Resource`](crate::OptionValues::Resource)).
#[derive(Clone, Debug, Default)]
pub struct Resources {
    packs: Vec<Arc<Pack>>,
}

impl Resources {
    /// Only the compiled-in resources.
    #[must_use]
    pub fn none() -> &'static Self {
        static NONE: Resources = Resources { packs: Vec::new() };
        &NONE
    }

    /// Adds a pitch and pack for Buteur.
    #[must_use]
    pub fn with_pack(mut self, pack: Pack) -> Self {
        self.packs.push(Arc::new(pack));
        self
    }

    /// The pack of that name.
    #[must_use]
    pub fn pack(&self, name: &str) -> Option<Arc<Pack>> {
        self.packs.iter().find(|pack| pack.name() == name).cloned()
    }

    /// The names of all resources of a kind.
    pub(crate) fn names(&self, kind: &str) -> impl Iterator<Item = &str> {
        let packs = if kind == Pack::KIND { &self.packs[..] } else { &[] };
        packs.iter().map(|pack| pack.name())
    }
}
