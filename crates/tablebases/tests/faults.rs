//! Files that are damaged, or of another kind, version or game; builds that are interrupted or run
//! at the same time; too little memory.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use games::Endings;
use games::etoile::{Etoile, Square8};
use tablebases::BuildLimits;
use tablebases::etoile::{TableSet, build, verify};

use crate::common::{LIMITS, folder, game, positions};

const ENGLISH: &str = "etoile:board=square8,players=2,rules=english";

fn english() -> Etoile<Square8> {
    game::<Square8>(ENGLISH)
}

/// A folder with the tables of two pieces, and the folder of the game in it.
fn built(name: &str) -> (PathBuf, PathBuf) {
    let dir = folder(name);
    build(&english(), 2, &dir, LIMITS, |_| ()).expect("tables");
    let own = fs::read_dir(&dir).expect("a folder").next().expect("one").expect("a folder").path();
    (dir, own)
}

/// The files of a folder, with their contents.
fn files(own: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(own).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut files: Vec<_> =
        entries.map(|path| (path.clone(), fs::read(path).expect("a file"))).collect();
    files.sort();
    files
}

/// Checks that every use of a folder fails, with an error that has all of `words`.
#[track_caller]
fn refused(dir: &Path, words: &[&str]) {
    let errors = [
        TableSet::open(&english(), dir).err(),
        verify(&english(), dir, LIMITS, |_| ()).err(),
        build(&english(), 3, dir, LIMITS, |_| ()).err(),
    ];
    for error in errors {
        let error = error.expect("an error").to_string();
        for word in words {
            assert!(error.contains(word), "{word:?} in {error:?}");
        }
    }
}

#[test]
fn other_files_are_refused() {
    let (dir, own) = built("other");
    let file = own.join("k-k.a.table");
    let whole = fs::read(&file).expect("a table");
    let change = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        fs::write(&file, bytes).expect("written");
    };
    change(0, b'X');
    refused(&dir, &["k-k.a.table", "another kind of file", "a table of endings"]);
    change(8, 9);
    refused(&dir, &["k-k.a.table", "format version 9", "version 1"]);
    change(30, whole[30] ^ 1);
    refused(&dir, &["k-k.a.table", "a header that is damaged"]);
    fs::write(&file, &whole[..whole.len() - 1]).expect("written");
    refused(&dir, &["k-k.a.table", "bytes, expected"]);
    fs::write(&file, "").expect("written");
    refused(&dir, &["k-k.a.table", "read 0 bytes"]);
    fs::copy(own.join("m-m.a.table"), &file).expect("copied");
    refused(&dir, &["k-k.a.table", "table m-m.a", "table k-k.a"]);
    // The tables of another game in this game's folder.
    let other = game::<Square8>("etoile:board=square8,players=2,rules=italian");
    let elsewhere = folder("elsewhere");
    build(&other, 2, &elsewhere, LIMITS, |_| ()).expect("tables");
    let foreign = fs::read_dir(&elsewhere).expect("a folder").next().expect("one").expect("one");
    fs::copy(foreign.path().join("k-k.a.table"), &file).expect("copied");
    refused(&dir, &["k-k.a.table", "rules=italian", "rules=english"]);
}

/// A damaged block is found before it is used. Verification does not find it: verification finds
/// wrong entries in files that are complete.
#[test]
fn every_damaged_byte_is_found() {
    let (dir, own) = built("damaged");
    let file = own.join("m-m.a.table");
    let whole = fs::read(&file).expect("a table");
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x40;
        fs::write(&file, bytes).expect("written");
        assert!(TableSet::open(&english(), &dir).is_err(), "byte {at}");
    }
    fs::write(&file, whole).expect("written");
    assert!(TableSet::open(&english(), &dir).is_ok());
}

/// A killed build leaves complete files, and the next build continues to the same result. A file
/// beside the place of a table may belong to another program, and stays.
#[test]
fn an_interrupted_build_goes_on() {
    let (dir, own) = built("interrupted");
    build(&english(), 3, &dir, LIMITS, |_| ()).expect("tables");
    let whole = files(&own);
    for (index, (path, bytes)) in whole.iter().enumerate() {
        if index % 3 != 0 {
            fs::remove_file(path).expect("removed");
        }
        fs::write(beside(path), &bytes[..bytes.len() / 2]).expect("written");
    }
    let again = build(&english(), 3, &dir, LIMITS, |_| ()).expect("tables");
    assert_eq!(again.positions, 199_520);
    for (path, bytes) in &whole {
        assert_eq!(&fs::read(path).expect("a file"), bytes, "{}", path.display());
        let half = fs::read(beside(path)).expect("a file");
        assert_eq!(half, bytes[..bytes.len() / 2], "{}", path.display());
    }
    let once_more =
        build(&english(), 3, &dir, LIMITS, |_| panic!("nothing is left")).expect("tables");
    assert_eq!((once_more.tables, once_more.bytes), (0, again.bytes));
}

/// A temporary path beside a file, to which contents are first written.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".0012abef.new");
    name.into()
}

#[test]
fn two_builds_do_not_share_a_folder() {
    let (dir, own) = built("shared");
    let lock = File::open(own.join("lock")).expect("a lock");
    lock.lock().expect("locked");
    let error = build(&english(), 3, &dir, LIMITS, |_| ()).expect_err("in use").to_string();
    assert!(error.contains("expected a folder that no other build writes to"), "{error}");
    drop(lock);
    fs::write(own.join("lock"), "mine").expect("written");
    let error = build(&english(), 3, &dir, LIMITS, |_| ()).expect_err("a stranger").to_string();
    assert!(error.contains("a file called lock that is somebody else's, expected"), "{error}");
    assert_eq!(fs::read(own.join("lock")).expect("a file"), b"mine");
    fs::write(own.join("lock"), "").expect("written");
    build(&english(), 3, &dir, LIMITS, |_| ()).expect("tables");
}

#[test]
fn memory_is_bounded() {
    let (dir, _) = built("memory");
    let error = build(&english(), 4, &dir, BuildLimits { memory: 1, threads: 1 }, |_| ());
    let error = error.expect_err("too little").to_string();
    assert!(error.starts_with("memory: read 1 MiB, expected "), "{error}");
    // The tables that exist can be used, and more memory builds the others.
    let verified = verify(&english(), &dir, LIMITS, |_| ()).expect("tables");
    assert_eq!(verified.wrong, None);
}

/// With little memory, tables are removed and read again. Their contents do not change.
#[test]
fn little_memory_builds_the_same() {
    let [roomy, tight] = ["roomy", "tight"].map(built);
    build(&english(), 4, &roomy.0, LIMITS, |_| ()).expect("tables");
    build(&english(), 4, &tight.0, BuildLimits { memory: 6, threads: 1 }, |_| ()).expect("tables");
    let content = |own: &Path| files(own).into_iter().map(|(_, bytes)| bytes).collect::<Vec<_>>();
    assert!(content(&roomy.1) == content(&tight.1));
}

/// A missing table is not used. Positions that do not need it are still known.
#[test]
fn a_missing_table_is_not_used() {
    let (dir, own) = built("missing");
    fs::remove_file(own.join("m-m.a.table")).expect("removed");
    let set = TableSet::open(&english(), &dir).expect("tables").expect("tables");
    let (mut known, mut unknown) = (0, 0);
    for position in positions(&english(), 2) {
        let men = position.kings() == 0;
        match set.probe(&position) {
            Some(_) => known += 1,
            None => unknown += 1,
        }
        assert!(men || set.probe(&position).is_some(), "{position:?}");
    }
    assert!(known > 5000 && unknown > 1000, "{known} {unknown}");
}

#[test]
fn games_without_tables_are_refused() {
    let game = game::<games::etoile::Star>("etoile");
    let error = build(&game, 2, &folder("three"), LIMITS, |_| ()).expect_err("three players");
    assert_eq!(
        error.to_string(),
        "game: read \"etoile\", expected etoile with players=2, or maitres"
    );
    let error = build(&english(), 7, &folder("seven"), LIMITS, |_| ()).expect_err("seven");
    assert_eq!(error.to_string(), "pieces: read \"7\", expected a number from 2 to 6");
    let none = verify(&english(), &folder("none"), LIMITS, |_| ()).expect_err("nothing there");
    let none = none.to_string();
    assert!(none.starts_with("tables: read \"") && none.contains("expected a folder of tables ("));
}
