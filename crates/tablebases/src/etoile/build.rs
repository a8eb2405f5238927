//! Builds the tables of a game. A table is built after all tables that its moves lead to.

use std::path::Path;
use std::time::Instant;

use games::etoile::{Board, Etoile};
use rayon::prelude::*;

use crate::build::{BuildLimits, BuildProgress, Built, check_count};
use crate::error::Error;
use crate::etoile::code::Code;
use crate::etoile::counts::Counts;
use crate::etoile::folder;
use crate::etoile::material::{MAX_PIECES, TableId, units};
use crate::etoile::ranks::Ranks;
use crate::etoile::solve::{Analysis, BYTES_A_NUMBER, Solved};
use crate::etoile::store::TableStore;
use crate::etoile::table::{DUE, NOTHING};
use crate::file;

/// Builds the tables of up to `most` pieces of a game of two players, in the game's folder within
/// `dir`. Existing files are kept, so that an interrupted build continues.
///
/// # Errors
/// A game of three players; a number of pieces that is not from 2 to [`MAX_PIECES`]; files that are
/// damaged or of another version; files that cannot be written; too little memory.
pub fn build<B: Board>(
    game: &Etoile<B>,
    most: u8,
    dir: &Path,
    limits: BuildLimits,
    report: impl FnMut(&BuildProgress),
) -> Result<Built, Error> {
    build_slice(game, most, MAX_PIECES, dir, limits, report)
}

/// As [`build`], but only the tables in which neither player has more than `a_side` pieces. Their
/// moves lead to no other tables.
///
/// # Errors
/// As [`build`]; a number of pieces of one side that is not from 1 to [`MAX_PIECES`].
pub fn build_slice<B: Board>(
    game: &Etoile<B>,
    most: u8,
    a_side: u8,
    dir: &Path,
    limits: BuildLimits,
    mut report: impl FnMut(&BuildProgress),
) -> Result<Built, Error> {
    check_count("pieces", most, 2..=MAX_PIECES, "")?;
    check_count("a-side", a_side, 1..=MAX_PIECES, "")?;
    let folder = folder(dir, game)?;
    let ranks = Ranks::new(game, most);
    let pool = limits.pool()?;
    let _lock = folder.lock()?;
    let mut store = TableStore::new(&ranks, &folder, limits.bytes());
    let mut units = units(most, Ranks::<B>::symmetric());
    units.retain(|unit| (0..2).all(|side| unit[0].material.side(side) <= a_side));
    let numbers =
        |unit: &[TableId]| unit.iter().map(|&id| ranks.layout(id).len as u64).sum::<u64>();
    let total = units.iter().map(|unit| numbers(unit)).sum();
    let (mut built, mut done) = (Built::default(), 0);
    for unit in &units {
        let started = Instant::now();
        let mut missing = false;
        for &id in unit {
            if let Some(file) = folder.open(id, ranks.layout(id).len)? {
                built.positions += file.header.counts.positions();
                built.bytes += file.bytes;
            } else {
                missing = true;
            }
        }
        done += numbers(unit);
        if !missing {
            continue;
        }
        let counts = pool.install(|| build_unit(&mut store, unit, &mut built))?;
        report(&BuildProgress {
            done,
            total,
            table: unit.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            positions: counts,
            time: started.elapsed(),
        });
    }
    Ok(built)
}

/// Builds one or two tables that lead to each other by steps. At least one is missing. Returns the
/// number of their positions.
fn build_unit<B: Board>(
    store: &mut TableStore<'_, B>,
    unit: &[TableId],
    built: &mut Built,
) -> Result<u64, Error> {
    let (ranks, folder, code) = (store.ranks, store.folder, store.code);
    let symmetric = Ranks::<B>::symmetric();
    let exits: Vec<_> = unit.iter().flat_map(|id| id.exits(symmetric)).collect();
    let own = unit.iter().map(|&id| BYTES_A_NUMBER * ranks.layout(id).len).sum();
    store.prepare(unit[0], &exits, own)?;
    let analysis = Analysis::new(ranks, &store.known, code, unit);
    let tables = analysis.solve().ok_or_else(|| {
        Error::file(&folder.file(unit[0]), "an ending that is too long", "a table that can hold it")
    })?;
    let mut positions = 0;
    for Solved { table, wanted } in tables {
        let id = table.layout.id;
        let counts = counts(&table.codes, code);
        positions += counts.positions();
        let path = folder.file(id);
        if folder.open(id, table.layout.len)?.is_none() {
            let bytes =
                file::write(&path, &folder.game, id, counts, &entries(&table.codes, &wanted))?;
            built.tables += 1;
            built.positions += counts.positions();
            built.bytes += bytes;
        }
        store.insert(table);
    }
    Ok(positions)
}

/// Counts the endings of a table's positions.
pub(crate) fn counts(codes: &[u16], code: Code) -> Counts {
    let count = |first: usize, codes: &[u16]| {
        let codes = codes.iter().map(|found| found & !DUE);
        // Several passes without branches over data in the cache are faster than one pass with
        // branches.
        let number = |of: fn(u16) -> bool| {
            codes.clone().map(|found| u32::from(of(found))).sum::<u32>().into()
        };
        let draws = number(|found| found == Code::DRAW);
        let odd = number(|found| found != NOTHING && found % 2 == 1);
        let even = number(|found| found != Code::DRAW && found % 2 == 0);
        let endings = codes.clone().filter(|&found| found != NOTHING && found != Code::DRAW);
        let latest = endings.max();
        let longest = latest.map(|latest| {
            let at = codes.clone().position(|found| found == latest).unwrap_or_default();
            (latest - 1, (first + at) as u64)
        });
        // The code of an ending is its distance plus 1.
        let (wins, losses) = if code.wins(1) { (even, odd) } else { (odd, even) };
        Counts { wins, draws, losses, longest }
    };
    let parts = codes.par_chunks(file::BLOCK).enumerate();
    let parts: Vec<_> = parts.map(|(index, codes)| count(index * file::BLOCK, codes)).collect();
    parts.into_iter().fold(Counts::default(), |all, part| Counts {
        wins: all.wins + part.wins,
        draws: all.draws + part.draws,
        losses: all.losses + part.losses,
        longest: match (all.longest, part.longest) {
            (Some(one), Some(other)) if other.0 > one.0 => Some(other),
            (one, other) => one.or(other),
        },
    })
}

/// The codes in the file of a table. A number without an entry gets the code before it.
fn entries(codes: &[u16], wanted: &[bool]) -> Vec<u16> {
    let mut last = Code::DRAW;
    let entry = |(&code, &wanted): (&u16, &bool)| {
        last = if wanted { code } else { last };
        last
    };
    codes.iter().zip(wanted).map(entry).collect()
}
