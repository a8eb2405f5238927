//! `engine tables`, and searches with tables.

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use super::program::{engine, engine_reading};
use testing::{ENGINE, file};

const GAME: &str = "etoile:board=square8,players=2,quiet=40,rules=english";

/// Builds tables of three pieces in a folder for this test.
fn built(name: &str) -> String {
    let dir = file(name).display().to_string();
    let text = engine(&["tables", "build", GAME, "--pieces", "3", "--dir", &dir, "--quiet"]).done();
    let last = text.lines().last().expect("a line");
    let words: Vec<_> = last.split(' ').collect();
    let &["tables", "199520", "positions", bytes, "bytes"] = words.as_slice() else {
        panic!("{last}")
    };
    assert!(bytes.parse::<u64>().is_ok_and(|bytes| bytes > 1000), "{last}");
    dir
}

#[test]
fn tables_are_built_verified_and_asked() {
    let dir = built("tables");
    let text = engine(&["tables", "verify", GAME, "--dir", &dir, "--quiet"]).done();
    assert_eq!(text.lines().last(), Some("verified 16 tables 199520 positions"));

    // The king must leave the corner.
    let position = format!("{GAME} B Kc3 Ka1 0 -");
    let found = engine(&["tables", "probe", &position, "--dir", &dir]).json();
    let loss = json!({ "value": "loss", "distance": 2 });
    assert_eq!((&found["value"], &found["distance"]), (&json!("loss"), &json!(2)));
    assert_eq!(found["moves"], json!({ "a1-b2": loss }));

    // The best move has the value of the position.
    let position = format!("{GAME} B Kc3 Ka1,Kh8 0 -");
    let found = engine(&["tables", "probe", &position, "--dir", &dir]).json();
    assert_eq!(found["value"], "win");
    let distance = &found["distance"];
    let moves = found["moves"].as_object().expect("moves");
    assert!(moves.values().any(|value| value["value"] == "win" && value["distance"] == *distance));

    // The search finds the same result at once.
    let args = ["bestmove", &position, "--depth", "2", "--json", "--tables", &dir];
    let answer = engine(&args).json();
    assert_eq!((&answer["proven"], &answer["distance"]), (&json!("win"), distance));
    let best = answer["bestmove"].as_str().expect("a move");
    assert_eq!(moves[best]["distance"], *distance);
    let text = engine(&["bestmove", &position, "--depth", "2", "--tables", &dir]).done();
    let first = "info string tables 16 tables of up to 3 pieces, 199520 positions\n";
    assert!(text.starts_with(first), "{text}");
}

#[test]
fn what_is_no_table_is_refused() {
    let nowhere = file("no-tables").display().to_string();
    let build =
        |game, pieces| engine(&["tables", "build", game, "--pieces", pieces, "--dir", &nowhere]);
    build("ruches", "3")
        .refused(&["game: read \"ruches\", expected etoile with players=2, or maitres"]);
    build("etoile", "3")
        .refused(&["game: read \"etoile\", expected etoile with players=2, or maitres"]);
    build(GAME, "1").refused(&["--pieces", "1"]);
    engine(&["tables", "verify", GAME, "--dir", &nowhere])
        .refused(&["error: tables: read ", "expected a folder of tables ("]);
    engine(&["bestmove", "etoile:players=2 startpos", "--depth", "1", "--tables", &nowhere])
        .refused(&["error: tables: read ", "expected a folder of tables ("]);
    assert!(!Path::new(&nowhere).exists());

    // A folder without tables of the game is reported, and the search runs without tables.
    let empty = file("empty-tables");
    std::fs::create_dir_all(&empty).expect("a folder");
    let empty = empty.display().to_string();
    let text = engine(&["bestmove", "ruches startpos", "--depth", "1", "--tables", &empty]).done();
    assert!(text.starts_with("info string tables none of ruches in "), "{text}");
    let probe = ["tables", "probe", "ruches startpos", "--dir", &empty];
    engine(&probe).refused(&["dir: read", "a folder with tables of ruches"]);
}

/// A build that is killed leaves only complete tables. The next build continues and gives the same
/// result.
#[test]
fn a_killed_build_goes_on() {
    let build = |dir: &str| {
        let args = ["tables", "build", GAME, "--pieces", "3", "--dir", dir, "--quiet"];
        ENGINE.command(&args)
    };
    let dir = file("killed").display().to_string();
    // The small tables come first, and a kill with few tables leaves most of the work.
    for count in [1, 5] {
        let mut child = build(&dir).spawn().expect("the program starts");
        while child.try_wait().expect("a status").is_none() && count_tables(&dir) < count {
            sleep(Duration::from_millis(1));
        }
        child.kill().expect("killed");
        child.wait().expect("ended");
        assert!(count_tables(&dir) >= count, "{} tables", count_tables(&dir));
    }
    let last = |output: std::process::Output| {
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let whole = file("not-killed").display().to_string();
    let expected = last(build(&whole).output().expect("the program runs"));
    assert_eq!(last(build(&dir).output().expect("the program runs")), expected);
    assert_eq!(tables(&dir), tables(&whole));
}

/// The number of tables in a folder, which may be missing.
fn count_tables(dir: &str) -> usize {
    let own = std::fs::read_dir(dir).ok().and_then(|mut own| own.next()?.ok());
    let files = own.and_then(|own| std::fs::read_dir(own.path()).ok());
    let is_table = |name: &std::ffi::OsStr| Path::new(name).extension() == Some("table".as_ref());
    let names = files.into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.filter(|name| is_table(name)).count()
}

/// The names and contents of the tables in a folder.
fn tables(dir: &str) -> Vec<(std::ffi::OsString, Vec<u8>)> {
    let own = std::fs::read_dir(dir).expect("a folder").next().expect("one").expect("one").path();
    let files =
        std::fs::read_dir(own).expect("a folder").map(|entry| entry.expect("a file").path());
    let tables = files.filter(|path| path.extension().is_some_and(|kind| kind == "table"));
    let read = |path: std::path::PathBuf| {
        (path.file_name().expect("a name").to_owned(), std::fs::read(&path).expect("bytes"))
    };
    let mut found: Vec<_> = tables.map(read).collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

/// A full disk is an error. It leaves no file that could be mistaken for a table.
#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error() {
    let dir = file("full-tables").display().to_string();
    let args = ["tables", "build", GAME, "--pieces", "3", "--dir", &dir, "--quiet"];
    let command = ENGINE.command(&args);
    // A limit of the file size stands for a full disk.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let mut shell = std::process::Command::new("/bin/sh");
    let shell = shell.args(["-c", script]).arg(command.get_program()).args(command.get_args());
    let output = shell.output().expect("a shell");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains(".table: ") && errors.contains("File too large"), "{errors}");
    let own = std::fs::read_dir(&dir).expect("a folder").next().expect("one").expect("one").path();
    for entry in std::fs::read_dir(own).expect("a folder") {
        let name = entry.expect("a file").file_name().into_string().expect("text");
        assert!(name == "lock" || name.ends_with(".table"), "{name}");
    }
    engine(&args).done();
    engine(&["tables", "verify", GAME, "--dir", &dir, "--quiet"]).done();
}

/// A damaged file is named in the error and is not used.
#[test]
fn damaged_tables_are_refused() {
    let dir = built("damaged");
    let own = std::fs::read_dir(&dir).expect("a folder").next().expect("one").expect("one").path();
    let table = own.join("kk-k.a.table");
    let mut bytes = std::fs::read(&table).expect("a table");
    let last = bytes.len() - 9;
    bytes[last] ^= 1;
    std::fs::write(&table, bytes).expect("written");
    let words = ["kk-k.a.table: read block 0 that is damaged, expected the file as it was written"];
    let position = format!("{GAME} B Kc3 Ka1 0 -");
    engine(&["tables", "verify", GAME, "--dir", &dir]).refused(&words);
    engine(&["tables", "probe", &position, "--dir", &dir]).refused(&words);
    engine(&["bestmove", &position, "--tables", &dir]).refused(&words);
}

/// Without a flag a search uses the tables that come with the program, for every rule of draws.
/// `off` turns them off. The protocols use them only if they are told to.
#[test]
fn own_tables_need_no_flag() {
    // The distances on the star include the delay by captures that the loser may omit.
    let star = "etoile:players=2,quiet=40";
    for (game, fields, distance) in [
        (GAME, "B Kc3 Ka1,Kh8 0 -", 13),
        (star, "A KAa1 Ba1,Bc1,Bg1 0 -", 100),
        (star, "B KAa1 Ba1,Bc1,Bg1 0 -", 9),
    ] {
        let position = format!("{game} {fields}");
        let ask = |more: &[&str]| {
            let args = ["bestmove", &position, "--json", "--threads", "1", "--depth", "1"];
            engine(&[&args[..], more].concat()).json()
        };
        let answer = ask(&[]);
        assert!(!answer["proven"].is_null(), "{position}");
        assert_eq!(answer["distance"], distance, "{position}");
        assert_eq!(ask(&["--tables", "own"])["distance"], distance);
        assert!(ask(&["--tables", "off"])["proven"].is_null(), "{position}");
    }
    for command in [&["play", "ruches"][..], &["serve"]] {
        engine(&[command, &["--tables", "nowhere"]].concat()).refused(&["own or off"]);
    }
    let asked = |tables: &str| {
        let lines = format!(
            "setoption name Game value {GAME}\nsetoption name Tables value {tables}\n\
             position fen B Kc3 Ka1,Kh8 0 -\ngo depth 1\n"
        );
        engine_reading(&["ugi"], lines.as_bytes()).done().contains(" proven win distance 13 ")
    };
    assert!(asked("own") && !asked("off") && !asked("<empty>"));
}

#[test]
fn the_protocol_has_tables() {
    let dir = built("protocol");
    let lines = format!(
        "setoption name Game value {GAME}\nsetoption name Tables value {dir}\n\
         setoption name Tables value {dir}/none\nposition fen B Kc3 Ka1,Kh8 0 -\ngo depth 1\n"
    );
    let text = engine_reading(&["ugi"], lines.as_bytes()).done();
    for part in [
        "info string tables 16 tables of up to 3 pieces, 199520 positions\n",
        " proven win distance 13 ",
        "bestmove a1-b2\n",
    ] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
    assert!(text.contains("info string error tables: read "), "{text}");
}

/// In games with a die, `value` has the bounds of the chance to win.
#[test]
fn chances_are_built_verified_and_asked() {
    let dir = file("chances").display().to_string();
    let game = "maitres:variant=annihilation";
    let text = engine(&["tables", "build", game, "--pieces", "2", "--dir", &dir, "--quiet"]).done();
    assert!(text.starts_with("tables 11370 positions "), "{text}");
    let text = engine(&["tables", "verify", game, "--dir", &dir, "--quiet"]).done();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("s-s positions 2170 sweeps "), "{text}");
    assert_eq!(lines.last(), Some(&"verified 4 tables 11370 positions"));

    let bounds = |found: &serde_json::Value| {
        let bounds: Vec<f64> = serde_json::from_value(found["value"].clone()).expect("bounds");
        let &[low, high] = bounds.as_slice() else { panic!("{bounds:?}") };
        assert!(high > low && high - low <= 1.0 / 32768.0, "{low} to {high}");
        assert_eq!(found["distance"], serde_json::Value::Null);
        (low, high)
    };
    let position = format!("{game} 9/9/9/9/4L4/9/9/1l7/9 r 2");
    let found = engine(&["tables", "probe", &position, "--dir", &dir]).json();
    let best = bounds(&found);
    let moves = found["moves"].as_object().expect("moves");
    let most = moves
        .values()
        .map(bounds)
        .fold((0.0f64, 0.0f64), |(low, high), found| (low.max(found.0), high.max(found.1)));
    assert_eq!((moves.len(), best), (8, most));
    // A capture wins. Before a roll there are no moves.
    let won = format!("{game} 9/9/9/9/4L4/4l4/9/9/9 r 1");
    let found = engine(&["tables", "probe", &won, "--dir", &dir]).json();
    assert_eq!(found["value"], json!([1.0, 1.0]));
    assert_eq!(found["moves"]["e5-e4"], json!({ "value": [1.0, 1.0], "distance": 1 }));
    let open = format!("{game} 9/9/9/9/4L4/9/9/1l7/9 r -");
    let found = engine(&["tables", "probe", &open, "--dir", &dir]).json();
    bounds(&found);
    assert_eq!(found["moves"], json!({}));

    let answer =
        engine(&["bestmove", &position, "--depth", "4", "--json", "--tables", &dir]).json();
    let value = answer["value"].as_f64().expect("a number");
    assert!((value - (best.0 + best.1 - 1.0)).abs() < 1e-4, "{value} for {best:?}");
    assert_eq!(answer["proven"], serde_json::Value::Null);
    let text = engine(&["bestmove", &position, "--depth", "2", "--tables", &dir]).done();
    assert!(text.starts_with("info string tables 4 tables of up to 2 pieces, 11370 positions\n"));
}
