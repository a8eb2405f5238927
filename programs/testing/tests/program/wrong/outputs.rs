//! Output that cannot be written, and folders of the user that are not absolute.

use std::fs::File;
use std::io::Write;
use std::time::Instant;

use testing::{ENGINE, Finished, Program, SELFPLAY, TUNING};

use super::{check_line, check_refused, each};

/// Commands that print results, with arguments that `|` separates.
const PRINTERS: [(Program, &str); 19] = [
    (ENGINE, "games"),
    (ENGINE, "show|benedictine startpos"),
    (ENGINE, "inspect|benedictine startpos|--children"),
    (ENGINE, "perft|benedictine startpos|2|--divide"),
    (ENGINE, "bestmove|benedictine startpos|--depth|2"),
    (ENGINE, "bestmove|benedictine startpos|--depth|2|--json"),
    (ENGINE, "analyse|benedictine startpos|--depth|2"),
    (ENGINE, "explain|benedictine startpos|--depth|2"),
    (ENGINE, "parameters"),
    (
        ENGINE,
        "solve|etoile:board=square8,players=2,quiet=40,rules=english B Kc3 Ka1,Kh8 0 -|--quiet",
    ),
    (ENGINE, "puzzles|ruches|--count|1"),
    (ENGINE, "generate|completions|bash"),
    (ENGINE, "ugi"),
    (ENGINE, "play|benedictine"),
    (SELFPLAY, "random|ruches|--games|1|--quiet"),
    (SELFPLAY, "openings|ruches|--count|1|--nodes|50|--quiet"),
    (SELFPLAY, "sprt|--results|1,2,3"),
    (
        SELFPLAY,
        "match|ruches|--player|name=A,random=yes|--player|name=B,random=yes|--games|2|--quiet",
    ),
    (TUNING, "trace|ruches startpos"),
];

/// Runs a command with some input and this standard output.
fn run(&(program, arguments): &(Program, &str), output: File) -> Finished {
    let words: Vec<_> = arguments.split('|').collect();
    let started = Instant::now();
    let (input, mut lines) = std::io::pipe().expect("a pipe");
    lines.write_all(b"ugi\nshow\nquit\n").expect("written");
    drop(lines);
    let mut child = program.command(&words);
    let child = child.stdin(input).stdout(output).spawn().expect("the program starts");
    Finished::new(child.wait_with_output().expect("the program ends"), started)
}

/// On a full disk each command fails with status 1.
#[test]
fn a_full_disk_is_told() {
    each(&PRINTERS, |printer| {
        let full = File::options().write(true).open("/dev/full").expect("a device");
        let finished = run(printer, full);
        assert_eq!(finished.status, Some(1), "{printer:?}: {finished:?}");
        check_line(&finished, printer.1);
    });
}

/// A reader that has closed the pipe has seen enough.
#[test]
fn a_closed_pipe_is_no_error() {
    each(&PRINTERS, |printer| {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let finished = run(printer, File::from(std::os::fd::OwnedFd::from(writer)));
        let found = (finished.status, finished.stderr.as_str());
        assert_eq!(found, (Some(0), ""), "{printer:?}");
    });
}

/// A relative path in the variables of the user's folders is ignored.
#[test]
fn relative_folders_of_the_user_are_ignored() {
    for (home, data) in [("", "relative"), ("relative", ""), ("relative", "./other")] {
        let started = Instant::now();
        let mut serve = ENGINE.command(&["serve", "--port", "0"]);
        let output = serve.env("HOME", home).env("XDG_DATA_HOME", data).output();
        let finished = Finished::new(output.expect("the program runs"), started);
        check_refused(&finished, "serve");
        assert!(
            finished.stderr.contains("--data: read nothing, expected a folder"),
            "{finished:?}"
        );
    }
}
