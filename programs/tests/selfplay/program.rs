//! Running the program and looking at what came out of it.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

/// The program, not yet started, with all output caught.
pub(crate) fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selfplay"));
    // A hard space stands for one within an argument.
    let words = arguments.split_ascii_whitespace().map(|word| word.replace('\u{a0}', " "));
    command.args(words).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &str) -> Output {
    command(arguments).output().expect("the program runs")
}

/// What a successful run printed.
#[track_caller]
pub(crate) fn done(arguments: &str) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{arguments}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The JSON object that a successful run printed.
#[track_caller]
pub(crate) fn json(arguments: &str) -> Json {
    serde_json::from_str(&done(arguments)).expect("an object")
}

/// The one line of an error, after the status is checked.
#[track_caller]
pub(crate) fn failed(arguments: &str, status: i32) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(status), "{arguments}: {errors}");
    assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{errors}");
    errors
}

/// A file of the test's own, which is not there.
pub(crate) fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}
