//! A process that exchanges lines with its owner and never outlives it.
//!
//! All waits for the process are in [`Process::pause`], which ends at the deadline and on a stop.

use std::io;
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::players::bot::{Fault, NO_PROGRAM};
#[cfg(target_os = "linux")]
use crate::players::guard::guarded;
use crate::players::launch::Launch;
#[cfg(not(target_os = "linux"))]
use crate::players::no_guard::guarded;
use crate::players::pipes::{Closed, Pipes};
use crate::players::process_group::Family;
use crate::players::wait::Wait;

/// The time that a process has to end by itself.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// The time that the system has to end a process that was killed, or that has closed its pipes. If
/// all cores are busy, the system needs several hundred milliseconds.
const DEATH: Duration = Duration::from_secs(1);

/// The interval between two checks whether a process has ended.
const LOOK: Duration = Duration::from_millis(2);

/// A running process.
pub(crate) struct Process {
    child: Child,
    pipes: Pipes,
    family: Family,
    /// The deadline to end by itself, after the process was told to end.
    leave: Option<Instant>,
}

impl Process {
    /// Starts a process.
    ///
    /// # Errors
    /// A program that cannot be run.
    pub(crate) fn start(launch: &Launch) -> Result<Self, Fault> {
        let (mut command, guarded) = guarded(&launch.program, &launch.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The process gets a new group. So an interrupt at the terminal reaches only the referee,
        // and the processes that it starts end with it.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let (name, mark) = Family::new_mark();
        command.env(name, &mark);
        let failed = |error: io::Error| Fault::no_program(&launch.program, &error);
        let mut child = command.spawn().map_err(failed)?;
        let family = Family::new(child.id(), mark, guarded);
        let pipes = Pipes::of(&mut child).map_err(failed)?;
        Ok(Self { child, pipes, family, leave: None })
    }

    /// Sends one line or several lines at once.
    ///
    /// # Errors
    /// A process that does not read the lines in time, or has closed its input.
    pub(crate) fn send(&mut self, line: &str, wait: &Wait<'_>) -> Result<(), Fault> {
        let line = format!("{line}\n");
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            match self.pipes.write(rest) {
                Ok(0) => self.pause(true, wait).map_err(|_| {
                    Fault::Stall("no answer: it does not read its input".to_owned())
                })?,
                Ok(written) => rest = &rest[written..],
                Err(Closed) => return Err(self.gone("input")),
            }
        }
        Ok(())
    }

    /// The next line.
    ///
    /// # Errors
    /// No line in time, or a process that has closed its output.
    pub(crate) fn line(&mut self, wait: &Wait<'_>) -> Result<String, Fault> {
        loop {
            // An endless stream of lines must not delay the end of the wait.
            self.check(wait)?;
            match self.pipes.line() {
                Ok(Some(line)) => return line,
                Ok(None) => self.pause(false, wait)?,
                Err(Closed) => return Err(self.gone("output")),
            }
        }
    }

    /// Removes lines that arrived before the next question. A line for which `is_wrong` holds is a
    /// fault.
    ///
    /// # Errors
    /// A line that is wrong, too long or not text.
    pub(crate) fn skip_lines(&mut self, is_wrong: impl Fn(&str) -> bool) -> Result<(), Fault> {
        self.pipes.pump(false, Duration::ZERO);
        for line in self.pipes.skip_lines() {
            let line = line?;
            if is_wrong(&line) {
                return Err(Fault::Garbage(format!("{line:.60?} before it was asked")));
            }
        }
        Ok(())
    }

    /// The processor time of the process and of its offspring at the last look; `None` if the
    /// system does not report it.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        self.family.processor_time()
    }

    /// Looks for processes that it has started.
    pub(crate) fn look(&mut self) {
        self.family.look();
    }

    /// Tells the process to end. From now on it has a short time for that before it is killed.
    pub(crate) fn dismiss(&mut self) {
        if self.leave.is_none() {
            // If the pipe is full, the closed input tells the process to end.
            let _ = self.pipes.write(b"quit\n");
            self.pipes.close_input();
            self.leave = Some(Instant::now() + LAST_WORDS);
        }
    }

    /// Waits a moment until the process accepts input, if `writing`, or has output.
    fn pause(&mut self, writing: bool, wait: &Wait<'_>) -> Result<(), Fault> {
        self.check(wait)?;
        self.pipes.pump(writing, wait.slice());
        Ok(())
    }

    /// Checks that the wait is not over.
    fn check(&self, wait: &Wait<'_>) -> Result<(), Fault> {
        if wait.is_over(|| self.processor_time()) {
            return Err(Fault::Stall("no answer".to_owned()));
        }
        Ok(())
    }

    /// The fault of a process that has closed its input or output. Most such processes have ended.
    fn gone(&mut self, pipe: &str) -> Fault {
        match self.ended_by(Instant::now() + DEATH) {
            Some(status) => {
                // The offspring of the process may still write.
                let deadline = Instant::now() + LAST_WORDS;
                while self.pipes.may_complain() && Instant::now() < deadline {
                    self.pipes.pump(false, LOOK);
                }
                let complaint = self.pipes.complaint();
                match complaint {
                    // A guard reports in this way that its player cannot be run.
                    Some(line) if line.contains(NO_PROGRAM) => Fault::NoProgram(line),
                    Some(line) => Fault::Crash(format!("{status}: {line}")),
                    None => Fault::Crash(status.to_string()),
                }
            }
            None => Fault::Closed(format!("closed its {pipe}")),
        }
    }

    /// The exit status of the process, if it ends in time. Its output is read meanwhile, so that it
    /// is not blocked.
    fn ended_by(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => {
                    self.pipes.pump(false, LOOK);
                    self.pipes.skip_lines().for_each(drop);
                }
                status => return status.ok().flatten(),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.dismiss();
        if let Some(leave) = self.leave {
            self.ended_by(leave);
        }
        self.family.end();
        let _ = self.child.kill();
        self.ended_by(Instant::now() + DEATH);
    }
}
