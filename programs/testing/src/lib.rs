//! Tests of the programs: runs a program and checks its output.
//!
//! Cargo gives a test only the paths of programs in its own package. This crate looks for all
//! programs in the build folder, which is `target/debug` by default. `cargo test --workspace`
//! builds all programs. The tests of one package use the other programs in their last build.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{env, fmt, fs};

use serde_json::Value as Json;

/// The time in which invalid input must be refused. On an idle machine one second is enough.
const SOON: Duration = Duration::from_secs(3);

/// The program `engine`.
pub const ENGINE: Program = Program { name: "engine", package: "engine-program" };

/// The program `selfplay`.
pub const SELFPLAY: Program = Program { name: "selfplay", package: "selfplay-program" };

/// The program `tuning`.
pub const TUNING: Program = Program { name: "tuning", package: "tuning-program" };

/// One of the programs that the workspace builds.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    name: &'static str,
    package: &'static str,
}

/// The result of a run.
#[derive(Debug)]
pub struct Finished {
    /// The exit status; `None` if a signal ended the program.
    pub status: Option<i32>,
    /// The standard output.
    pub stdout: String,
    /// The standard error.
    pub stderr: String,
    /// The time between start and end.
    pub elapsed: Duration,
}

impl Program {
    /// The path of the program.
    ///
    /// # Panics
    /// If the program was not built.
    #[must_use]
    #[track_caller]
    pub fn path(self) -> String {
        let path = build_folder().join(format!("{}{}", self.name, env::consts::EXE_SUFFIX));
        let (shown, package) = (path.display(), self.package);
        assert!(path.exists(), "{shown} is missing: build it with `cargo build -p {package}`");
        shown.to_string()
    }

    /// A command that runs the program with empty input; its output is captured.
    pub fn command<A: AsRef<OsStr>>(self, args: &[A]) -> Command {
        let mut command = Command::new(self.path());
        command.args(args).env_remove("NO_COLOR");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end.
    ///
    /// # Panics
    /// If the program cannot be started.
    pub fn run<A: AsRef<OsStr>>(self, args: &[A]) -> Finished {
        let started = Instant::now();
        let output = self.command(args).output().expect("the program runs");
        Finished::new(output, started)
    }

    /// The same command, with a limit on the memory of the program.
    #[cfg(unix)]
    pub fn command_within(self, mib: u64, args: &[&str]) -> Command {
        let mut command = Command::new("sh");
        let limited = format!("ulimit -v {}; exec \"$0\" \"$@\"", mib * 1024);
        command.args(["-c", &limited, &self.path()]).args(args);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end with this standard input.
    ///
    /// # Panics
    /// If the program cannot be started.
    pub fn run_reading(self, args: &[&str], input: &[u8]) -> Finished {
        let started = Instant::now();
        let child = self.command(args).stdin(Stdio::piped()).spawn();
        let mut child = child.expect("the program starts");
        // A program may close its input before it has read all of it.
        let _ = child.stdin.take().expect("a pipe").write_all(input);
        Finished::new(child.wait_with_output().expect("the program ends"), started)
    }
}

/// Writes the path of the program.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path())
    }
}

impl Finished {
    /// The result of a run that started at `started`.
    ///
    /// # Panics
    /// If the output is not UTF-8.
    #[must_use]
    pub fn new(output: Output, started: Instant) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Self {
            status: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            elapsed: started.elapsed(),
        }
    }

    /// The standard output of a successful run.
    ///
    /// # Panics
    /// If the run failed.
    #[track_caller]
    pub fn done(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (Some(0), ""), "{}", self.stdout);
        self.stdout
    }

    /// The JSON object on the standard output of a successful run. The output must be this one
    /// line.
    ///
    /// # Panics
    /// If the run failed or printed anything else.
    #[track_caller]
    pub fn json(self) -> Json {
        let text = self.done();
        assert!(text.ends_with('\n') && text.lines().count() == 1, "one line: {text}");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Checks that invalid input was refused quickly, by a one-line error with all of `words`.
    ///
    /// # Panics
    /// If it was not refused in this way.
    #[track_caller]
    pub fn refused(&self, words: &[&str]) {
        self.failed(2, words);
        assert_eq!(self.stdout, "", "nothing but the error");
        assert!(self.elapsed < SOON, "took {:?}: {}", self.elapsed, self.stderr);
    }

    /// Checks the exit status and the error, which must be one line with all of `words`.
    ///
    /// # Panics
    /// If the status or the error differs.
    #[track_caller]
    pub fn failed(&self, status: i32, words: &[&str]) {
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

/// The folder of the programs. The test programs are in its subfolder `deps`.
fn build_folder() -> PathBuf {
    let test = env::current_exe().expect("the path of the test program");
    test.ancestors().nth(2).expect("a folder above that of the test program").to_owned()
}

/// The path of a file or folder for one test. The files of an earlier run are removed.
///
/// # Panics
/// If the parent folder cannot be created.
#[must_use]
pub fn file(name: &str) -> PathBuf {
    let folder = build_folder().with_file_name("tmp");
    fs::create_dir_all(&folder).expect("a folder for the tests' files");
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    let _ = fs::remove_dir_all(&path);
    path
}

/// The same text as an editor on Windows writes it: with a byte-order mark, other line ends, and
/// blank lines at the end.
#[must_use]
pub fn on_windows(text: &str) -> String {
    format!("\u{feff}{}\r\n \r\n", text.replace('\n', "\r\n"))
}

/// Writes a text file again as an editor on Windows does, and returns its old contents.
///
/// # Panics
/// If the file cannot be read or written.
pub fn edit_on_windows(path: impl AsRef<Path>) -> String {
    let text = fs::read_to_string(&path).expect("a text file");
    fs::write(path, on_windows(&text)).expect("written");
    text
}

/// The path of a script that acts as an engine: `mocks/NAME` in this package.
#[must_use]
pub fn mock(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("mocks").join(name).display().to_string()
}
