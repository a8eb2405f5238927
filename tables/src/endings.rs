//! What a search asks of tables, whatever the game.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use games::etoile::{Board, Etoile};
use games::{Game, benedictine, buteur, maitres, ruches};

use crate::ending::Ending;
use crate::error::Error;
use crate::set::TableSet;

/// What tables say of a position in a game under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game ends so with best play, whatever has happened before.
    Certain(Ending),
    /// It would without draws by quiet turns and repetition: those that have gone by may still make it a draw.
    Open(Ending),
}

/// Tables of a game.
pub trait Endings<G: Game>: Debug + Send + Sync {
    /// The ending of a position, in the game without draws by quiet turns and repetition; `None` where it is
    /// not known.
    fn probe(&self, position: &G::Position) -> Option<Ending>;

    /// What that means in the game under its own rules.
    fn verdict(&self, position: &G::Position) -> Option<Verdict>;

    /// What was found, in words.
    fn describe(&self) -> String;
}

/// Tables that threads and searchers share.
pub type SharedEndings<G> = Arc<dyn Endings<G>>;

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
