//! Runs the program `selfplay`, with its arguments in one text.

use std::process::Command;

use serde_json::Value as Json;

use testing::{Finished, SELFPLAY};

/// A command that runs the program. A non-breaking space stands for a space within an argument.
pub(crate) fn command(arguments: &str) -> Command {
    SELFPLAY.command(&words(arguments))
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &str) -> Finished {
    SELFPLAY.run(&words(arguments))
}

/// The standard output of a successful run.
#[track_caller]
pub(crate) fn done(arguments: &str) -> String {
    run(arguments).done()
}

/// The JSON object on the standard output of a successful run.
#[track_caller]
pub(crate) fn json(arguments: &str) -> Json {
    run(arguments).json()
}

/// The one-line error of a run, after its status is checked.
#[track_caller]
pub(crate) fn failed(arguments: &str, status: i32) -> String {
    let finished = run(arguments);
    finished.failed(status, &[]);
    finished.stderr
}

fn words(arguments: &str) -> Vec<String> {
    arguments.split_ascii_whitespace().map(|word| word.replace('\u{a0}', " ")).collect()
}
