//! Verification of tables of a game with a die: each entry is compared with its successors, which
//! the rules of the game list. The lists, the bounds and the order of the builder are not used.
//!
//! An entry is a probability between two bounds. So are the entries of the successors, and the mean
//! of their values lies between bounds too. If all entries are right, the two intervals have a
//! common point.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::time::Instant;

use games::maitres::{Maitres, Position};
use games::{Actor, Ending, Game, Outcome, WinChance, format_position};
use rayon::prelude::*;

use crate::build::{BuildLimits, BuildProgress};
use crate::error::Error;
use crate::folder::Folder;
use crate::key::TableKey;
use crate::maitres::bounds::chance;
use crate::maitres::counts::Counts;
use crate::maitres::material::{MAX_PIECES, TableId};
use crate::maitres::planes::counts;
use crate::maitres::quiet::QuietMoves;
use crate::maitres::ranks::{Layout, Ranks};
use crate::verify::{Verified, Wrong};

/// The codes of the tables in memory.
type Codes = HashMap<TableId, (Layout, Vec<u16>)>;

/// Verifies all tables in the game's folder within `dir`.
///
/// # Errors
/// No tables; a missing table that another table leads to; files that are damaged or of another
/// version; too little memory.
pub(crate) fn verify(
    game: &Maitres,
    dir: &Path,
    limits: BuildLimits,
    report: &mut dyn FnMut(&BuildProgress),
) -> Result<Verified, Error> {
    let folder = Folder::named(dir, &game.without_draws());
    let mut ids = folder.tables::<TableId>(dir, MAX_PIECES)?;
    ids.retain(|id| id.is_of(game));
    let Some(most) = ids.iter().map(|id| id.pieces()).max() else {
        return Err(folder.empty(dir));
    };
    let ranks = Ranks::new(game, most);
    let pool = limits.pool()?;
    let total = ids.iter().map(|&id| ranks.layout(id).len as u64).sum();
    let mut codes = Codes::new();
    let mut verified = Verified { tables: 0, positions: 0, wrong: None };
    let mut done = 0;
    for &id in &ids {
        let started = Instant::now();
        fetch(&mut codes, &ranks, &folder, id, limits.bytes())?;
        let (layout, own) = &codes[&id];
        let (wrong, found) = pool.install(|| {
            rayon::join(|| first_wrong(&ranks, &codes, layout, own), || counts(&ranks, layout, own))
        });
        verified.tables += 1;
        verified.positions += found.positions;
        if wrong.is_some() {
            return Ok(Verified { wrong, ..verified });
        }
        // No entry shows the number of sweeps, so it is taken from the file.
        folder.check_counts(id, layout.len, |read| Counts { sweeps: read.sweeps, ..found })?;
        done += layout.len as u64;
        let positions = found.positions;
        let (table, time) = (id.to_string(), started.elapsed());
        report(&BuildProgress { done, total, table, positions, time });
    }
    Ok(verified)
}

/// Loads a table and all tables that it leads to. Other tables stay in memory if there is room.
fn fetch(
    codes: &mut Codes,
    ranks: &Ranks,
    folder: &Folder,
    table: TableId,
    limit: usize,
) -> Result<(), Error> {
    let bytes = |id: TableId| 2 * ranks.layout(id).len;
    let mut ids = [table.exits(), vec![table, table.next()]].concat();
    ids.sort_unstable();
    ids.dedup();
    let needed: usize = ids.iter().map(|&id| bytes(id)).sum();
    Error::check_memory(limit, needed, table)?;
    if needed + codes.keys().map(|&id| bytes(id)).sum::<usize>() > limit {
        codes.retain(|id, _| ids.contains(id));
    }
    for id in ids {
        if let Entry::Vacant(place) = codes.entry(id) {
            let layout = ranks.layout(id);
            let codes = folder.open_exit(id, layout.len)?.read_all()?;
            place.insert((layout, codes));
        }
    }
    Ok(())
}

/// The first wrong entry of a table.
fn first_wrong(ranks: &Ranks, codes: &Codes, layout: &Layout, own: &[u16]) -> Option<Wrong> {
    let (next, next_codes) = &codes[&layout.id.next()];
    (0..layout.chunks()).into_par_iter().find_map_first(|chunk| {
        let mut wrong = None;
        ranks.each_of(layout, layout.chunk(chunk), |number, squares| {
            if wrong.is_some() {
                return;
            }
            let position = Ranks::position(&squares);
            let quiet = QuietMoves::of(ranks, next, &squares);
            let code = |child: &Position| {
                if let Some(number) = quiet.number(child) {
                    return next_codes[number];
                }
                let (id, squares) = Ranks::locate(child);
                let (layout, codes) = &codes[&id];
                codes[ranks.number(layout, &squares)]
            };
            let stored = chance(own[number]);
            let (low, high, weight) = mean(&ranks.rules, &position, &code);
            if stored.high * weight >= low && stored.low * weight <= high {
                return;
            }
            let expected = WinChance { low: low / weight, high: high.div_ceil(weight) };
            wrong = Some(Wrong {
                position: format_position(&ranks.rules, &position),
                stored: Ending::Chance(stored),
                expected: Ending::Chance(expected),
            });
        });
        wrong
    })
}

/// The value of a position from the entries of its successors: the sums of the lower and the upper
/// bounds over the rolls, and of the weights.
fn mean(rules: &Maitres, position: &Position, code: &impl Fn(&Position) -> u16) -> (u32, u32, u32) {
    let (mut low, mut high, mut total) = (0, 0, 0);
    rules.each_event(position, |event, weight| {
        let best = best(rules, &rules.apply_event(position, event), code);
        low += best.low * weight;
        high += best.high * weight;
        total += weight;
    });
    (low, high, total)
}

/// The best move after a roll.
fn best(rules: &Maitres, rolled: &Position, code: &impl Fn(&Position) -> u16) -> WinChance {
    let mut best = WinChance { low: 0, high: 0 };
    rules.each_move(rolled, |mv| {
        let child = rules.play(rolled, mv);
        let after = if let Actor::Over(outcome) = rules.actor(&child) {
            let won = u32::from(outcome == Outcome::win(rolled.side())) * WinChance::ONE;
            WinChance { low: won, high: won }
        } else {
            chance(code(&child)).flipped()
        };
        best = best.or(after);
    });
    best
}

#[cfg(test)]
mod tests {
    use games::State;

    use super::*;
    use crate::file;
    use crate::maitres::build::build;

    /// Every changed entry is found, also if its file has no other error.
    #[test]
    fn a_wrong_chance_is_found() {
        let game = *State::<Maitres>::parse("maitres startpos").unwrap().game();
        let dir = std::env::temp_dir().join(format!("tables-chances-{}", std::process::id()));
        let limits = BuildLimits { memory: 64, threads: 1 };
        build(&game, 2, 4, &dir, limits, &mut |_| ()).unwrap();
        let (folder, ranks) = (Folder::named(&dir, &game.without_draws()), Ranks::new(&game, 2));
        let layout = ranks.layout("m-m".parse().unwrap());
        let mut table = folder.open(layout.id, layout.len).unwrap().unwrap();
        let (codes, counts) = (table.read_all().unwrap(), table.header.counts);
        let write = |codes: &[u16], counts| {
            file::write(&folder.file(layout.id), &folder.game, layout.id, counts, codes).unwrap();
            verify(&game, &dir, limits, &mut |_| ())
        };
        for number in (0..layout.len).step_by(77) {
            if ranks.squares(&layout, number).is_none() {
                continue;
            }
            for wrong in [codes[number] + 5, codes[number] - 5, 0] {
                let mut changed = codes.clone();
                changed[number] = wrong;
                let found = write(&changed, counts).unwrap();
                assert!(found.wrong.is_some(), "{wrong} for {} of {number}", codes[number]);
            }
        }
        let off = Counts { sum: counts.sum + 1, ..counts };
        assert!(write(&codes, off).unwrap_err().to_string().contains("counts"));
        assert_eq!(write(&codes, counts).unwrap().wrong, None);
        std::fs::remove_dir_all(dir).unwrap();
    }
}
