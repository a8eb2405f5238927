//! Running the program and looking at what came out of it.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

/// Bad input is refused in less than this. A second would do on an idle machine.
const SOON: Duration = Duration::from_secs(3);

/// A run that has ended.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) elapsed: Duration,
}

/// The program, not yet started, with no input and all output caught.
pub(crate) fn command<A: AsRef<OsStr>>(args: &[A]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    command.args(args).env_remove("NO_COLOR");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program to its end.
pub(crate) fn engine<A: AsRef<OsStr>>(args: &[A]) -> Finished {
    let started = Instant::now();
    let output = command(args).output().expect("the program runs");
    finished(output, started)
}

/// Runs the program to its end with something to read.
pub(crate) fn engine_reading(args: &[&str], input: &[u8]) -> Finished {
    let started = Instant::now();
    let mut child = command(args).stdin(Stdio::piped()).spawn().expect("the program starts");
    // A program that does not want it all closes the pipe.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    finished(child.wait_with_output().expect("the program ends"), started)
}

pub(crate) fn finished(output: Output, started: Instant) -> Finished {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Finished {
        status: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
        elapsed: started.elapsed(),
    }
}

impl Finished {
    /// What a successful run printed.
    #[track_caller]
    pub(crate) fn done(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (Some(0), ""), "{}", self.stdout);
        self.stdout
    }

    /// The JSON object of a successful run: one line, nothing else.
    #[track_caller]
    pub(crate) fn json(self) -> Json {
        let text = self.done();
        assert!(text.ends_with('\n') && text.lines().count() == 1, "one line: {text}");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Checks that bad input was refused in one line that says all of `words`.
    #[track_caller]
    pub(crate) fn refused(&self, words: &[&str]) {
        self.failed(2, words);
        assert_eq!(self.stdout, "", "nothing but the error");
        assert!(self.elapsed < SOON, "took {:?}: {}", self.elapsed, self.stderr);
    }

    /// Checks the exit status and the one line of an error.
    #[track_caller]
    pub(crate) fn failed(&self, status: i32, words: &[&str]) {
        let stderr = &self.stderr;
        assert_eq!(self.status, Some(status), "{stderr}");
        assert!(stderr.starts_with("error: ") && stderr.ends_with('\n'), "{stderr:?}");
        assert_eq!(stderr.matches('\n').count(), 1, "one line: {stderr:?}");
        assert!(!stderr.contains("panicked"), "{stderr}");
        for word in words {
            assert!(stderr.contains(word), "{word:?} in {stderr:?}");
        }
    }
}

/// The lines of a file of test vectors.
pub(crate) fn vectors(game: &str) -> Vec<Json> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/vectors");
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
