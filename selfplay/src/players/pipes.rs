//! The three pipes to a process. No operation on them blocks.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::thread;
use std::time::Duration;

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use ugi::{LineError, LineSplitter};

use crate::players::bot::Fault;
use crate::players::last_line::LastLine;

/// The greatest number of bytes to read at once, which is the capacity of a pipe.
const PIECE: usize = 64 << 10;

/// The pipes to a process. The output of the process is read during every wait, also during a wait
/// to write. So two processes that write to each other do not block each other.
#[derive(Debug)]
pub(crate) struct Pipes {
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    lines: LineSplitter,
    complaint: LastLine,
    piece: Vec<u8>,
}

/// The process has closed a pipe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed;

impl Pipes {
    /// The pipes of a process that was just started.
    ///
    /// # Errors
    /// Pipes that cannot be made non-blocking.
    pub(crate) fn of(child: &mut Child) -> io::Result<Self> {
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let ends = [
            input.as_ref().map(AsFd::as_fd),
            output.as_ref().map(AsFd::as_fd),
            errors.as_ref().map(AsFd::as_fd),
        ];
        for end in ends.into_iter().flatten() {
            // Only this end is non-blocking. The end of the process blocks as usual.
            fcntl(end, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        }
        let (lines, complaint) = (LineSplitter::default(), LastLine::default());
        Ok(Self { input, output, errors, lines, complaint, piece: vec![0; PIECE] })
    }

    /// Writes as much of a text as the pipe accepts, and returns the number of bytes.
    ///
    /// # Errors
    /// The process has closed the pipe.
    pub(crate) fn write(&mut self, text: &[u8]) -> Result<usize, Closed> {
        match self.input.as_mut().ok_or(Closed)?.write(text) {
            Ok(written) => Ok(written),
            Err(error) if is_passing(&error) => Ok(0),
            Err(_) => Err(Closed),
        }
    }

    /// Closes the input of the process.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line that was read; `None` if there is none yet.
    ///
    /// # Errors
    /// The process has closed the pipe. The inner error is a line that is too long or is not text.
    pub(crate) fn line(&mut self) -> Result<Option<Result<String, Fault>>, Closed> {
        match self.lines.next_line() {
            Some(line) => Ok(Some(line.map_err(garbage))),
            None if self.output.is_some() => Ok(None),
            None => self.lines.rest().map(|line| Some(line.map_err(garbage))).ok_or(Closed),
        }
    }

    /// Waits for at most `time` until the process has output, or, if `writing`, accepts input. Then
    /// reads all output.
    pub(crate) fn pump(&mut self, writing: bool, time: Duration) {
        let input = self.input.as_ref().filter(|_| writing);
        let output = self.output.as_ref().filter(|_| self.lines.has_room());
        let mut ends = Vec::with_capacity(3);
        ends.extend(input.map(|end| PollFd::new(end.as_fd(), PollFlags::POLLOUT)));
        ends.extend(output.map(|end| PollFd::new(end.as_fd(), PollFlags::POLLIN)));
        ends.extend(self.errors.as_ref().map(|end| PollFd::new(end.as_fd(), PollFlags::POLLIN)));
        if ends.is_empty() {
            thread::sleep(time);
            return;
        }
        // Rounded up, since a wait of zero milliseconds would be a busy loop.
        let millis = u16::try_from(time.as_micros().div_ceil(1000)).unwrap_or(u16::MAX);
        // The result is not needed: reading the pipes shows their state.
        let _ = poll(&mut ends, PollTimeout::from(millis));
        self.read_output();
        self.read_errors();
    }

    /// The last line on standard error so far.
    pub(crate) fn complaint(&mut self) -> Option<String> {
        self.complaint.take()
    }

    /// Whether the process may still write to standard error.
    pub(crate) fn may_complain(&self) -> bool {
        self.errors.is_some()
    }

    fn read_output(&mut self) {
        let Some(output) = self.output.as_mut().filter(|_| self.lines.has_room()) else { return };
        match read(output, &mut self.piece) {
            Some(length) => self.lines.add(&self.piece[..length]),
            None => self.output = None,
        }
    }

    fn read_errors(&mut self) {
        let Some(errors) = &mut self.errors else { return };
        match read(errors, &mut self.piece) {
            Some(length) => self.complaint.add(&self.piece[..length]),
            None => self.errors = None,
        }
    }

    /// Removes the lines that were read but not used.
    pub(crate) fn skip_lines(&mut self) -> impl Iterator<Item = Result<String, Fault>> {
        std::iter::from_fn(|| self.lines.next_line().map(|line| line.map_err(garbage)))
    }
}

fn garbage(error: LineError) -> Fault {
    Fault::Garbage(error.to_string())
}

/// The number of bytes that were read; `None` at the end.
fn read(end: &mut impl Read, piece: &mut [u8]) -> Option<usize> {
    match end.read(piece) {
        Ok(0) => None,
        Ok(length) => Some(length),
        Err(error) => is_passing(&error).then_some(0),
    }
}

/// Whether the operation may succeed later.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
