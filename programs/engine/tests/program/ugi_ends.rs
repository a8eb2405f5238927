//! The end of `engine ugi`, and the commands that wait for a search.

use super::program::engine_reading;
use super::ugi::Talk;

/// All commands before the end of input are answered. Searches end as after `stop`.
#[test]
fn the_end_of_input_loses_nothing() {
    let lines = "setoption name Threads value 1\nposition startpos moves c2-d3@f2\ngo movetime 600000\nquery actor\n\
        position startpos\ngo nodes 1000000000000\nfrobnicate\ngo infinite\nquery actor\nisready\n";
    let text = engine_reading(&["ugi"], lines.as_bytes()).done();
    let is_told = |line: &&str| !line.starts_with("info ") || line.contains(" error ");
    // `isready` is answered at once.
    let rest: Vec<_> = text.lines().filter(is_told).filter(|&line| line != "readyok").collect();
    let found = |line: &str| line.starts_with("bestmove ");
    assert_eq!(rest.len(), 6, "{text}");
    assert!(found(rest[0]) && found(rest[2]) && found(rest[4]), "{text}");
    assert_eq!([rest[1], rest[5]], ["response a", "response g"], "{text}");
    assert!(rest[3].starts_with("info string error command: read \"frobnicate\""), "{text}");
}

#[test]
fn the_end_of_input_ends_a_search() {
    for go in ["go infinite", "go movetime 600000"] {
        for last in ["quit", ""] {
            let mut talk = Talk::start();
            talk.say(go);
            talk.hear();
            talk.say(last);
            let rest = talk.end();
            assert!(
                rest.lines().last().is_some_and(|line| line.starts_with("bestmove ")),
                "{rest}"
            );
        }
        let mut talk = Talk::start();
        talk.say(go);
        talk.hear();
        talk.abandon();
    }
}

/// The number of waiting lines is limited. Commands that end the search are still obeyed.
#[test]
fn lines_that_wait_are_bounded() {
    let mut talk = Talk::start();
    talk.say("go infinite");
    talk.hear();
    let long = format!("position startpos moves{}", " c2-d3@f2".repeat((12 << 20) / 9));
    (0..6).for_each(|_| talk.say(&long));
    talk.say("query actor");
    let mut refused = 0;
    loop {
        let line = talk.hear();
        if line.starts_with("info string error line: read \"query actor\"") {
            break;
        }
        let full = line.starts_with("info string error line: read \"position startpos moves c2-d3");
        assert!(full || line.starts_with("info depth "), "{line}");
        refused += u32::from(full);
    }
    assert_eq!(refused, 1);
    talk.say("stop");
    talk.found();
    for _ in 0..5 {
        assert!(talk.hear().starts_with("info string error move: read "));
    }
    assert_eq!(talk.ask("query actor"), "response g");
    assert_eq!(talk.end(), "");
}
