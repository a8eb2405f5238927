//! A process between the referee and a player, which ends the player when the referee is killed.
//!
//! Whoever is killed by SIGKILL cannot end anybody, and a player need not notice that its input is
//! closed. So the referee's program starts itself a second time, as a guard, and the guard starts
//! the player, which talks to the referee through the pipes of the guard. Whatever the player
//! starts and leaves behind becomes the guard's child. The guard sleeps until the player or the
//! referee has ended, and then kills what is left.

use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{env, fs, io};

use nix::sys::prctl::set_dumpable;
use nix::sys::signal::{SigSet, Signal, raise};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, getppid, pidfd_open};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};

use crate::players::bot::Fault;
use crate::players::process_group::Orphans;

/// The variable of the environment that makes a guard of the program: the process that it is to
/// outlive by nothing.
const REFEREE: &str = "SELFPLAY_GUARD_OF";

/// The exit status of a guard whose player cannot be started, as that of a shell.
const NOT_STARTED: u8 = 127;

/// Whether this program can be its players' guard.
static GUARDS: AtomicBool = AtomicBool::new(false);

/// Lets the players of this program end with it, even if it is killed. A program that plays matches
/// with other programs calls this first of all; where it gives a status, this process was the guard
/// of a player, and ends with that.
#[must_use]
pub fn guard_if_asked() -> Option<ExitCode> {
    let Some(referee) = env::var_os(REFEREE) else {
        GUARDS.store(true, Relaxed);
        return None;
    };
    let referee = referee.to_str().and_then(|text| text.parse().ok()).and_then(Pid::from_raw);
    let mut arguments = env::args_os().skip(1);
    let program = arguments.next().unwrap_or_default();
    Some(match referee.map(|referee| guard(referee, &program, arguments)) {
        Some(Ok(status)) => end_as(status),
        Some(Err(error)) => {
            eprintln!("{}", Fault::no_program(Path::new(&program), &error));
            ExitCode::from(NOT_STARTED)
        }
        None => ExitCode::from(NOT_STARTED),
    })
}

/// The command that starts a program, and whether that is under guard, which is so where it can be
/// had.
pub(crate) fn guarded(program: &Path, arguments: &[String]) -> (Command, bool) {
    if !GUARDS.load(Relaxed) {
        let mut command = Command::new(program);
        command.args(arguments);
        return (command, false);
    }
    // Whatever became of its file, it is this program.
    let mut command = Command::new("/proc/self/exe");
    command.arg0("guard").arg(program).args(arguments);
    command.env(REFEREE, std::process::id().to_string());
    (command, true)
}

/// Starts the player and ends what there is of it with the referee, at the latest.
fn guard(
    referee: Pid,
    program: &OsString,
    arguments: impl Iterator<Item = OsString>,
) -> io::Result<ExitStatus> {
    let orphans = Orphans::adopt();
    let mut command = Command::new(program);
    command.args(arguments).env_remove(REFEREE);
    let Ok(end_of_referee) = pidfd_open(referee, PidfdFlags::empty()) else {
        // Where nobody can wait for a process that is not his child, there are no guards.
        return Err(command.exec());
    };
    if getppid() != Some(referee) {
        return Err(io::Error::other("the referee has ended"));
    }
    let mut player = command.spawn()?;
    // The player may signal the group of both, and so does the system when the referee is gone and
    // somebody in it is stopped. It would inherit what is blocked before it starts.
    SigSet::all().thread_block()?;
    let end_of_player = pidfd_open(Pid::from_child(&player), PidfdFlags::empty())?;
    // What the player closes is to be closed.
    let nothing = fs::File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    dup2_stderr(&nothing)?;
    let mut ends = [&end_of_referee, &end_of_player].map(|end| PollFd::new(end, PollFlags::IN));
    while ends.iter().all(|end| end.revents().is_empty()) {
        match poll(&mut ends, None) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    // Only if the referee has ended is there a player to kill.
    let status = if ends[1].revents().is_empty() {
        player.kill()?;
        player.wait()
    } else {
        player.wait()
    };
    drop(orphans);
    status
}

/// Ends this process as another one has ended.
fn end_as(status: ExitStatus) -> ExitCode {
    let signal = status.signal().and_then(|number| Signal::try_from(number).ok());
    if let Some(signal) = signal {
        let _ = SigSet::all().thread_unblock();
        // One image of the memory is enough.
        let _ = set_dumpable(false);
        // The first time the language's runtime may only take back its handler.
        let _ = raise(signal).and_then(|()| raise(signal));
    }
    let status = status.code().or(signal.map(|signal| 128 + signal as i32));
    ExitCode::from(status.and_then(|status| u8::try_from(status).ok()).unwrap_or(NOT_STARTED))
}
