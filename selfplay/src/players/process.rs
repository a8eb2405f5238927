//! A process that lines go to and come from, and that never outlives its owner.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine::StopFlag;

use crate::players::player::Fault;
use crate::players::spec::Launch;

/// Lines that wait to be read; a process that writes more has to wait.
const WAITING_LINES: usize = 1024;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// How often somebody who waits looks whether to go on.
const TICK: Duration = Duration::from_millis(50);

/// What a process gets to end by itself.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A running process.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Result<String, Fault>>,
    /// What reads its standard error, and gives the last line at its end.
    complaint: Option<JoinHandle<String>>,
}

impl Process {
    /// Starts a process.
    ///
    /// # Errors
    /// A program that cannot be run.
    pub(crate) fn start(launch: &Launch) -> Result<Self, Fault> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: an interrupt at the terminal is for the referee alone, and what the
        // process starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let program = launch.program.display();
        let failed = |error| Fault::Crash(format!("{program} cannot be run: {error}"));
        let mut child = command.spawn().map_err(failed)?;
        let (sender, lines) = sync_channel(WAITING_LINES);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || pass_lines(output, &sender));
        }
        let errors = child.stderr.take();
        let complaint = errors.map(|errors| thread::spawn(move || last_line(errors)));
        Ok(Self { input: child.stdin.take(), child, lines, complaint })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the process does not take it.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Fault> {
        let line = format!("{line}\n");
        let sent = self.input.as_mut().map(|input| input.write_all(line.as_bytes()));
        if matches!(sent, Some(Ok(()))) { Ok(()) } else { Err(self.gone("input")) }
    }

    /// The next line.
    ///
    /// # Errors
    /// None within the time, or none any more; also once `stop` is set.
    pub(crate) fn line(&mut self, deadline: Instant, stop: &StopFlag) -> Result<String, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(TICK)) {
                Ok(line) => return line,
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone("output")),
                Err(RecvTimeoutError::Timeout) if left.is_zero() || stop.is_set() => {
                    return Err(Fault::Stall("no answer".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The fault of a process that has closed its input or output: mostly because it has ended.
    fn gone(&mut self, pipe: &str) -> Fault {
        match self.wait(LAST_WORDS) {
            Some(status) => {
                let complaint =
                    self.complaint().map_or_else(String::new, |line| format!(": {line}"));
                Fault::Crash(format!("{status}{complaint}"))
            }
            None => Fault::Closed(format!("closed its {pipe}")),
        }
    }

    /// The last line that an ended process wrote to standard error.
    fn complaint(&mut self) -> Option<String> {
        let deadline = Instant::now() + LAST_WORDS;
        let reader = self.complaint.take()?;
        // What the process has started may still write.
        while !reader.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        if !reader.is_finished() {
            return None;
        }
        reader.join().ok().filter(|line| !line.is_empty())
    }

    /// The exit status of the process, if it ends in time.
    fn wait(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                status => return status.ok().flatten(),
            }
        }
    }

    /// Ends the process, and all that it has started.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            // Nothing is left of a group that cannot be found.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = input.write_all(b"quit\n");
        }
        self.wait(LAST_WORDS);
        self.kill();
    }
}

/// Passes lines on until there are no more, or nobody wants them.
fn pass_lines(output: impl Read, sender: &SyncSender<Result<String, Fault>>) {
    let mut reader = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            return;
        }
        let line = if bytes.len() as u64 == LONGEST_LINE {
            Err(Fault::Garbage(format!("a line of more than {LONGEST_LINE} bytes")))
        } else {
            let line = String::from_utf8(bytes).map(|line| line.trim_end().to_owned());
            line.map_err(|_| Fault::Garbage("a line that is not UTF-8".to_owned()))
        };
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// The last line that is not empty, shortened.
fn last_line(errors: impl Read) -> String {
    const SHOWN: usize = 200;
    let mut reader = BufReader::new(errors);
    let (mut bytes, mut last) = (Vec::new(), String::new());
    while matches!(reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes), Ok(1..)) {
        let line: String = String::from_utf8_lossy(&bytes).trim().chars().take(SHOWN).collect();
        if !line.is_empty() {
            last = line;
        }
        bytes.clear();
    }
    last
}
