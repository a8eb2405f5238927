//! Tables of La Guerre des Maîtres, a game with a die. They have the probability of a win before
//! each roll, computed by interval iteration.
//!
//! A table has the positions of one material in which the die is to be rolled. The bounds of each
//! entry are proven and are 2^-15 apart. The value of a position after the roll is that of its best
//! move. The player to roll is always Red: a position with Brown to roll is turned by 180 degrees.

mod bounds;
mod build;
mod counts;
mod guess;
mod material;
mod planes;
mod quiet;
mod ranks;
mod set;
mod store;
mod successors;
mod sweep;
mod verify;

use std::path::Path;
use std::sync::Arc;

use games::maitres::Maitres;
use games::{Notation, SharedEndings, WinChance};

pub use counts::Counts;
pub use material::{Force, MAX_PIECES, TableId};
pub use set::TableSet;

use crate::build::{BuildLimits, BuildProgress, Built};
use crate::error::Error;
use crate::tabled::Tabled;
use crate::verify::Verified;

impl Tabled for Maitres {
    const TABLED: Option<&'static str> = Some("maitres");

    fn open_tables(&self, dir: &Path) -> Result<Option<SharedEndings<Self>>, Error> {
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
        build::build(self, most, a_side, dir, limits, report)
    }

    fn verify_tables(
        &self,
        dir: &Path,
        limits: BuildLimits,
        report: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Verified, Error> {
        verify::verify(self, dir, limits, report)
    }

    /// The mean, the least and the greatest probability of each table, with positions, and the
    /// number of sweeps.
    fn list_tables(&self, dir: &Path) -> Result<Vec<String>, Error> {
        let Some(set) = TableSet::open(self, dir)? else { return Ok(Vec::new()) };
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
