//! Tests of gathering, with records that nobody played.

use std::fs;
use std::path::{Path, PathBuf};

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::*;
use crate::records::journal::Records;
use crate::records::parser::format_game;
use crate::records::record::GameRecord;
use crate::records::record::tests::record;
use crate::schedule::shard::Shard;

/// A folder for one test, with a subfolder for the parts.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("gather-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("parts")).unwrap();
    folder
}

fn plan(units: u64) -> Plan {
    let players = vec!["A".into(), "B".into()];
    Plan { sprt: Some("elo1=100".parse().unwrap()), ..Plan::new("maitres", players, 1, units) }
}

/// The lines of a unit. The result depends on its number.
fn unit(plan: &Plan, unit: u64) -> Vec<String> {
    let digest = plan.digest().unwrap();
    let line = |game| {
        let mut record = record(unit, game);
        if game == 1 {
            record.players.reverse();
        }
        // A wins both games, or the first one.
        let won = [[1.0, 0.0], [0.0, 1.0]][usize::from(!unit.is_multiple_of(3) && game == 1)];
        format_game(&digest, &GameRecord { result: won.to_vec(), ..record }).unwrap()
    };
    vec![line(0), line(1)]
}

fn part_text(plan: &Plan, worker: &str, range: [u64; 2]) -> String {
    let shard = Shard::Range { first: range[0], end: range[1] };
    let part = Plan { shard, worker: Some(worker.to_owned()), ..plan.clone() };
    let lines = (range[0]..range[1]).flat_map(|number| unit(plan, number));
    std::iter::once(format_line(&part).unwrap()).chain(lines).collect()
}

fn put(folder: &Path, plan: &Plan, worker: &str, range: [u64; 2]) -> PathBuf {
    let path = folder.join("parts").join(format!("{worker}-{}", range[0]));
    fs::write(&path, part_text(plan, worker, range)).unwrap();
    path
}

fn gather(folder: &Path, without: &[&str]) -> GatherReport {
    let without: Vec<_> = without.iter().map(|&name| name.to_owned()).collect();
    let open = Gathering::open(&folder.join("parts"), &folder.join("out"), None, &without);
    let mut gathering = open.unwrap().unwrap();
    gathering.look().unwrap();
    gathering.report()
}

/// The gathered file of some units.
fn expected(plan: &Plan, units: impl Iterator<Item = u64>) -> String {
    let lines = units.flat_map(|number| unit(plan, number));
    std::iter::once(format_line(plan).unwrap()).chain(lines).collect()
}

/// Records of another format could not be read again.
#[test]
fn a_plan_of_another_format_is_refused() {
    let (folder, plan) = (folder("format"), Plan { format: FORMAT + 1, ..plan(4) });
    let open = Gathering::open(&folder.join("parts"), &folder.join("out"), Some(plan), &[]);
    let error = open.map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("format: read \"3\", expected 2"), "{error}");
}

/// Parts arrive in any order, and some while they are being written. The file has the units that
/// are there, in order, and at the end it is that of one machine.
#[test]
fn parts_arrive_in_any_order() {
    let mut rng = ChaCha8Rng::seed_from_u64(47);
    for round in 0..12 {
        let (folder, plan) = (folder("order"), plan(40));
        let mut ranges: Vec<_> = (0..10).map(|part| [4 * part, 4 * part + 4]).collect();
        ranges.shuffle(&mut rng);
        let mut there = Ranges::default();
        for range in ranges {
            let whole = part_text(&plan, "w", range);
            let path = put(&folder, &plan, "w", range);
            let cut = rng.random_range(0..=whole.len());
            fs::write(&path, &whole[..cut]).unwrap();
            if rng.random_range(0..2) == 0
                && Gathering::open(
                    &folder.join("parts"),
                    &folder.join("out"),
                    Some(plan.clone()),
                    &[],
                )
                .unwrap()
                .unwrap()
                .look()
                .is_ok()
            {
                gather(&folder, &[]);
            }
            fs::write(&path, &whole).unwrap();
            there.add(range[0], range[1]);
            if rng.random_range(0..3) > 0 {
                let report = gather(&folder, &[]);
                assert_eq!((report.units, report.prefix), (there.count(), there.prefix()));
                assert!(report.damaged.is_empty(), "{:?}", report.damaged);
                let units = there.pairs().flat_map(|[first, end]| first..end);
                assert_eq!(fs::read_to_string(folder.join("out")).unwrap(), expected(&plan, units));
                if rng.random_range(0..3) == 0 {
                    // What was gathered is no longer needed.
                    fs::remove_file(&path).unwrap();
                }
            }
        }
        let report = gather(&folder, &[]);
        assert_eq!(fs::read_to_string(folder.join("out")).unwrap(), expected(&plan, 0..40));
        assert!(report.is_complete() && report.missing.is_empty(), "round {round}");
        let records = Records::read(&folder.join("out")).unwrap();
        let mut tally = crate::Tally::new(&records.plan).unwrap();
        records.games.iter().for_each(|game| assert!(tally.add(game).unwrap()));
        let one = tally.look(&mut plan.test(2).unwrap().unwrap());
        assert_eq!(report.test, Some(one), "the verdict of one machine");
        fs::remove_dir_all(folder).unwrap();
    }
}

/// A kill leaves a change of the file that is not complete. The next look goes on.
#[test]
fn a_kill_loses_nothing() {
    let (folder, plan) = (folder("kill"), plan(20));
    let out = folder.join("out");
    put(&folder, &plan, "w", [0, 4]);
    let late = put(&folder, &plan, "w", [8, 12]);
    gather(&folder, &[]);
    fs::remove_file(late).unwrap();
    let before = [fs::read(&out).unwrap(), fs::read(beside(&out, INDEX)).unwrap()];
    put(&folder, &plan, "w", [4, 8]);
    let whole = expected(&plan, 0..12);
    // Every moment of a change in the middle: the tail is staged, the index names it, and a part of
    // the bytes is in the file.
    gather(&folder, &[]);
    let after = fs::read(beside(&out, INDEX)).unwrap();
    let index: Index = crate::parse_line(std::str::from_utf8(&after).unwrap().trim_end()).unwrap();
    let at = expected(&plan, 0..4).len();
    let tail = &whole.as_bytes()[at..];
    let mut staged = index;
    staged.tail = Some(index::Tail { at: at as u64, length: tail.len() as u64 });
    staged.length = before[0].len() as u64;
    for written in [0, 1, 500, tail.len() / 2, tail.len()] {
        fs::write(beside(&out, TAIL), tail).unwrap();
        staged.write(&beside(&out, INDEX)).unwrap();
        let half: Vec<u8> = if written == 0 {
            before[0].clone()
        } else {
            [
                &whole.as_bytes()[..at],
                &tail[..written],
                &before[0][(at + written).min(before[0].len())..],
            ]
            .concat()
        };
        fs::write(&out, half).unwrap();
        assert_eq!(gather(&folder, &[]).units, 12);
        assert_eq!(fs::read_to_string(&out).unwrap(), whole, "{written}");
    }
    // A tail that was not named yet, an append that was not finished, and no index at all.
    for (bytes, index) in [
        (before[0].clone(), Some(&before[1])),
        ([&before[0], &tail[..700]].concat(), Some(&before[1])),
        (before[0].clone(), None),
        (whole.clone().into_bytes(), None),
    ] {
        fs::write(&out, bytes).unwrap();
        fs::write(beside(&out, TAIL), "half").unwrap();
        let _ = fs::remove_file(beside(&out, INDEX));
        index.iter().for_each(|bytes| fs::write(beside(&out, INDEX), bytes).unwrap());
        assert_eq!(gather(&folder, &[]).units, 12);
        assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Files that are damaged, of another match or no records are named, and do no harm.
#[test]
fn faulty_files_are_named() {
    let (folder, plan) = (folder("faulty"), plan(20));
    let parts = folder.join("parts");
    put(&folder, &plan, "a", [0, 4]);
    let cut = put(&folder, &plan, "b", [4, 8]);
    let text = fs::read_to_string(&cut).unwrap();
    fs::write(&cut, &text[..text.len() - 9]).unwrap();
    let damaged = put(&folder, &plan, "c", [8, 12]);
    let mut bytes = fs::read(&damaged).unwrap();
    let place = bytes.len() / 2;
    bytes[place] ^= 1;
    fs::write(&damaged, bytes).unwrap();
    put(&folder, &Plan { seed: 2, ..plan.clone() }, "d", [12, 16]);
    fs::write(parts.join("e.log"), "slurmstepd: error\n").unwrap();
    fs::write(parts.join("f"), b"\xff\xfe\n\n").unwrap();
    fs::write(parts.join("g"), "").unwrap();
    fs::write(parts.join(".hidden"), "x").unwrap();
    fs::create_dir(parts.join("h")).unwrap();
    for _ in 0..2 {
        let report = gather(&folder, &[]);
        let named: Vec<_> = report.damaged.iter().map(|fault| fault.part.as_str()).collect();
        assert_eq!(named, ["b-4", "c-8", "e.log", "f", "g"]);
        assert_eq!(report.refused.len(), 1);
        assert_eq!(report.refused[0].part, "d-12");
        assert_eq!(report.refused[0].fault, "seed: read 2, expected 1 by the plan");
        assert!(report.damaged[0].fault.contains("half-written"), "{:?}", report.damaged[0]);
        assert!(report.damaged[1].fault.contains("1 damaged lines"), "{:?}", report.damaged[1]);
        assert_eq!(report.units, 4 + 3 + 3);
        assert_eq!(report.missing_text().lines().count(), 3, "{}", report.missing_text());
    }
    // A worker plays the lost unit again.
    let lost: Vec<_> = gather(&folder, &[]).missing;
    put(&folder, &plan, "again", lost[1]);
    assert_eq!(gather(&folder, &[]).units, 11);
    // The file belongs to another match.
    fs::write(folder.join("out"), format_line(&Plan { seed: 2, ..plan.clone() }).unwrap()).unwrap();
    let open = |plan| Gathering::open(&parts, &folder.join("out"), plan, &[]);
    let error = open(Some(plan)).unwrap_err().to_string();
    assert!(error.contains("expected records of the plan: seed is 2 there, not 1"), "{error}");
    fs::write(folder.join("out"), "a diary\n").unwrap();
    assert!(
        open(None).unwrap_err().to_string().contains("expected records of a match, or no file")
    );
    assert_eq!(fs::read_to_string(folder.join("out")).unwrap(), "a diary\n");
    fs::remove_dir_all(folder).unwrap();
}

/// The units of a worker are left out and taken in again. A copy by another worker then counts.
#[test]
fn a_worker_can_be_left_out() {
    let (folder, plan) = (folder("without"), plan(12));
    put(&folder, &plan, "bad", [0, 4]);
    put(&folder, &plan, "good", [4, 8]);
    put(&folder, &plan, "late", [2, 4]);
    let all = gather(&folder, &[]);
    let units = |report: &GatherReport| -> Vec<_> {
        report.workers.iter().map(|worker| (worker.name.clone(), worker.units)).collect()
    };
    assert_eq!((all.units, all.prefix), (8, 8));
    assert_eq!(units(&all), [("bad".to_owned(), 4), ("good".to_owned(), 4)]);
    let less = gather(&folder, &["bad"]);
    assert_eq!(units(&less), [("good".to_owned(), 4), ("late".to_owned(), 2)]);
    assert_eq!(less.missing, [[0, 2], [8, 12]]);
    assert_eq!(fs::read_to_string(folder.join("out")).unwrap(), expected(&plan, 2..8));
    let _ = fs::remove_file(beside(&folder.join("out"), INDEX));
    assert_eq!(gather(&folder, &["bad"]).missing, [[0, 2], [8, 12]], "without an index, too");
    let again = gather(&folder, &[]);
    assert_eq!((again.units, again.prefix), (8, 8));
    assert_eq!(fs::read_to_string(folder.join("out")).unwrap(), expected(&plan, 0..8));
    fs::remove_dir_all(folder).unwrap();
}

/// Without parts there is no plan; with a plan, everything is missing.
#[test]
fn an_empty_folder_has_no_part() {
    let (folder, plan) = (folder("empty"), plan(7));
    let open = |plan| Gathering::open(&folder.join("parts"), &folder.join("out"), plan, &[]);
    assert!(open(None).unwrap().is_none());
    assert!(!folder.join("out").exists());
    let mut gathering = open(Some(plan.clone())).unwrap().unwrap();
    gathering.look().unwrap();
    assert_eq!(gathering.report().missing, [[0, 7]]);
    assert!(Gathering::open(&folder.join("none"), &folder.join("out2"), None, &[]).is_err());
    fs::remove_dir_all(folder).unwrap();
}
