//! The rules of `engine ugi`: single reports, waiting commands, fallbacks, and errors.

use std::fs;

use super::program::{engine, engine_reading};
use super::ugi::Talk;
use testing::file;

/// A line that is too long is one error, and no part of it is executed.
#[test]
fn long_lines_are_refused_whole() {
    let mut input = vec![b'x'; (16 << 20) + 1000];
    input.extend(b" position startpos moves b1-a1\nquery p1turn\n");
    let text = engine_reading(&["ugi"], &input).done();
    let expected = "info string error line: read \"16778247 bytes\", expected at most 16 MiB\n\
        response true\n";
    assert_eq!(text, expected);
}

/// `stop` ends the running search and the waiting ones, but no later search.
#[test]
fn stop_ends_all_that_wait() {
    let mut talk = Talk::start();
    talk.say("go infinite");
    talk.hear();
    talk.say("go infinite");
    talk.say("position startpos moves c2-d3@f2");
    talk.say("go infinite");
    talk.best("stop");
    for _ in 0..2 {
        talk.found();
    }
    assert_eq!(talk.ask("query actor"), "response a");
    let (_, lines) = talk.best("go depth 2");
    assert!(lines.last().expect("a line").starts_with("info depth 2 "), "{lines:?}");
    assert_eq!(talk.end(), "");
}

/// Every iteration is reported once, also the last one.
#[test]
fn every_depth_comes_once() {
    for threads in ["1", "2"] {
        let mut talk = Talk::start();
        talk.say(&format!("setoption name Threads value {threads}"));
        for go in ["go depth 4", "go nodes 5000", "go movetime 100"] {
            talk.say("uginewgame");
            let (_, lines) = talk.best(go);
            let content = |line: &String| {
                let words: Vec<_> = line.split(' ').collect();
                let line = line.split_once(" pv ").expect("a variation").1;
                (words[2].to_owned(), words[8].to_owned(), line.to_owned())
            };
            let told: Vec<_> = lines.iter().map(content).collect();
            assert!(told.windows(2).all(|two| two[0] != two[1]), "{go}: {lines:?}");
        }
        // A search that was cut off reports its nodes in another line.
        talk.say("setoption name Threads value 1");
        talk.say("uginewgame");
        talk.say("go nodes 5000");
        let mut last = String::new();
        loop {
            let line = talk.hear();
            if line.starts_with("bestmove ") {
                break;
            }
            last = line;
        }
        assert!(last.contains("nodes 5000 "), "{last}");
        assert_eq!(talk.end(), "");
    }
}

/// `ugi` reports the default values, whatever values are set.
#[test]
fn defaults_are_those_of_the_factory() {
    let mut talk = Talk::start();
    let introduction = |talk: &mut Talk| {
        talk.say("ugi");
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line| line != "ugiok") {
            lines.push(talk.hear());
        }
        lines
    };
    let before = introduction(&mut talk);
    for option in ["Game value maitres", "Hash value 3", "Seed value 9", "MultiPV value 4"] {
        talk.say(&format!("setoption name {option}"));
    }
    for option in ["Weights value zero", "Threads value 2", "lmr_min_move value 9"] {
        talk.say(&format!("setoption name {option}"));
    }
    assert_eq!(introduction(&mut talk), before);
    assert_eq!(talk.ask("query actor"), "response chance");
    assert_eq!(talk.end(), "");
}

/// The actor is the player's name in `inspect`, not the team.
#[test]
fn the_actor_is_the_player() {
    for position in [
        "buteur:players=4 play R2 d7 1 0-0 run R ?6/Cb.F.G.L3b.N2h.N5r/?6/?6 -",
        "buteur:players=3 play R1* d7 1 0-0 run R F.Cb.G.L3b.N2h.N5r.P.R4h/?6/?6 -",
    ] {
        let described = engine(&["inspect", position]).json();
        let (game, fields) = position.split_once(' ').expect("a game");
        let mut talk = Talk::start();
        talk.say(&format!("setoption name Game value {game}"));
        talk.say(&format!("position fen {fields}"));
        let actor = described["actor"].as_str().expect("a name");
        assert_eq!(talk.ask("query actor"), format!("response {actor}"));
        assert!(position.contains(&format!(" {actor} ")));
        assert_eq!(talk.end(), "");
    }
}

/// Weights from a file that do not fit the next game are replaced by the default weights. Other
/// errors change nothing.
#[test]
fn weights_fall_back_with_another_game() {
    let weights = file("ugi-weights.toml");
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../eval/weights/benedictine.weights");
    fs::copy(shipped, &weights).expect("a file");
    let mut talk = Talk::start();
    let set = format!("setoption name Weights value {}", weights.display());
    talk.say(&set);
    let answer = talk.ask("setoption name Game value chess");
    assert!(answer.starts_with("info string error game: read \"chess\""), "{answer}");
    let answer = talk.ask("setoption name Game value maitres");
    assert!(answer.starts_with("info string option Weights: default from now on: "), "{answer}");
    assert!(answer.contains("set: read \"benedictine\", expected \"maitres\""), "{answer}");
    assert_eq!(talk.ask("query actor"), "response chance");
    // A command that sets these weights for this game is an error.
    assert!(talk.ask(&set).starts_with("info string error weights: "));
    talk.say("setoption name Game value benedictine");
    assert_eq!(talk.ask("query actor"), "response g");
    talk.say(&set);
    talk.say("setoption name Game value benedictine:plies=7");
    assert_eq!(talk.ask("isready"), "readyok");
    fs::remove_file(weights).expect("a file");
    assert_eq!(talk.end(), "");
}
