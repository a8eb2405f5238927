//! Games with a pack of the user: records of such games do not need the pack's file.

use std::fs;

use testing::{ENGINE, SELFPLAY, TUNING, file};

const GARDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/tests/packs/garden.toml");

const GAME: &str = "buteur:pack=garden";

/// Copies the file, so that the test can remove the copy.
fn pack(name: &str) -> String {
    let copy = file(name);
    fs::copy(GARDEN, &copy).expect("a file");
    copy.display().to_string()
}

#[test]
fn a_match_is_played_and_verified() {
    let (pack, out, page) = (pack("match.toml"), file("pack.jsonl"), file("pack"));
    let (records, page) = (out.display().to_string(), page.display().to_string());
    let other = format!("name=B,depth=1,cmd={}", ENGINE.path());
    let players = ["--player", "name=A,depth=1", "--player", &other];
    let usual = ["match", GAME, "--games", "4", "--json", "--quiet", "--strict"];
    let played = [&usual[..], &players, &["--pack", &pack, "--out", &records]].concat();
    let report = SELFPLAY.run(&played).done();
    let changed = fs::read_to_string(&pack).expect("a pack").replacen("count = 4", "count = 5", 1);
    fs::write(&pack, changed).expect("a file");
    let resumed = [&played[..], &["--resume"]].concat();
    SELFPLAY.run(&resumed).refused(&["pack is \"", "\" there, \""]);
    // The player's process still reads the file, but the records do not.
    fs::remove_file(&pack).expect("the file");
    assert_eq!(SELFPLAY.run(&["stats", "--json", &records]).done(), report);
    let verified = SELFPLAY.run(&["verify", &records]).done();
    assert!(verified.ends_with(": 4 games follow the rules\n"), "{verified}");
    SELFPLAY.run(&["report", &records, "--out", &page]).done();
    let nobody = ["random", GAME, "--games", "2", "--quiet"];
    SELFPLAY.run(&nobody).refused(&["option pack: read \"garden\""]);
    let games = SELFPLAY.run(&[&nobody[..], &["--pack", GARDEN]].concat()).done();
    assert!(games.starts_with("buteur:pack=garden: 2 random games"), "{games}");
}

/// Plays a game in the terminal, and writes its record.
#[test]
fn a_game_is_played() {
    let out = file("garden.jsonl").display().to_string();
    let game = ["play", GAME, "--people", "all", "--seed", "2", "--lang", "en", "--pack", GARDEN];
    // Plays the first move of the list, or a roll, until the match is over.
    let lines = "1\nroll\n".repeat(60) + &format!("record {out}\n");
    let said = ENGINE.run_reading(&game, lines.as_bytes());
    assert!(said.stdout.contains(&format!("saved: {out}")), "{}", said.stdout);
    let verified = SELFPLAY.run(&["verify", &out]).done();
    assert!(verified.ends_with(": 1 games follow the rules\n"), "{verified}");
    ENGINE.run(&["play", GAME]).refused(&["option pack: read \"garden\""]);
    ENGINE.run(&["serve", "--pack", "/no/such"]).refused(&["--pack: read \"/no/such\""]);
}

/// Runs a suite of one puzzle, with the pack.
#[test]
fn a_suite_is_solved() {
    let suite = file("garden-suite");
    let puzzle = "buteur:pack=garden play B1 a5 1 0-0 last R ?3/L3r.P.W1b G.L3r.N2h ; best L3r+P";
    fs::write(&suite, format!("{puzzle} ; grade 1\n")).expect("written");
    let suite = suite.display().to_string();
    let bench = ["bench", "--suite", &suite, "--nodes", "500"];
    let text = ENGINE.run(&[&bench[..], &["--pack", GARDEN]].concat()).done();
    assert!(text.lines().last().is_some_and(|line| line.contains(" of 1 nodes ")), "{text}");
    ENGINE.run(&bench).refused(&["--suite: line 1: ", "option pack: read \"garden\""]);
    ENGINE.run(&["bench", "--pack", GARDEN]).refused(&["--suite"]);
}

#[test]
fn weights_are_fitted() {
    let (pack, data, out) = (pack("fit.toml"), file("pack.data"), file("pack-fit"));
    let (data, out) = (data.display().to_string(), out.display().to_string());
    let usual =
        ["--games", "40", "--opening", "4", "--player", "depth=1", "--pack", &pack, "--quiet"];
    let words = TUNING.run(&[&["generate", GAME, "--out", &data][..], &usual].concat()).done();
    assert!(words.starts_with("40 of 40 games, "), "{words}");
    fs::remove_file(pack).expect("the file");
    let fit = ["fit", &data, "--out", &out, "--epochs", "3", "--quiet"];
    let verify = ["--verify", "--verify-games", "2", "--each", "depth=1"];
    let words = TUNING.run(&[&fit[..], &verify].concat()).done();
    assert!(words.contains("pack-fit/weights.toml"), "{words}");
    let merged = file("merged.data").display().to_string();
    let words = TUNING.run(&["merge", &data, "--out", &merged]).done();
    assert!(words.starts_with("40 games, "), "{words}");
}

#[test]
fn a_process_is_verified() {
    let new = format!("cmd={}", ENGINE.path());
    let new = format!("{new},depth=1");
    let usual = ["verify", GAME, "--new", &new, "--old", "random=yes", "--each", ""];
    let words = TUNING.run(&[&usual[..], &["--games", "2", "--pack", GARDEN, "--quiet"]].concat());
    let words = words.done();
    assert!(words.contains("after 2 games"), "{words}");
}

#[test]
fn a_position_is_traced() {
    let position = "buteur:pack=garden startpos";
    TUNING.run(&["trace", position]).refused(&["option pack: read \"garden\""]);
    let text = TUNING.run(&["trace", position, "--pack", GARDEN]).done();
    assert!(text.contains("expected result"), "{text}");
}
