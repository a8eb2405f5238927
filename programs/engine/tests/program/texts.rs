//! Texts that were on Windows: with a byte-order mark, other line ends, and blank lines at the end.

use std::fs;

use testing::{Finished, edit_on_windows, file, on_windows};

use super::program::{engine, engine_reading};

/// Runs a command with a file, then with the same file from Windows, and in UTF-16. The results are
/// the same.
#[track_caller]
fn same_result(args: &[&str], path: &str, result: impl Fn(Finished) -> String) {
    let expected = result(engine(args));
    let text = edit_on_windows(path);
    assert_eq!(result(engine(args)), expected, "{args:?}");
    let units = on_windows(&text).encode_utf16().collect::<Vec<_>>();
    fs::write(path, units.iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<_>>())
        .expect("written");
    assert_eq!(result(engine(args)), expected, "{args:?} in UTF-16");
}

/// The line that does not name the time.
fn without_time(finished: Finished) -> String {
    let text = finished.done();
    let is_timed = |line: &&str| [" time ", " nps ", " ms"].iter().any(|word| line.contains(word));
    let lines = text.lines().filter(|line| !is_timed(line));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn arguments_come_from_files() {
    let board = engine(&["show", "benedictine startpos"]).done();
    for text in ["\u{feff}benedictine startpos", "benedictine startpos\r", "benedictine startpos\n"]
    {
        assert_eq!(engine(&["show", text]).done(), board, "{text:?}");
    }
}

#[test]
fn suites_and_packs_are_read() {
    let suite = file("suite-windows").display().to_string();
    let puzzle = "benedictine startpos ; best c2-d3@f2 ; grade 3";
    fs::write(&suite, format!("# one puzzle\n\n{puzzle}\n")).expect("written");
    let bench = ["bench", "--suite", &suite, "--nodes", "100"];
    same_result(&bench, &suite, |finished| finished.done().replace(char::is_numeric, ""));

    let pack = file("pack-windows.toml").display().to_string();
    let garden = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/tests/packs/garden.toml");
    fs::copy(garden, &pack).expect("copied");
    let show = ["show", "buteur:pack=garden startpos", "--pack", &pack];
    same_result(&show, &pack, Finished::done);
}

#[test]
fn weights_are_read() {
    let weights = file("weights-windows.toml").display().to_string();
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../eval/weights/etoile-two-misere.toml");
    fs::copy(own, &weights).expect("copied");
    let position = "etoile:misere=yes,players=2 startpos";
    let args = ["explain", position, "--weights", &weights, "--depth", "1", "--threads", "1"];
    let expected = without_time(engine(&args));
    let text = edit_on_windows(&weights);
    assert_eq!(without_time(engine(&args)), expected);
    let units = on_windows(&text).encode_utf16().collect::<Vec<_>>();
    let bytes = units.iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<_>>();
    fs::write(&weights, bytes).expect("written");
    assert_eq!(without_time(engine(&args)), expected);
}

#[test]
fn proofs_are_read() {
    let position = "etoile:board=square8,players=2,quiet=40,rules=english B Kc3 Ka1,Kh8 0 -";
    let proof = file("proof-windows").display().to_string();
    engine(&["solve", position, "--proof", &proof, "--threads", "1"]).done();
    same_result(&["solve", position, "--check", &proof], &proof, Finished::done);

    let state = file("state-windows").display().to_string();
    let part = ["solve", position, "--nodes", "50", "--threads", "1", "--resume", &state];
    engine(&part).done();
    edit_on_windows(&state);
    engine(&part).done();
}

/// Typed moves, commands of the text protocol, and a saved game.
#[test]
fn lines_are_read() {
    let typed = "c2-d3@f2\nshow\nquit\n";
    let play = ["play", "benedictine", "--level", "1", "--seed", "1"];
    let expected = engine_reading(&play, typed.as_bytes()).done();
    assert_eq!(engine_reading(&play, on_windows(typed).as_bytes()).done(), expected);

    let commands = "position startpos moves c2-d3@f2\nquery position\nquit\n";
    let expected = engine_reading(&["ugi"], commands.as_bytes()).done();
    assert_eq!(engine_reading(&["ugi"], on_windows(commands).as_bytes()).done(), expected);

    let saved = file("game-windows").display().to_string();
    fs::write(&saved, "benedictine startpos moves c2-d3@f2\n").expect("written");
    let load = format!("load {saved}\nquit\n");
    let expected = engine_reading(&play, load.as_bytes()).done();
    edit_on_windows(&saved);
    assert_eq!(engine_reading(&play, load.as_bytes()).done(), expected);
}
