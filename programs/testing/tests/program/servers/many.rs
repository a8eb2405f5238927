//! A start with many long tables.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crc32fast::Hasher;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use testing::file;

use super::{Server, Table};

/// The time within which a server must listen.
const SOON: Duration = Duration::from_secs(1);

/// Writes copies of a table under other ids, whose checksums cover the ids.
fn multiply(folder: &Path, table: &Table, copies: u64) -> Vec<Table> {
    let text = fs::read_to_string(folder.join(format!("tables/{}.table", table.id)));
    let text = text.expect("a file");
    let (_, line) = text.split_once(' ').expect("a checksum");
    let copied = |number: u64| {
        let id = format!("{number:016x}");
        let mut hasher = Hasher::new();
        [id.as_bytes(), line.as_bytes()].into_iter().for_each(|bytes| hasher.update(bytes));
        let whole = format!("{:08x} {line}", hasher.finalize());
        fs::write(folder.join(format!("tables/{id}.table")), whole).expect("written");
        Table { path: table.path.replace(&table.id, &id), id, seen: table.seen.clone() }
    };
    (0..copies).map(copied).collect()
}

/// Starts a server with `copies` tables of `acts` acts each. Returns the time until it listened,
/// and until it answered a request for a table.
fn start_with(copies: u64, acts: u32) -> [Duration; 2] {
    let folder = file(&format!("servers-many-{copies}"));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let server = Server::start(&folder);
    let mut table = server.table("ruches", 1);
    server.play(&mut table, acts, &mut rng);
    drop(server);
    let tables = multiply(&folder, &table, copies);
    let begun = Instant::now();
    let server = Server::start(&folder);
    let listens = begun.elapsed();
    let last = tables.last().expect("a table");
    let (status, mut answer) = server.look(last);
    let answers = begun.elapsed();
    answer["id"] = table.seen["id"].clone();
    assert_eq!((status, answer), (200, table.seen));
    assert_eq!(server.kill(), "");
    fs::remove_dir_all(folder).expect("it was made");
    [listens, answers]
}

#[test]
fn many_tables_start_at_once() {
    let [listens, _] = start_with(200, 20);
    assert!(listens < SOON, "{listens:?}");
}

#[test]
#[ignore = "long"]
fn two_thousand_long_tables_start_at_once() {
    let [listens, answers] = start_with(2000, 400);
    println!("2000 tables of 400 acts: listens after {listens:?}, shows a table after {answers:?}");
    assert!(listens < SOON, "{listens:?}");
}
