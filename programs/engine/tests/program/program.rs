//! The program `engine` and helpers of its tests.

use std::ffi::OsStr;
use std::path::Path;

use serde_json::Value as Json;

use testing::{ENGINE, Finished};

/// Runs the program to its end.
pub(crate) fn engine<A: AsRef<OsStr>>(args: &[A]) -> Finished {
    ENGINE.run(args)
}

/// Runs the program to its end with this input.
pub(crate) fn engine_reading(args: &[&str], input: &[u8]) -> Finished {
    ENGINE.run_reading(args, input)
}

/// The lines of a file of test vectors.
pub(crate) fn vectors(game: &str) -> Vec<Json> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/tests/vectors");
    let file = file.join(format!("{game}.jsonl"));
    let text = std::fs::read_to_string(file).expect("the vectors");
    text.lines().map(|line| serde_json::from_str(line).expect("a vector")).collect()
}

/// The texts in a JSON array.
pub(crate) fn texts(array: &Json) -> Vec<&str> {
    array.as_array().expect("an array").iter().map(|text| text.as_str().expect("a text")).collect()
}

/// The texts of the moves or events of a position.
pub(crate) fn legal(position: &str) -> Vec<String> {
    let found = engine(&["inspect", position]).json();
    texts(&found["moves"]).into_iter().map(str::to_owned).collect()
}
