//! What position texts may name beside what is compiled in.

use std::sync::Arc;

use crate::buteur::Pack;

/// Things that an owner of a game adds to it, known to texts by their names.
///
/// A kind of its own is a list here and a line in `Resources::names`; the options of a game name
/// the kind ([`OptionValues::Resource`](crate::OptionValues::Resource)).
#[derive(Clone, Debug, Default)]
pub struct Resources {
    packs: Vec<Arc<Pack>>,
}

impl Resources {
    /// Nothing beside what is compiled in.
    #[must_use]
    pub fn none() -> &'static Self {
        static NONE: Resources = Resources { packs: Vec::new() };
        &NONE
    }

    /// The same with a pitch and pack for Buteur.
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

    /// The names of all things of a kind.
    pub(crate) fn names(&self, kind: &str) -> impl Iterator<Item = &str> {
        let packs = if kind == Pack::KIND { &self.packs[..] } else { &[] };
        packs.iter().map(|pack| pack.name())
    }
}
