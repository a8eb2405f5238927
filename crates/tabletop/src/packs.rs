//! The pitches and packs for Buteur that texts may name.

use std::sync::Arc;

use games::buteur::Pack;
use games::{ParseError, Resources};
use play::{Games, PitchView};
use serde_json::{Value, json};

/// The packs that are compiled in, and the user's own.
#[derive(Clone, Debug)]
pub struct Packs {
    /// All games, with these packs.
    pub games: Games,
    known: Vec<Arc<Pack>>,
    /// The text of the user's pack.
    text: Option<String>,
}

impl Packs {
    /// The compiled-in pack, and the user's pack from its text.
    ///
    /// # Errors
    /// A text that is no pack.
    pub fn read(text: Option<&str>) -> Result<Self, ParseError> {
        let (mut resources, mut known) = (Resources::default(), vec![Pack::standard()]);
        if let Some(text) = text {
            let pack = Pack::parse(text)?;
            known.push(Arc::new(pack.clone()));
            resources = resources.with_pack(pack);
        }
        Ok(Self { games: Games::all(resources), known, text: text.map(str::to_owned) })
    }

    /// The names of the packs.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.known.iter().map(|pack| pack.name()).collect()
    }

    /// The data that a page needs to draw each pitch.
    pub(crate) fn shown(&self) -> Value {
        let shown = self.known.iter().map(|pack| PitchView::of(pack));
        json!(shown.collect::<Vec<_>>())
    }

    /// The text of the pack with this name, if it is the user's pack.
    #[must_use]
    pub fn text_of(&self, name: &str) -> Option<&str> {
        let own = self.known.get(1)?;
        self.text.as_deref().filter(|_| own.name() == name)
    }
}
