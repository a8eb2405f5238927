//! Tables of L'Étoile des Dames with two players: the distance to the end of the game, by
//! retrograde analysis.
//!
//! A table has the positions of one material, with one player to act. A position in which the
//! player must capture needs no entry, since captures are compulsory. In games in which captures
//! may be omitted, an omission is never better ([`games::Tactics::each_candidate`]). With omissions
//! the loser can only delay the end, by two plies for each capture. The distance does not count
//! this delay.
//!
//! ```
//! use games::{Ending, Endings, State, etoile::EtoileOnSquare8};
//! use tablebases::BuildLimits;
//! use tablebases::etoile::{TableSet, build, verify};
//!
//! let text = "etoile:board=square8,players=2,rules=english B Kc3 Ka1 0 -";
//! let state = State::<EtoileOnSquare8>::parse(text)?;
//! let dir = std::env::temp_dir().join(format!("tables-{}", std::process::id()));
//! let limits = BuildLimits { memory: 16, threads: 1 };
//! let built = build(state.game(), 2, &dir, limits, |_| ())?;
//! assert_eq!(built.positions, 3488);
//! assert_eq!(verify(state.game(), &dir, limits, |_| ())?.wrong, None);
//!
//! // The king in the corner must leave it, and is taken.
//! let tables = TableSet::open(state.game(), &dir)?.expect("they were built");
//! assert_eq!(tables.probe(state.position()), Some(Ending::Loss(2)));
//! # std::fs::remove_dir_all(&dir).expect("a folder");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod code;
mod counts;
mod material;
mod own;
mod ranks;
mod set;
mod solve;
mod store;
mod successors;
mod table;
mod verify;

use std::path::Path;
use std::sync::Arc;

use games::etoile::{Board, Etoile};
use games::{Notation, SharedEndings};

pub use build::{build, build_slice};
pub use code::MAX_DISTANCE;
pub use counts::Counts;
pub use material::{MAX_PIECES, Material, TableId};
pub use own::pack;
pub use set::TableSet;
pub use verify::verify;

use crate::build::{BuildLimits, BuildProgress, Built};
use crate::error::Error;
use crate::folder::Folder;
use crate::tabled::{Tabled, no_tables};
use crate::verify::Verified;

/// The folder of a game of two players, within the folder of all games.
///
/// # Errors
/// A game of three players.
fn folder<B: Board>(dir: &Path, game: &Etoile<B>) -> Result<Folder, Error> {
    if game.rules().players != 2 {
        return Err(no_tables(game));
    }
    Ok(Folder::named(dir, &game.without_draws()))
}

impl<B: Board> Tabled for Etoile<B> {
    const TABLED: Option<&'static str> = Some("etoile with players=2");

    /// A game of three players has no tables.
    #[inline(never)]
    fn open_tables(&self, dir: &Path) -> Result<Option<SharedEndings<Self>>, Error> {
        if self.rules().players != 2 {
            return Ok(None);
        }
        Ok(TableSet::open(self, dir)?.map(|set| Arc::new(set) as SharedEndings<Self>))
    }

    /// The star for two, and English draughts.
    #[inline(never)]
    fn own_tables(&self) -> Option<SharedEndings<Self>> {
        TableSet::own(self).map(|set| Arc::new(set) as SharedEndings<Self>)
    }

    #[inline(never)]
    fn build_tables(
        &self,
        most: u8,
        a_side: u8,
        dir: &Path,
        limits: BuildLimits,
        report: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Built, Error> {
        build_slice(self, most, a_side, dir, limits, report)
    }

    #[inline(never)]
    fn verify_tables(
        &self,
        dir: &Path,
        limits: BuildLimits,
        report: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Verified, Error> {
        verify(self, dir, limits, report)
    }

    /// The counts of each table, and a position of its longest ending.
    #[inline(never)]
    fn list_tables(&self, dir: &Path) -> Result<Vec<String>, Error> {
        let Some(set) = TableSet::open(self, dir)? else { return Ok(Vec::new()) };
        let line = |(id, counts, position): (_, Counts, Option<_>)| {
            let longest = counts.longest.zip(position).map(|((distance, _), position)| {
                format!(" longest {distance} {}", self.format_fields(&position))
            });
            let Counts { wins, draws, losses, .. } = counts;
            let longest = longest.unwrap_or_default();
            format!("{id} wins {wins} draws {draws} losses {losses}{longest}")
        };
        Ok(set.tables().map(line).collect())
    }
}
