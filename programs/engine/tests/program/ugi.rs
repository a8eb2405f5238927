//! A conversation with `engine ugi`, line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::program::{engine, engine_reading, texts};
use testing::ENGINE;

/// A conversation.
pub(super) struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Talk {
    pub(super) fn start() -> Self {
        let mut talk = Self::with(&["ugi"]);
        talk.say("setoption name Threads value 1");
        talk
    }

    /// A conversation with a command of the program.
    pub(super) fn with(args: &[&str]) -> Self {
        let mut child =
            ENGINE.command(args).stdin(Stdio::piped()).spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { input: child.stdin.take(), child, output }
    }

    pub(super) fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("open"), "{line}").expect("it listens");
    }

    pub(super) fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("UTF-8");
        line.trim_end().to_owned()
    }

    /// Sends a line and reads one.
    pub(super) fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    /// Sends a search command. Returns the best move, and the lines before it.
    pub(super) fn best(&mut self, go: &str) -> (String, Vec<String>) {
        self.say(go);
        self.found()
    }

    /// The best move of a running search, and the lines before it.
    pub(super) fn found(&mut self) -> (String, Vec<String>) {
        let mut lines = Vec::new();
        loop {
            let line = self.hear();
            if let Some(best) = line.strip_prefix("bestmove ") {
                return (best.to_owned(), lines);
            }
            // After an interrupted search, the last line has its nodes.
            if !line.starts_with("info nodes ") {
                assert!(line.starts_with("info depth "), "{line}");
                lines.push(line);
            }
        }
    }

    /// Closes both pipes and waits; the program ends.
    pub(super) fn abandon(self) {
        let Self { mut child, input, output } = self;
        drop((input, output));
        let started = Instant::now();
        child.wait().expect("a status");
        assert!(started.elapsed() < Duration::from_secs(5));
    }

    /// Closes the input and waits for the end. Returns the remaining output.
    pub(super) fn end(mut self) -> String {
        drop(self.input.take());
        let started = Instant::now();
        let mut rest = String::new();
        while self.output.read_line(&mut rest).expect("UTF-8") > 0 {}
        assert!(self.child.wait().expect("a status").success());
        assert!(started.elapsed() < Duration::from_secs(2));
        rest
    }
}

#[test]
fn it_introduces_itself() {
    let mut talk = Talk::start();
    talk.say("ugi");
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line| line != "ugiok") {
        lines.push(talk.hear());
    }
    assert!(lines[0].starts_with("id name engine ") && lines[1].starts_with("id author "));
    let names = ["Game", "Threads", "Hash", "Seed", "Weights", "MultiPV", "Pack", "Tables"];
    for (line, name) in lines[2..].iter().zip(names) {
        assert!(line.starts_with(&format!("option name {name} type ")), "{line}");
        assert!(line.contains(" default "), "{line}");
    }
    let numbers = &lines[2 + names.len()..lines.len() - 1];
    let table = engine(&["parameters"]).done();
    assert_eq!(numbers.len(), table.lines().count());
    for (line, row) in numbers.iter().zip(table.lines()) {
        let (name, rest) = row.split_once('=').expect("name=default");
        let default = rest.split(':').next().expect("the default");
        let start = format!("option name {name} type spin default {default} min ");
        assert!(line.starts_with(&start), "{line} {start}");
    }
    assert_eq!(talk.ask("isready"), "readyok");
    assert_eq!(talk.end(), "");
}

/// The answer is the same as that of the command line.
#[test]
fn it_finds_the_same_move() {
    let mut talk = Talk::start();
    for (game, start, moves) in [
        ("benedictine", "startpos", " moves c2-d3@f2"),
        ("maitres:passage=leap", "startpos", " moves die4 c2-c6 die3"),
        ("maitres", "fen 3lm4/2s1s4/9/5L3/1s7/6S2/2S6/4S4/3LM1L2 b 5", ""),
    ] {
        let position = format!("{game} {}{moves}", start.trim_start_matches("fen "));
        let args = ["bestmove", &position, "--depth", "3", "--threads", "1", "--json"];
        let json = engine(&args).json();
        talk.say(&format!("setoption name Game value {game}"));
        talk.say("uginewgame");
        talk.say(&format!("position {start}{moves}"));
        let (best, lines) = talk.best("go depth 3");
        assert_eq!(json["bestmove"], best.as_str());
        let last = lines.last().expect("a line");
        assert!(last.contains(&format!(" nodes {} ", json["nodes"])), "{last}");
        assert!(
            last.contains(&format!(" value {:.6} ", json["value"].as_f64().unwrap())),
            "{last}"
        );
    }
    assert_eq!(talk.end(), "");
}

/// A search parameter has the same effect as on the command line.
#[test]
fn numbers_of_the_search_can_be_set() {
    let position = "benedictine startpos moves c2-d3@f2";
    let nodes = |more: &[&str]| {
        let args = ["bestmove", position, "--depth", "5", "--threads", "1", "--json"];
        engine(&[&args[..], more].concat()).json()["nodes"].clone()
    };
    let set = nodes(&["--set", "lmr_min_move=9", "--set", "etc_depth=6"]);
    assert_ne!(nodes(&[]), set);
    let mut talk = Talk::start();
    talk.say("setoption name lmr_min_move value 9");
    talk.say("setoption name etc_depth value 6");
    talk.say("position startpos moves c2-d3@f2");
    let (_, lines) = talk.best("go depth 5");
    let last = lines.last().expect("a line");
    assert!(last.contains(&format!(" nodes {set} ")), "{last} {set}");
    talk.say("setoption name lmr_min_move value 2");
    talk.say("setoption name etc_depth value 4");
    talk.say("uginewgame");
    let (_, lines) = talk.best("go depth 5");
    let last = lines.last().expect("a line");
    assert!(last.contains(&format!(" nodes {} ", nodes(&[]))), "{last}");
    assert_eq!(talk.end(), "");
}

/// After the option is set, texts can name the pack of the file. After it is reset, they cannot.
#[test]
fn it_reads_a_pack() {
    let mut talk = Talk::start();
    talk.say(&format!(
        "setoption name Pack value {}/../../engine/tests/packs/tiny.toml",
        env!("CARGO_MANIFEST_DIR")
    ));
    talk.say("setoption name Game value buteur:pack=tiny,players=4");
    assert!(
        talk.ask("query position").starts_with("response buteur:pack=tiny,players=4 kickoff R1")
    );
    talk.say("setoption name Game value buteur");
    talk.say("setoption name Pack value <empty>");
    assert!(
        talk.ask("setoption name Game value buteur:pack=tiny").starts_with("info string error")
    );
    assert_eq!(talk.end(), "");
}

#[test]
fn it_answers_questions() {
    let mut talk = Talk::start();
    for (line, answer) in [
        ("query gameover", "response false"),
        ("query p1turn", "response true"),
        ("query result", "response none"),
        ("query shares", "response none"),
        ("query chance", "response none"),
        ("query actor", "response g"),
    ] {
        assert_eq!(talk.ask(line), answer);
    }
    talk.say("setoption name game value maitres");
    assert_eq!(talk.ask("query actor"), "response chance");
    assert_eq!(talk.ask("query p1turn"), "response false");
    let chance = "response die1 1/6 die2 1/6 die3 1/6 die4 1/6 die5 1/6 die6 1/6";
    assert_eq!(talk.ask("query chance"), chance);
    talk.say("position startpos moves die4");
    let described = engine(&["inspect", "maitres startpos moves die4"]).json();
    let moves = format!("response {}", texts(&described["moves"]).join(" "));
    assert_eq!(talk.ask("query moves"), moves);
    let canonical = format!("response {}", described["position"].as_str().unwrap());
    assert_eq!(talk.ask("query position"), canonical);
    talk.say("position fen 9/9/9/9/9/9/9/9/4M4 b -");
    for (line, answer) in [
        ("query gameover", "response true"),
        ("query p1turn", "response false"),
        ("query result", "response p1win"),
        ("query shares", "response r 1.000000 b 0.000000"),
        ("query moves", "response none"),
    ] {
        assert_eq!(talk.ask(line), answer);
    }
    talk.say("setoption name Game value benedictine:plies=1");
    talk.say("position startpos moves b1-a1");
    assert_eq!(talk.ask("query result"), "response draw");
}

/// A game that continues gives the same answers as a game that is read again.
#[test]
fn a_game_goes_on() {
    let mut talk = Talk::start();
    talk.say("setoption name Game value benedictine:repetition=2");
    let shuffle = "b1-a1 b7-a7 a1-b1 a7-b7";
    let mut line = "position startpos moves".to_owned();
    for mv in shuffle.split(' ') {
        assert_eq!(talk.ask("query gameover"), "response false");
        line.push_str(&format!(" {mv}"));
        talk.say(&line);
    }
    assert_eq!(talk.ask("query result"), "response draw");
    talk.say("position startpos moves b1-a1 b7-a7 a1-b1");
    assert_eq!(talk.ask("query gameover"), "response false");
}

/// Each `go` gets one best move. Words that are not understood are named and skipped.
#[test]
fn every_go_is_answered_once() {
    let mut talk = Talk::start();
    for (go, skipped) in [
        ("go depth 2 sideways 3", &["read \"sideways\"", "read \"3\""][..]),
        ("go\tponder  depth\t2", &["read \"ponder\""]),
        ("go depth 2 movetime -1", &["go movetime: read \"-1\", expected milliseconds"]),
        ("go p2time 100 depth 2", &["p1time of the player to act"]),
        ("go nodes depth 2", &["go nodes: read \"\""]),
        ("go depth 0", &["go depth: read \"0\"", "no limit is left"]),
    ] {
        talk.say(go);
        talk.say("isready");
        let (mut lines, mut best) = (Vec::new(), 0);
        // The answer to `isready` may come before the best move.
        let mut ready = false;
        while best == 0 || !ready {
            let line = talk.hear();
            best += u32::from(line.starts_with("bestmove "));
            ready |= line == "readyok";
            lines.push(line);
        }
        let notes: Vec<_> = lines.iter().filter(|line| line.starts_with("info string ")).collect();
        assert_eq!(notes.len(), skipped.len(), "{go}: {lines:?}");
        for (note, words) in notes.iter().zip(skipped) {
            assert!(note.contains(words) && !note.contains(" error "), "{go}: {note}");
        }
        assert_eq!(talk.ask("isready"), "readyok", "one best move");
    }
}

/// `go infinite` ends with `stop` alone: after a proof, with one legal move, and despite a depth.
#[test]
fn an_infinite_search_waits_for_stop() {
    let mut talk = Talk::start();
    talk.say("setoption name Game value etoile:board=square8,players=2,rules=english");
    for (position, go) in [
        ("position fen A Kd4,Ke5 Kh4 0 -", "go infinite"),
        ("position startpos", "go infinite depth 2"),
    ] {
        talk.say(position);
        talk.say(go);
        thread::sleep(Duration::from_millis(150));
        talk.say("isready");
        loop {
            let line = talk.hear();
            assert!(!line.starts_with("bestmove"), "{position}: {line}");
            if line == "readyok" {
                break;
            }
        }
        talk.best("stop");
    }
}

/// Any white space separates tokens.
#[test]
fn tokens_are_separated_by_any_white_space() {
    let mut talk = Talk::start();
    talk.say("setoption\tname  Game\tvalue   maitres");
    talk.say("position\tstartpos  moves\tdie4  ");
    let expected = talk.ask("query position");
    talk.say("uginewgame");
    talk.say("position startpos moves die4");
    assert_eq!(talk.ask("query\tposition"), expected);
    assert!(expected.contains(" 4"), "{expected}");
}

/// Every error is reported in one line, and changes nothing.
#[test]
fn errors_change_nothing() {
    let mut talk = Talk::start();
    talk.say("setoption name Game value maitres");
    talk.say("position startpos moves die4");
    let before = talk.ask("query position");
    for (line, words) in [
        ("frobnicate", "command: read \"frobnicate\""),
        ("quit now", "command"),
        ("position", "position"),
        ("position here", "position: read \"here\", expected startpos"),
        ("position startpos moves", "moves"),
        ("position startpos moves die4 a1-a9", "move: read \"a1-a9\""),
        ("position startpos moves die4 c2-c6 die9", "die1"),
        ("position fen 9/9 r -", "board"),
        ("position fen startpos", "position fen: read \"startpos\", expected the fields"),
        ("position fen startpos moves die4", "position fen"),
        ("setoption name Game value chess", "game: read \"chess\""),
        ("setoption name Game value maitres startpos", "option Game"),
        ("setoption name Threads value 0", "option Threads: read \"0\""),
        ("setoption name Hash value x", "option Hash: read \"x\""),
        ("setoption name Hash value 9999999", "option Hash: read 9999999, expected "),
        ("setoption name Weights value missing.toml", "weights: read \"missing.toml\""),
        ("setoption name Pack value missing.toml", "option Pack: read \"missing.toml\""),
        ("setoption name Magic value 1", "option: read \"Magic\""),
        (
            "setoption name lmr_min_move value 0",
            "parameter lmr_min_move: read \"0\", expected a whole",
        ),
        ("setoption Threads 1", "setoption"),
        ("query weather", "query: read \"weather\""),
    ] {
        let answer = talk.ask(line);
        assert!(
            answer.starts_with("info string error ") && answer.contains(words),
            "{line}: {answer}"
        );
        assert_eq!(talk.ask("query position"), before, "{line}");
    }
    talk.say("position startpos");
    let answer = talk.ask("go depth 1");
    assert!(answer.starts_with("info string error go") && answer.contains("chance"), "{answer}");
    assert_eq!(talk.end(), "");
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let run = engine_reading(&["ugi"], b"\xff\xfe\nisready\n");
    let text = run.done();
    assert!(text.starts_with("info string error line") && text.ends_with("\nreadyok\n"), "{text}");
}

#[test]
fn a_search_can_be_stopped() {
    let mut talk = Talk::start();
    talk.say("go infinite");
    talk.hear();
    talk.say("isready");
    while talk.hear() != "readyok" {}
    let (best, _) = talk.best("stop");
    assert!(engine(&["inspect", "benedictine startpos"]).done().contains(&format!("\"{best}\"")));
    // Commands that need the engine wait until the search ends.
    talk.say("go infinite");
    talk.say("position startpos moves c2-d3@f2");
    talk.say("query actor");
    let (_, lines) = talk.best("stop");
    assert!(!lines.is_empty());
    assert_eq!(talk.hear(), "response a");
}

#[test]
fn clocks_are_kept() {
    let mut talk = Talk::start();
    for go in ["go movetime 50", "go p1time 400 p2time 1 p1inc 10 p2inc 0"] {
        let started = Instant::now();
        talk.best(go);
        assert!(started.elapsed() < Duration::from_millis(250), "{go}: {:?}", started.elapsed());
    }
}

#[test]
fn several_lines_are_found() {
    let mut talk = Talk::start();
    talk.say("setoption name MultiPV value 2");
    let (best, lines) = talk.best("go depth 2");
    let [.., first, second] = &lines[..] else { panic!("{lines:?}") };
    assert!(first.contains(" multipv 1 ") && first.contains(&format!(" pv {best}")), "{first}");
    assert!(second.contains(" multipv 2 "), "{second}");
}

/// In each report the lines fall in value. The best move is the first move of the last report.
#[test]
fn several_lines_fall_in_value() {
    let mut talk = Talk::start();
    talk.say("setoption name MultiPV value 5");
    for (game, moves, go) in [
        ("benedictine", "", "go depth 6"),
        ("ruches", " moves 7@d1", "go nodes 20000"),
        ("etoile", "", "go nodes 5000"),
        ("maitres", " moves die4", "go nodes 5000"),
    ] {
        talk.say(&format!("setoption name Game value {game}"));
        talk.say(&format!("position startpos{moves}"));
        let (best, lines) = talk.best(go);
        let (mut above, mut first) = (f64::INFINITY, "");
        for line in &lines {
            let after = |word| line.split_once(word).expect("a field").1;
            let value: f64 = after(" value ").split(' ').next().unwrap().parse().expect("a number");
            if line.contains(" multipv 1 ") {
                (above, first) = (f64::INFINITY, after(" pv ").split(' ').next().unwrap());
            }
            assert!(value <= above, "{game}: {lines:?}");
            above = value;
        }
        assert_eq!(best, first, "{game}: {lines:?}");
    }
    assert_eq!(talk.end(), "");
}
