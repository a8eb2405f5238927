//! Verification: every entry is compared with its successors, which the rules of the game list. The
//! steps, the counters and the order of the builder are not used.
//!
//! This is a proof. The distances decrease along the moves, so every win or loss follows from
//! endings nearer to the end. In a draw no move wins and at least one move draws. So if all entries
//! agree with their successors, either player can hold each draw.

use std::path::Path;
use std::time::Instant;

use games::etoile::{Board, Etoile, Move, Position};
use games::{Actor, Game, Outcome, format_position};
use rayon::prelude::*;

use crate::build::{BuildLimits, BuildProgress};
use crate::error::Error;
use crate::etoile::build::counts;
use crate::etoile::code::Code;
use crate::etoile::folder;
use crate::etoile::material::{MAX_PIECES, TableId};
use crate::etoile::ranks::Ranks;
use crate::etoile::store::TableStore;
use crate::etoile::successors::{Successors, SuccessorsOf};
use crate::etoile::table::{BestCode, DUE, EndingTable, Known, NOTHING, OVER};
use crate::verify::{Verified, Wrong};

/// Verifies all tables in the game's folder within `dir`.
///
/// # Errors
/// A game of three players; no tables; a missing table that another table leads to; files that are
/// damaged or of another version; too little memory.
pub fn verify<B: Board>(
    game: &Etoile<B>,
    dir: &Path,
    limits: BuildLimits,
    mut report: impl FnMut(&BuildProgress),
) -> Result<Verified, Error> {
    let folder = folder(dir, game)?;
    let tables: Vec<TableId> = folder.tables(dir, MAX_PIECES)?;
    let Some(most) = tables.iter().map(|id| id.material.total()).max() else {
        return Err(folder.empty(dir));
    };
    let ranks = Ranks::new(game, most);
    let pool = limits.pool()?;
    let mut store = TableStore::new(&ranks, &folder, limits.bytes());
    let total = tables.iter().map(|&id| ranks.layout(id).len as u64).sum();
    let mut verified = Verified { tables: 0, positions: 0, wrong: None };
    let mut done = 0;
    for &id in &tables {
        let started = Instant::now();
        let symmetric = Ranks::<B>::symmetric();
        let wanted = [id.exits(symmetric), vec![id, id.next(symmetric)]].concat();
        pool.install(|| store.prepare(id, &wanted, 0))?;
        let (table, known) = (store.known.get(id), &store.known);
        let Some(table) = table else { continue };
        let found = pool.install(|| first_wrong(&ranks, known, store.code, table));
        let found_counts = pool.install(|| counts(&table.codes, store.code));
        verified.tables += 1;
        verified.positions += found_counts.positions();
        if let Some(wrong) = found {
            verified.wrong = Some(wrong);
            return Ok(verified);
        }
        folder.check_counts(id, table.layout.len, |_| found_counts)?;
        done += table.layout.len as u64;
        report(&BuildProgress {
            done,
            total,
            table: id.to_string(),
            positions: found_counts.positions(),
            time: started.elapsed(),
        });
    }
    Ok(verified)
}

/// The first wrong entry of a table.
fn first_wrong<B: Board>(
    ranks: &Ranks<B>,
    known: &Known,
    code: Code,
    table: &EndingTable,
) -> Option<Wrong> {
    let layout = &table.layout;
    let successors = Successors::new(ranks, known, layout.id);
    let wrong = (0..layout.chunks()).into_par_iter().find_map_first(|chunk| {
        let first = chunk * layout.chunk_len();
        let (mut wrong, mut moves) = (None, Vec::new());
        ranks.each_of_chunk(layout, chunk, |rank, sets| {
            let stored = table.codes[first + rank];
            if stored & DUE != 0 {
                return;
            }
            let position = Ranks::<B>::position(layout.id, &sets);
            let after = successors.of(position, &sets);
            let expected = minimax(&ranks.rules, code, &position, &after, &mut moves);
            if stored != expected && wrong.is_none() {
                wrong = Some((position, stored, expected));
            }
        });
        wrong
    });
    wrong.map(|(position, stored, expected)| Wrong {
        position: format_position(&ranks.rules, &position),
        stored: code.ending(stored.min(NOTHING - 1)),
        expected: code.ending(expected),
    })
}

/// The code of a position, from the codes of its successors or from the end of the game. `moves` is
/// a buffer, which has all moves before any is played: a processor waits if data are read back in
/// other parts right after they were written.
fn minimax<B: Board>(
    rules: &Etoile<B>,
    code: Code,
    position: &Position,
    successors: &SuccessorsOf<'_, B>,
    moves: &mut Vec<Move>,
) -> u16 {
    if let Actor::Over(outcome) = rules.actor(position) {
        debug_assert_eq!(outcome == Outcome::win(position.side()), code.misere);
        return OVER;
    }
    let mut choice = BestCode::new(code);
    rules.list_moves(position, moves);
    for &mv in moves.iter() {
        choice.add(successors.code(&rules.play(position, mv)));
    }
    choice.best()
}

#[cfg(test)]
mod tests {
    use games::State;
    use games::etoile::{EtoileOnSquare8, Square8};

    use super::*;
    use crate::etoile::build::build;
    use crate::etoile::counts::Counts;
    use crate::file;

    /// Every changed entry is found, also if its file has no other error.
    #[test]
    fn a_wrong_entry_is_found() {
        let text = "etoile:board=square8,players=2,rules=english startpos";
        let game = State::<EtoileOnSquare8>::parse(text).unwrap().into_game();
        let dir = std::env::temp_dir().join(format!("tables-wrong-{}", std::process::id()));
        let limits = BuildLimits { memory: 16, threads: 1 };
        build(&game, 2, &dir, limits, |_| ()).unwrap();
        let (folder, ranks) = (folder(&dir, &game).unwrap(), Ranks::new(&game, 2));
        let id: TableId = "k-k.a".parse().unwrap();
        let mut table = folder.open(id, ranks.layout(id).len).unwrap().unwrap();
        let (codes, counts) = (table.read_all().unwrap(), table.header.counts);
        let layout = ranks.layout(id);
        let mut entries = Vec::new();
        for chunk in 0..layout.chunks() {
            ranks.each_of_chunk(&layout, chunk, |rank, sets| {
                if !ranks.rules.has_capture(&Ranks::<Square8>::position(id, &sets)) {
                    entries.push(chunk * layout.chunk_len() + rank);
                }
            });
        }
        let write = |codes: &[u16], counts| {
            file::write(&folder.file(id), &folder.game, id, counts, codes).unwrap();
            verify(&game, &dir, limits, |_| ())
        };
        for &number in entries.iter().step_by(50) {
            let mut changed = codes.clone();
            let right = codes[number];
            for other in [if right == 0 { 2 } else { 0 }, u16::MAX, DUE | right] {
                changed[number] = other;
                let found = write(&changed, counts).unwrap();
                assert!(found.wrong.is_some(), "number {number} code {other}");
            }
        }
        let off = Counts { draws: counts.draws + 1, ..counts };
        assert!(write(&codes, off).unwrap_err().to_string().contains("counts"));
        assert_eq!(write(&codes, counts).unwrap().wrong, None);
        std::fs::remove_dir_all(dir).unwrap();
    }
}
