//! Which games have tables.

use std::path::Path;
use std::sync::Arc;

use games::etoile::{Board, Etoile};
use games::{Game, SharedEndings, for_each_game};

use crate::error::Error;
use crate::set::TableSet;

/// A game that there may be tables of.
pub trait Tabled: Game {
    /// The tables of a game in its folder within `dir`; `None` where there are none.
    ///
    /// # Errors
    /// Files that are damaged, of another version or of another game.
    fn open_tables(&self, _dir: &Path) -> Result<Option<SharedEndings<Self>>, Error> {
        Ok(None)
    }
}

impl<B: Board> Tabled for Etoile<B> {
    /// With three players there are none.
    fn open_tables(&self, dir: &Path) -> Result<Option<SharedEndings<Self>>, Error> {
        if self.rules().players != 2 {
            return Ok(None);
        }
        Ok(TableSet::open(self, dir)?.map(|set| Arc::new(set) as SharedEndings<Self>))
    }
}

/// All other games of the list have none.
macro_rules! untabled {
    (etoile, $game:ty) => {};
    (etoile_square8, $game:ty) => {};
    (etoile_square10, $game:ty) => {};
    ($id:ident, $game:ty) => {
        impl Tabled for $game {}
    };
}

for_each_game!(untabled);
