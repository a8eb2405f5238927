//! The trait of games that may have endgame tables.

use std::path::Path;

use games::benedictine::Benedictine;
use games::buteur::Buteur;
use games::ruches::Ruches;
use games::{Notation, ParseError, SharedEndings, for_each_game, format_game};

use crate::build::{BuildLimits, BuildProgress, Built};
use crate::error::Error;
use crate::verify::Verified;

/// A game that may have endgame tables. A game without tables keeps all defaults.
pub trait Tabled: Notation {
    /// The game and the options that have tables, as errors name them; `None` if the game has no
    /// tables.
    const TABLED: Option<&'static str> = None;

    /// Opens the tables in the game's folder within `dir`; `None` if there are none.
    ///
    /// # Errors
    /// Files that are damaged, of another version or of another game.
    fn open_tables(&self, _dir: &Path) -> Result<Option<SharedEndings<Self>>, Error> {
        Ok(None)
    }

    /// The tables that come with the program; `None` if there are none of the game.
    fn own_tables(&self) -> Option<SharedEndings<Self>> {
        None
    }

    /// Builds the tables of up to `most` pieces, of which no player has more than `a_side`, in the
    /// game's folder within `dir`. Files that exist are kept, so that an interrupted build
    /// continues.
    ///
    /// # Errors
    /// A game that has no tables, a number of pieces that is out of bounds, files that are damaged
    /// or of another version, files that cannot be written, too little memory.
    fn build_tables(
        &self,
        _most: u8,
        _a_side: u8,
        _dir: &Path,
        _limits: BuildLimits,
        _report: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Built, Error> {
        Err(no_tables(self))
    }

    /// Compares every entry of the tables in the game's folder within `dir` with its successors.
    ///
    /// # Errors
    /// A game that has no tables, an empty folder, a table whose successors are missing, files that
    /// are damaged or of another version, too little memory.
    fn verify_tables(
        &self,
        _dir: &Path,
        _limits: BuildLimits,
        _report: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Verified, Error> {
        Err(no_tables(self))
    }

    /// One line for each table: its statistics and its most extreme positions.
    ///
    /// # Errors
    /// As [`Tabled::open_tables`].
    fn list_tables(&self, _dir: &Path) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }
}

// The games without tables.
impl Tabled for Benedictine {}
impl Tabled for Ruches {}
impl Tabled for Buteur {}

/// The error of a game that cannot have tables.
pub(crate) fn no_tables(game: &impl Notation) -> Error {
    ParseError::new("game", &format_game(game), tabled_games()).into()
}

/// The games that have tables, as errors name them.
fn tabled_games() -> String {
    let mut names = Vec::new();
    macro_rules! add {
        ($id:ident, $game:ty) => {
            names.extend(<$game as Tabled>::TABLED);
        };
    }
    for_each_game!(add);
    names.sort_unstable();
    names.dedup();
    names.join(", or ")
}
