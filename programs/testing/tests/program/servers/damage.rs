//! Damaged files: each costs only its table. The table is named, and the others are served.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use testing::{ENGINE, file};

use super::{Server, Table, copy, number};

/// Damages a file: a bit, a byte, a cut, a hole, or more bytes at its end.
fn damage(path: &Path, rng: &mut ChaCha8Rng) {
    let mut bytes = fs::read(path).expect("a file");
    let at = rng.random_range(0..bytes.len());
    let old = bytes.clone();
    match rng.random_range(0..5) {
        0 => bytes[at] ^= 1 << rng.random_range(0..8),
        1 => bytes[at] = bytes[at].wrapping_add(rng.random_range(1..=255)),
        2 => bytes.truncate(at),
        3 => bytes[at..].fill(0),
        _ => bytes.extend(vec![rng.random::<u8>(); rng.random_range(1..600)]),
    }
    assert_ne!(bytes, old);
    fs::write(path, bytes).expect("written");
}

/// The check of the program names these tables and no others.
fn is_named_by_the_check(folder: &Path, all: usize, hit: &BTreeSet<&str>) {
    let folder = folder.to_str().expect("UTF-8");
    let check = ENGINE.run(&["serve", "--check", "--data", folder]);
    let lines: Vec<_> = check.stdout.lines().collect();
    let (last, named) = lines.split_last().expect("a line");
    assert_eq!(*last, format!("tables {all} damaged {}", hit.len()));
    let named = named.iter().map(|line| {
        line.strip_prefix("damaged ").and_then(|rest| rest.split_once(": ")).expect("a name").0
    });
    assert_eq!(&named.collect::<BTreeSet<_>>(), hit);
    assert_eq!(check.status, Some(i32::from(!hit.is_empty())), "{}", check.stderr);
}

/// One round: damages some of the tables in a copy of the folder.
fn round(whole: &Path, place: &Path, tables: &[Table], rng: &mut ChaCha8Rng) {
    let (hurt, rescue): (PathBuf, PathBuf) = (place.join("hurt"), place.join("rescue"));
    copy(whole, &hurt);
    let path = |table: &Table| hurt.join(format!("tables/{}.table", table.id));
    let count = rng.random_range(1..=3);
    let mut hit = BTreeSet::new();
    while hit.len() < count {
        let table = &tables[rng.random_range(0..tables.len())];
        if hit.insert(table.id.as_str()) {
            damage(&path(table), rng);
        }
    }
    is_named_by_the_check(&hurt, tables.len(), &hit);
    let bytes = |id: &str| fs::read(hurt.join(format!("tables/{id}.table"))).expect("a file");
    let left: Vec<_> = hit.iter().map(|id| bytes(id)).collect();
    let names = [&rescue, &hurt].map(|folder| folder.to_str().expect("UTF-8").to_owned());
    ENGINE.run(&["serve", "--salvage", &names[1], "--data", &names[0]]).done();
    is_named_by_the_check(&rescue, tables.len() - count, &BTreeSet::new());
    for folder in [&hurt, &rescue] {
        let server = Server::start(folder);
        for table in tables {
            let (status, answer) = server.look(table);
            if !hit.contains(&*table.id) {
                assert_eq!((status, &answer), (200, &table.seen));
                let mut on = table.clone();
                server.play(&mut on, 1, rng);
            } else if folder == &hurt {
                assert_eq!((status, &answer["error"]["code"]), (500, &"damaged".into()));
            } else {
                assert_eq!(status, 404, "{answer}");
            }
        }
        let errors = server.kill();
        let named: BTreeSet<_> = errors
            .lines()
            .map(|line| line.split("table ").nth(1).and_then(|rest| rest.split(':').next()))
            .collect::<Option<_>>()
            .unwrap_or_else(|| panic!("{errors}"));
        assert_eq!(named, if folder == &hurt { hit.clone() } else { BTreeSet::new() }, "{errors}");
    }
    let now: Vec<_> = hit.iter().map(|id| bytes(id)).collect();
    assert_eq!(now, left, "a damaged file stays as it is");
    fs::remove_dir_all(&hurt).expect("it was made");
    fs::remove_dir_all(&rescue).expect("it was made");
}

fn damage_often(rounds: u32, seed: u64) {
    let place = file(&format!("servers-damage-{seed}"));
    let whole = place.join("whole");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let server = Server::start(&whole);
    let games = ["benedictine", "ruches", "maitres", "etoile:players=2", "ruches", "maitres"];
    let mut tables: Vec<_> = (0..).zip(games).map(|(at, game)| server.table(game, at)).collect();
    tables.iter_mut().for_each(|table| server.play(table, 8, &mut rng));
    drop(server);
    for _ in 0..rounds {
        round(&whole, &place, &tables, &mut rng);
    }
    fs::remove_dir_all(place).expect("it was made");
}

#[test]
fn damage_costs_its_table() {
    damage_often(3, 1);
}

#[test]
#[ignore = "long"]
fn much_damage_costs_its_tables() {
    let rounds = 10 * number("FAULT_ROUNDS", 10);
    damage_often(rounds, number("FAULT_SEED", 2).into());
    println!("{rounds} rounds of damage");
}
