//! Running a program and looking at what came out of it.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

/// Bad input is refused in less than this. A second would do on an idle machine.
const SOON: Duration = Duration::from_secs(3);

pub(crate) const ENGINE: Program = Program(env!("CARGO_BIN_EXE_engine"));

pub(crate) const SELFPLAY: Program = Program(env!("CARGO_BIN_EXE_selfplay"));

pub(crate) const TUNING: Program = Program(env!("CARGO_BIN_EXE_tuning"));

/// One of the programs, by its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Program(&'static str);

/// A run that has ended.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) elapsed: Duration,
}

impl Program {
    /// The program, not yet started, with no input and all output caught.
    pub(crate) fn command<A: AsRef<OsStr>>(self, args: &[A]) -> Command {
        let mut command = Command::new(self.0);
        command.args(args).env_remove("NO_COLOR");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run<A: AsRef<OsStr>>(self, args: &[A]) -> Finished {
        let started = Instant::now();
        let output = self.command(args).output().expect("the program runs");
        Finished::new(output, started)
    }

    /// The program, which may have so many MiB of memory.
    #[cfg(unix)]
    pub(crate) fn command_within(self, mib: u64, args: &[&str]) -> Command {
        let mut command = Command::new("sh");
        let limited = format!("ulimit -v {}; exec \"$0\" \"$@\"", mib * 1024);
        command.args(["-c", &limited, self.0]).args(args);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end with something to read.
    pub(crate) fn run_reading(self, args: &[&str], input: &[u8]) -> Finished {
        let started = Instant::now();
        let child = self.command(args).stdin(Stdio::piped()).spawn();
        let mut child = child.expect("the program starts");
        // A program that does not want it all closes the pipe.
        let _ = child.stdin.take().expect("a pipe").write_all(input);
        Finished::new(child.wait_with_output().expect("the program ends"), started)
    }
}

impl Finished {
    pub(crate) fn new(output: Output, started: Instant) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Self {
            status: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            elapsed: started.elapsed(),
        }
    }

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

    /// Checks that bad input was refused at once, in one line that says all of `words`.
    #[track_caller]
    pub(crate) fn refused(&self, words: &[&str]) {
        self.failed(2, words);
        assert_eq!(self.stdout, "", "nothing but the error");
        assert!(self.elapsed < SOON, "took {:?}: {}", self.elapsed, self.stderr);
    }

    /// Checks the exit status and the one line of an error, which says all of `words`.
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

/// A file or a folder of the test's own, which is not there.
pub(crate) fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    let _ = fs::remove_dir_all(&path);
    path
}
