//! Which games have tables.

use std::path::Path;
use std::sync::Arc;

use games::etoile::{Board, Etoile};
use games::maitres::Maitres;
use games::{Notation, SharedEndings, WinChance, for_each_game};

use crate::build::{BuildLimits, BuildProgress, Built, build_slice};
use crate::dice::SliceSet;
use crate::dice::build::build_slices;
use crate::dice::verify::verify_slices;
use crate::error::Error;
use crate::set::TableSet;
use crate::verify::{Verified, verify};

/// A game that there may be tables of.
pub trait Tabled: Notation {
    /// The tables of a game in its folder within `dir`; `None` where there are none.
    ///
    /// # Errors
    /// Files that are damaged, of another version or of another game.
    fn open_tables(&self, _dir: &Path) -> Result<Option<SharedEndings<Self>>, Error> {
        Ok(None)
    }

    /// Builds the tables of up to `most` pieces, of which no player has more than `a_side`, in the game's folder within
    /// `dir`. Tables whose files are there are left as they are, so that an interrupted build goes on where it was.
    ///
    /// # Errors
    /// A game that has no tables, a number of pieces that is out of bounds, files that are damaged or of another version,
    /// files that cannot be written, too little memory.
    fn build_tables(
        &self,
        _most: u8,
        _a_side: u8,
        _dir: &Path,
        _limits: BuildLimits,
        _report: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Built, Error> {
        Err(Error::no_tables(self))
    }

    /// Holds every entry of the tables in the game's folder within `dir` against its successors.
    ///
    /// # Errors
    /// A game that has no tables, no tables, tables that others lead to and that are not there, files that are damaged or
    /// of another version, too little memory.
    fn verify_tables(
        &self,
        _dir: &Path,
        _limits: BuildLimits,
        _report: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Verified, Error> {
        Err(Error::no_tables(self))
    }

    /// A line for each table: what its positions come to, and the most telling of them.
    ///
    /// # Errors
    /// As [`Tabled::open_tables`].
    fn list_tables(&self, _dir: &Path) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
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

    fn verify_tables(
        &self,
        dir: &Path,
        limits: BuildLimits,
        report: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Verified, Error> {
        verify(self, dir, limits, report)
    }

    /// The counts of each table, and a position of its longest ending.
    fn list_tables(&self, dir: &Path) -> Result<Vec<String>, Error> {
        let Some(set) = TableSet::open(self, dir)? else { return Ok(Vec::new()) };
        let line = |(id, counts, position): (_, crate::Counts, Option<_>)| {
            let longest = counts.longest.zip(position).map(|((distance, _), position)| {
                format!(" longest {distance} {}", self.format_fields(&position))
            });
            let crate::Counts { wins, draws, losses, .. } = counts;
            let longest = longest.unwrap_or_default();
            format!("{id} wins {wins} draws {draws} losses {losses}{longest}")
        };
        Ok(set.tables().map(line).collect())
    }
}

impl Tabled for Maitres {
    fn open_tables(&self, dir: &Path) -> Result<Option<SharedEndings<Self>>, Error> {
        Ok(SliceSet::open(self, dir)?.map(|set| Arc::new(set) as SharedEndings<Self>))
    }

    fn build_tables(
        &self,
        most: u8,
        a_side: u8,
        dir: &Path,
        limits: BuildLimits,
        report: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Built, Error> {
        build_slices(self, most, a_side, dir, limits, report)
    }

    fn verify_tables(
        &self,
        dir: &Path,
        limits: BuildLimits,
        report: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Verified, Error> {
        verify_slices(self, dir, limits, report)
    }

    /// The mean, the least and the greatest chance of each table, with positions, and how many sweeps it took.
    fn list_tables(&self, dir: &Path) -> Result<Vec<String>, Error> {
        let Some(set) = SliceSet::open(self, dir)? else { return Ok(Vec::new()) };
        let lines = set.tables().map(|(id, counts, ends)| {
            let share = |code: f64| code / f64::from(WinChance::ONE);
            let mean = share(counts.sum as f64 / counts.positions.max(1) as f64);
            let [least, most] = ends.map(|position| {
                position.map_or_else(String::new, |position| self.format_fields(&position))
            });
            format!(
                "{id} positions {} sweeps {} mean {mean:.6} least {:.6} {least} most {:.6} {most}",
                counts.positions,
                counts.sweeps,
                share(counts.least.0.into()),
                share(counts.most.0.into())
            )
        });
        Ok(lines.collect())
    }
}

/// All other games of the list have none.
macro_rules! untabled {
    (etoile, $game:ty) => {};
    (etoile_square8, $game:ty) => {};
    (etoile_square10, $game:ty) => {};
    (maitres, $game:ty) => {};
    ($id:ident, $game:ty) => {
        impl Tabled for $game {}
    };
}

for_each_game!(untabled);
