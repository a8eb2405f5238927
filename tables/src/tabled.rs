//! Which games have tables.

use std::path::Path;
use std::sync::Arc;

use games::etoile::{Board, Etoile};
use games::{Game, SharedEndings, benedictine, buteur, maitres, ruches};

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

impl Tabled for benedictine::Benedictine {}
impl Tabled for maitres::Maitres {}
impl Tabled for ruches::Ruches {}
impl Tabled for buteur::Buteur {}
