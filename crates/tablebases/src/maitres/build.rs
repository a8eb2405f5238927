//! Builds the tables of La Guerre des Maîtres. A table is built after all tables that its moves
//! lead to.

use std::path::Path;
use std::time::Instant;

use games::maitres::Maitres;

use crate::build::{BuildLimits, BuildProgress, Built, check_count};
use crate::error::Error;
use crate::folder::Folder;
use crate::maitres::material::{MAX_PIECES, TableId, units};
use crate::maitres::planes::{has_bounds, write_bounds};
use crate::maitres::ranks::Ranks;
use crate::maitres::store::TableStore;
use crate::maitres::sweep::{SWEEP_BYTES, Sweeps};

/// The greatest number of pieces of one player.
const MAX_SIDE_PIECES: u8 = 6;

/// Builds the tables of up to `most` pieces, of which no player has more than `a_side`, in the
/// game's folder within `dir`. Existing files are kept, so that an interrupted build continues.
///
/// # Errors
/// A number of pieces that is not from 2 to [`MAX_PIECES`], or of one player not from 1 to
/// [`MAX_SIDE_PIECES`]; files that are damaged or of another version; files that cannot be written;
/// too little memory.
pub(crate) fn build(
    game: &Maitres,
    most: u8,
    a_side: u8,
    dir: &Path,
    limits: BuildLimits,
    report: &mut dyn FnMut(&BuildProgress),
) -> Result<Built, Error> {
    check_count("pieces", most, 2..=MAX_PIECES, " with a die")?;
    check_count("a-side", a_side, 1..=MAX_SIDE_PIECES, "")?;
    let folder = Folder::named(dir, &game.without_draws());
    let ranks = Ranks::new(game, most);
    let pool = limits.pool()?;
    let _lock = folder.lock()?;
    let mut units = units(&ranks.rules, most);
    // Captures and promotions never give a player more pieces. So these tables lead to no others.
    units.retain(|unit| unit[0].largest_force() <= a_side);
    let mut built = Built::default();
    let wanted = wanted(&ranks, &folder, &units, &mut built)?;
    let numbers =
        |unit: &[TableId]| unit.iter().map(|&id| ranks.layout(id).len as u64).sum::<u64>();
    let total = units.iter().map(|unit| numbers(unit)).sum();
    let mut store = TableStore::new(&ranks, &folder, limits.bytes());
    let mut done = 0;
    for (unit, wanted) in units.iter().zip(wanted) {
        done += numbers(unit);
        if !wanted {
            continue;
        }
        let started = Instant::now();
        let positions = pool.install(|| build_unit(&mut store, unit, &mut built))?;
        report(&BuildProgress {
            done,
            total,
            table: unit.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            positions,
            time: started.elapsed(),
        });
    }
    Ok(built)
}

/// Whether each unit must be built. A unit must be built if one of its tables is missing, or if its
/// bounds are missing and a unit that must be built needs them. The positions and bytes of existing
/// tables are added to `built`.
fn wanted(
    ranks: &Ranks,
    folder: &Folder,
    units: &[Vec<TableId>],
    built: &mut Built,
) -> Result<Vec<bool>, Error> {
    let mut wanted = Vec::new();
    for unit in units {
        let mut missing = false;
        for &id in unit {
            match folder.open(id, ranks.layout(id).len)? {
                Some(file) => {
                    built.positions += file.header.counts.positions;
                    built.bytes += file.bytes;
                }
                None => missing = true,
            }
        }
        wanted.push(missing);
    }
    // A unit comes after the units that it leads to. So the reverse order finds all.
    for at in (0..units.len()).rev() {
        if !wanted[at] {
            continue;
        }
        for exit in units[at].iter().flat_map(|id| id.exits()) {
            if !has_bounds(folder, exit) {
                let unit = units.iter().position(|unit| unit.contains(&exit));
                wanted[unit.expect("a unit that comes first")] = true;
            }
        }
    }
    Ok(wanted)
}

/// Builds one or two tables that lead to each other by quiet moves. Returns the number of their
/// positions.
fn build_unit(
    store: &mut TableStore<'_>,
    unit: &[TableId],
    built: &mut Built,
) -> Result<u64, Error> {
    let (ranks, folder) = (store.ranks, store.folder);
    let exits: Vec<_> = unit.iter().flat_map(|id| id.exits()).collect();
    let own = unit.iter().map(|&id| SWEEP_BYTES * ranks.layout(id).len).sum();
    let memory = store.prepare(unit[0], &exits, own)?;
    let solved = Sweeps::new(ranks, &store.known, unit, memory).solve();
    let (tables, sweeps) = solved.ok_or_else(|| {
        let read = "chances that stay open, since play may be endless";
        Error::file(&folder.file(unit[0]), read, "bounds that meet")
    })?;
    let mut positions = 0;
    for (&id, bounds) in unit.iter().zip(tables) {
        let layout = ranks.layout(id);
        let there = folder.open(id, layout.len)?.is_some();
        let (counts, bytes) = write_bounds(folder, ranks, &layout, &bounds, sweeps)?;
        positions += counts.positions;
        if !there {
            built.tables += 1;
            built.positions += counts.positions;
            built.bytes += bytes;
        }
        store.insert(id, bounds);
    }
    Ok(positions)
}
