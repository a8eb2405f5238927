//! A process that lines go to and come from, and that never outlives its owner.
//!
//! Whoever waits for it waits in [`Process::pause`], which ends with the deadline and with a stop.

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

/// What a process gets to end by itself.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// What the system gets to end a process that was killed.
const DEATH: Duration = Duration::from_secs(1);

/// How often somebody looks whether a process has ended.
const LOOK: Duration = Duration::from_millis(2);

/// A running process.
pub(crate) struct Process {
    child: Child,
    pipes: Pipes,
    family: Family,
    /// Until then it may end by itself, where it was told to.
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
        // A group of its own: an interrupt at the terminal is for the referee alone, and what the
        // process starts ends with it.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let (name, mark) = Family::new_mark();
        command.env(name, &mark);
        let failed = |error: io::Error| Fault::no_program(&launch.program, &error);
        let mut child = command.spawn().map_err(failed)?;
        let family = Family::new(child.id(), mark, guarded);
        let pipes = Pipes::of(&mut child).map_err(failed)?;
        Ok(Self { child, pipes, family, leave: None })
    }

    /// Sends a line, or several at once.
    ///
    /// # Errors
    /// If the process does not take it in time, or at all.
    pub(crate) fn send(&mut self, line: &str, wait: &Wait<'_>) -> Result<(), Fault> {
        let line = format!("{line}\n");
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            match self.pipes.write(rest) {
                Ok(0) => self.pause(true, wait).map_err(|_| {
                    Fault::Stall("no answer: it does not read what it is sent".to_owned())
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
    /// None in time, or none any more.
    pub(crate) fn line(&mut self, wait: &Wait<'_>) -> Result<String, Fault> {
        loop {
            // Lines without end must not put off the end of the wait.
            self.check(wait)?;
            match self.pipes.line() {
                Ok(Some(line)) => return line,
                Ok(None) => self.pause(false, wait)?,
                Err(Closed) => return Err(self.gone("output")),
            }
        }
    }

    /// Forgets lines that were there before the question that comes next; any that `is_wrong` is a
    /// fault.
    ///
    /// # Errors
    /// A line that is wrong, or none.
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

    /// The processor time that it has used, with what it had started when it was last looked at;
    /// `None` where the system does not tell.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        self.family.processor_time()
    }

    /// Looks what it has started.
    pub(crate) fn look(&mut self) {
        self.family.look();
    }

    /// Tells it to end. It gets a moment for that before it is killed, which begins now.
    pub(crate) fn dismiss(&mut self) {
        if self.leave.is_none() {
            // Where this does not fit the pipe, the end of the input says it.
            let _ = self.pipes.write(b"quit\n");
            self.pipes.close_input();
            self.leave = Some(Instant::now() + LAST_WORDS);
        }
    }

    /// Waits a moment for the process: to take more input where it is `writing`, else to say
    /// something.
    fn pause(&mut self, writing: bool, wait: &Wait<'_>) -> Result<(), Fault> {
        self.check(wait)?;
        self.pipes.pump(writing, wait.slice());
        Ok(())
    }

    /// Whether to wait for it any longer.
    fn check(&self, wait: &Wait<'_>) -> Result<(), Fault> {
        if wait.is_over(|| self.processor_time()) {
            return Err(Fault::Stall("no answer".to_owned()));
        }
        Ok(())
    }

    /// The fault of a process that has closed its input or output: mostly because it has ended.
    fn gone(&mut self, pipe: &str) -> Fault {
        match self.ended_by(Instant::now() + LAST_WORDS) {
            Some(status) => {
                // What the process has started may still write.
                let deadline = Instant::now() + LAST_WORDS;
                while self.pipes.may_complain() && Instant::now() < deadline {
                    self.pipes.pump(false, LOOK);
                }
                let complaint = self.pipes.complaint();
                match complaint {
                    // So a guard says that there is no such player.
                    Some(line) if line.contains(NO_PROGRAM) => Fault::NoProgram(line),
                    Some(line) => Fault::Crash(format!("{status}: {line}")),
                    None => Fault::Crash(status.to_string()),
                }
            }
            None => Fault::Closed(format!("closed its {pipe}")),
        }
    }

    /// The exit status of the process, if it ends in time. What it still says is heard, so that it
    /// need not wait for that.
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
