//! Merging the parts of a match.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

use crate::{Error, write_atomically};

use crate::records::error::RecordsError;
use crate::records::journal::{Records, lock_unwritten};
use crate::records::parser::format_game;
use crate::records::record::{GameRecord, format_line};
use crate::schedule::shard::Shard;

/// Merges the records of parts of one match. The result has each game once, in order.
///
/// # Errors
/// Records of different matches, or two different records of one game although its players are
/// deterministic.
pub fn merge(parts: Vec<Records>) -> Result<Records, Error> {
    let mut parts = parts.into_iter();
    let first = parts.next().ok_or(RecordsError::NoFile)?;
    let repeatable = first.plan.is_repeatable();
    let mut plan = first.plan;
    let mut games = BTreeMap::new();
    insert_all(&mut games, first.games, repeatable)?;
    for part in parts {
        if let Some([key, expected, read]) = plan.difference(&part.plan) {
            return Err(RecordsError::OtherMatch { key, read, expected }.into());
        }
        if part.plan.shard != plan.shard {
            plan.shard = Shard::WHOLE;
        }
        insert_all(&mut games, part.games, repeatable)?;
    }
    plan.worker = None;
    if plan.own_units() == plan.units {
        plan.shard = Shard::WHOLE;
    }
    Ok(Records::new(plan, games.into_values().collect()))
}

fn insert_all(
    games: &mut BTreeMap<(u64, u32), GameRecord>,
    records: Vec<GameRecord>,
    repeatable: bool,
) -> Result<(), RecordsError> {
    for record in records {
        match games.entry((record.unit, record.game)) {
            Entry::Vacant(place) => {
                place.insert(record);
            }
            Entry::Occupied(known) => {
                // A failure need not happen again when the same game is played again.
                let failed = record.fault.is_some() || known.get().fault.is_some();
                if repeatable && !failed && !record.is_replay_of(known.get()) {
                    let GameRecord { unit, game, .. } = record;
                    return Err(RecordsError::TwoGames { unit, game });
                }
            }
        }
    }
    Ok(())
}

/// Merges files into another file, which may already have some of the games. That file is replaced
/// atomically.
///
/// # Errors
/// Those of [`merge`], and files that cannot be read or written.
pub fn merge_files(files: &[impl AsRef<Path>], out: &Path) -> Result<Records, Error> {
    let mut parts =
        files.iter().map(|file| Records::read(file.as_ref())).collect::<Result<Vec<_>, _>>()?;
    // The lock is held until the end of this function.
    let old = lock_unwritten(out)?;
    if old.is_some() {
        parts.push(Records::read(out)?);
    }
    let whole = merge(parts)?;
    write_atomically(out, &format(&whole)?)?;
    Ok(whole)
}

fn format(records: &Records) -> Result<Vec<u8>, Error> {
    let digest = records.plan.digest()?;
    let games = records.games.iter().map(|game| format_game(&digest, game));
    let lines = std::iter::once(format_line(&records.plan)).chain(games);
    Ok(lines.collect::<Result<String, _>>()?.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::tests::record;
    use crate::schedule::plan::Plan;

    fn part(index: u64, games: Vec<GameRecord>) -> Records {
        let players = vec!["A".into(), "B".into()];
        let plan = Plan {
            shard: Shard::Every { index, count: 2 },
            ..Plan::new("maitres", players, 1, 10)
        };
        Records::new(plan, games)
    }

    fn message(parts: Vec<Records>) -> String {
        merge(parts).unwrap_err().to_string()
    }

    #[test]
    fn games_come_once_and_in_order() {
        let one = part(0, vec![record(2, 0), record(0, 1), record(0, 0)]);
        let two = part(1, vec![record(1, 0)]);
        let whole = merge(vec![one.clone(), two.clone()]).unwrap();
        let order: Vec<_> = whole.games.iter().map(|game| (game.unit, game.game)).collect();
        assert_eq!(order, [(0, 0), (0, 1), (1, 0), (2, 0)]);
        assert!(whole.plan.shard.is_whole());
        assert_eq!(merge(vec![two, whole.clone(), one.clone()]).unwrap(), whole);
        assert_eq!(
            merge(vec![one.clone(), one]).unwrap().plan.shard,
            Shard::Every { index: 0, count: 2 }
        );
    }

    #[test]
    fn differences_are_errors() {
        let changed = GameRecord { values: vec![None], ..record(0, 0) };
        let text = message(vec![part(0, vec![record(0, 0)]), part(0, vec![changed])]);
        assert_eq!(text, "records: unit 0, game 0: read two different games, expected one");
        let mut other = part(1, Vec::new());
        other.plan.seed = 2;
        let text = message(vec![part(0, Vec::new()), other]);
        assert_eq!(text, "records: seed: read 2, expected 1 as in the first file");
        let slower = GameRecord { times: vec![999], ..record(0, 0) };
        assert!(merge(vec![part(0, vec![record(0, 0)]), part(0, vec![slower])]).is_ok());
    }
}
