//! Chances that people see, fitted by `tuning calibrate`.

use std::fs;

use eval::Weights;
use games::State;
use games::ruches::Ruches;

use testing::{SELFPLAY, TUNING, file};

/// Plays a few short games.
fn played(name: &str, game: &str, games: &str) -> String {
    let records = file(name).to_str().expect("UTF-8").to_owned();
    let players = ["--player", "name=A,nodes=20", "--player", "name=B,nodes=30"];
    let more = ["--games", games, "--quiet", "--out", &records];
    SELFPLAY.run(&[&["match", game][..], &players, &more].concat()).done();
    records
}

/// The command changes the chances of weights, and nothing else.
#[test]
fn only_the_chances_change() {
    let records = played("calibrate.jsonl", "ruches", "40");
    let out = file("calibrate.weights").to_str().expect("UTF-8").to_owned();
    let calibrate = ["calibrate", &records, "--out", &out];
    let told = TUNING.run(&calibrate).done();
    let game = State::<Ruches>::parse("ruches startpos").expect("a position").into_game();
    let mut weights = Weights::parse(&game, fs::read(&out).expect("a file")).expect("weights");
    let curve = weights.chances().curve().expect("a curve");
    let words = format!("after, with chances = {curve:?}:");
    assert!(told.contains(&words) && told.contains("no further apart than"), "{told}");
    let default = Weights::default_for(&game);
    weights.set_chances(default.chances());
    assert_eq!(weights, default);
    // The same games give the same chances.
    assert_eq!(TUNING.run(&calibrate).done(), told);

    fs::write(&out, "diary").expect("a file");
    TUNING.run(&calibrate).refused(&["out: read", "somebody else's"]);
    assert_eq!(fs::read_to_string(&out).expect("a file"), "diary");
    for path in [records, out] {
        fs::remove_file(path).expect("a file");
    }
}

/// All games have the same set of weights, and there are enough of them.
#[test]
fn other_games_are_refused() {
    let two = played("calibrate-two.jsonl", "ruches", "2");
    let other = played("calibrate-other.jsonl", "maitres", "2");
    for (records, words) in [
        (
            &[&*two, &*other][..],
            &["calibrate-other.jsonl: read \"maitres\", expected games of the same set"][..],
        ),
        (&[&two], &["records: read no positions to be", "expected more games"]),
    ] {
        TUNING.run(&[&["calibrate"][..], records, &["--out", "none"]].concat()).refused(words);
    }
    for path in [two, other] {
        fs::remove_file(path).expect("a file");
    }
}
