//! The program and the system: pipes, signals, time, full disks.

#![cfg(unix)]

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use super::program::engine;
use testing::{ENGINE, Finished};

/// The longest time for a program to end after it was told to. It usually takes a few milliseconds.
const SOON: Duration = Duration::from_secs(2);

/// Starts a program that searches, and reads its first line.
fn searching(args: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let mut child = ENGINE.command(args).spawn().expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    // Another thread may have finished a deeper iteration first.
    assert!(line.starts_with("info depth ") || line.starts_with('{'), "{line}");
    (child, reader)
}

/// Waits for the end. Returns the exit status and the text of standard error.
fn ended(mut child: Child) -> (Option<i32>, String) {
    let started = Instant::now();
    while child.try_wait().expect("a status").is_none() {
        if started.elapsed() > SOON {
            child.kill().expect("it runs");
            panic!("still running after {SOON:?}");
        }
        sleep(Duration::from_millis(5));
    }
    let mut stderr = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("UTF-8");
    (child.wait().expect("a status").code(), stderr)
}

#[test]
fn a_closed_pipe_ends_an_analysis() {
    for position in ["benedictine startpos", "maitres startpos", "maitres startpos moves die4"] {
        for more in [&["--hash", "4"][..], &["--json"], &["--multipv", "3"]] {
            let (child, reader) = searching(&[&["analyse", position], more].concat());
            drop(reader);
            assert_eq!(ended(child), (Some(0), String::new()), "{position} {more:?}");
        }
    }
}

/// The end of input ends the protocol, even during an infinite search, and the best move is
/// printed.
#[test]
fn a_closed_input_ends_the_protocol() {
    for (game, position) in [
        ("benedictine", "startpos"),
        ("maitres", "startpos moves die4"),
        ("ruches", "startpos"),
        ("etoile", "startpos"),
        ("buteur", "fen play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -"),
    ] {
        for more in ["", "go infinite\n"] {
            let mut child =
                ENGINE.command(&["ugi"]).stdin(Stdio::piped()).spawn().expect("a start");
            let mut input = child.stdin.take().expect("a pipe");
            let lines = format!("setoption name Game value {game}\nposition {position}\n{more}");
            input.write_all(format!("{lines}go infinite\n").as_bytes()).expect("it reads");
            let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
            let mut line = String::new();
            while !line.starts_with("info depth ") {
                line.clear();
                assert!(reader.read_line(&mut line).expect("text") > 0, "{game}");
            }
            drop(input);
            assert_eq!(ended(child), (Some(0), String::new()), "{game} {more}");
            let mut rest = String::new();
            reader.read_to_string(&mut rest).expect("UTF-8");
            assert!(rest.lines().any(|line| line.starts_with("bestmove ")), "{game}: {rest}");
        }
    }
}

/// A closed pipe also ends an analysis during a long iteration, in which nothing is printed.
#[test]
#[cfg(unix)]
fn a_pipe_closed_late_ends_an_analysis() {
    let (child, reader) = searching(&["analyse", "maitres startpos", "--threads", "1"]);
    std::thread::sleep(std::time::Duration::from_millis(800));
    drop(reader);
    assert_eq!(ended(child), (Some(0), String::new()));
}

#[test]
fn a_closed_pipe_ends_every_command() {
    for args in [
        &["games"][..],
        &["show", "maitres startpos"],
        &["inspect", "maitres startpos moves die6", "--children"],
        &["perft", "benedictine startpos", "2", "--divide"],
        &["bestmove", "benedictine startpos", "--depth", "3"],
        &["bench"],
        &["--help"],
    ] {
        let mut child = ENGINE.command(args).spawn().expect("the program starts");
        drop(child.stdout.take());
        assert_eq!(ended(child), (Some(0), String::new()), "{args:?}");
    }
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

/// Interrupts a search of one minute. Returns its output after the first line.
fn interrupted(args: &[&str], name: &str) -> String {
    let (child, mut reader) = searching(args);
    sleep(Duration::from_millis(100));
    signal(&child, name);
    assert_eq!(ended(child), (Some(0), String::new()), "{args:?}");
    let mut rest = String::new();
    reader.read_to_string(&mut rest).expect("UTF-8");
    rest
}

#[test]
fn an_interrupted_search_names_its_best_move() {
    for position in ["benedictine startpos", "maitres startpos moves die4"] {
        for name in ["-INT", "-TERM"] {
            let rest = interrupted(&["bestmove", position, "--time", "60s"], name);
            let last = rest.lines().last().expect("a line");
            let best = last.strip_prefix("bestmove ").expect("a best move");
            let legal = super::program::legal(position);
            assert!(legal.iter().any(|mv| mv == best), "{best} in {position}");
        }
    }
}

#[test]
fn an_interrupted_analysis_ends() {
    for position in ["benedictine startpos", "maitres startpos"] {
        interrupted(&["analyse", position], "-INT");
        let rest = interrupted(&["analyse", position, "--json"], "-INT");
        let whole = |line: &str| serde_json::from_str::<Json>(line).is_ok();
        assert!(rest.lines().all(whole), "{rest}");
    }
}

/// The time of a run, tried up to four times until it is below a bound, because the machine
/// may have other work.
fn retried(args: &[&str], bound: Duration) -> Duration {
    let time = || {
        let run = engine(args);
        let elapsed = run.elapsed;
        run.done();
        elapsed
    };
    let first = time();
    (0..3).fold(first, |last, _| if last < bound { last } else { time() })
}

#[test]
fn time_is_kept() {
    let late = Duration::from_millis(250);
    for position in ["benedictine startpos", "maitres startpos moves die6"] {
        for threads in ["1", "2"] {
            let args = ["bestmove", position, "--time", "100ms", "--threads", threads];
            let taken = retried(&args, late);
            assert!(taken < late, "{taken:?}: {position} with {threads} threads");
        }
    }
}

/// The shortest time limit still gives a move.
#[test]
fn a_millisecond_is_enough_for_a_move() {
    for position in ["benedictine startpos", "maitres startpos moves die6"] {
        let text = engine(&["bestmove", position, "--time", "1ms", "--threads", "2"]).done();
        assert!(text.lines().last().expect("a line").starts_with("bestmove "), "{text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    for args in [
        &["games"][..],
        &["show", "benedictine startpos"],
        &["inspect", "benedictine startpos"],
        &["perft", "benedictine startpos", "1"],
        &["bestmove", "benedictine startpos", "--depth", "2"],
        &["bestmove", "benedictine startpos", "--depth", "2", "--json"],
        &["analyse", "maitres startpos"],
        &["bench"],
        &["--help"],
        &["--version"],
    ] {
        let started = Instant::now();
        let full = File::create("/dev/full").expect("the device");
        let output =
            ENGINE.command(args).stdout(Stdio::from(full)).output().expect("the program runs");
        Finished::new(output, started).failed(1, &["output", "space"]);
        assert!(started.elapsed() < SOON, "{args:?}");
    }
}

/// The exit status reports an error that cannot be written to standard error.
#[cfg(target_os = "linux")]
#[test]
fn errors_that_cannot_be_written() {
    let full = || Stdio::from(File::create("/dev/full").expect("the device"));
    let status = |args: &[&str], stdout| {
        let child = ENGINE.command(args).stdout(stdout).stderr(full()).status();
        child.expect("the program runs").code()
    };
    assert_eq!(status(&["show", ""], Stdio::null()), Some(2));
    assert_eq!(status(&["games"], full()), Some(1));
}

/// If standard input cannot be read, the error names the position.
#[test]
fn input_that_cannot_be_read() {
    let folder = File::open(env!("CARGO_MANIFEST_DIR")).expect("a directory");
    let started = Instant::now();
    let output = ENGINE.command(&["show", "-"]).stdin(Stdio::from(folder)).output();
    Finished::new(output.expect("the program runs"), started).refused(&["position", "input"]);
}
