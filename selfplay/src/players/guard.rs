//! A guard: a process between the referee and a player, which ends the player when the referee is
//! killed.
//!
//! A referee that is killed by SIGKILL cannot end its players, and a player need not notice that
//! its input is closed. So the referee's program starts itself a second time, as a guard, and the
//! guard starts the player. The player talks to the referee through the pipes of the guard.
//! Processes that the player leaves behind become children of the guard. The guard sleeps until the
//! player or the referee has ended, and then kills all remaining processes.

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

/// The environment variable that turns the program into a guard. Its value is the process of the
/// referee.
const REFEREE: &str = "SELFPLAY_GUARD_OF";

/// The exit status of a guard whose player cannot be started; shells use the same.
const NOT_STARTED: u8 = 127;

/// Whether this program can act as the guard of its players.
static GUARDS: AtomicBool = AtomicBool::new(false);

/// Ensures that the players of this program end with it, even if it is killed. A program that plays
/// matches with other programs must call this first. If it returns a status, this process was the
/// guard of a player, and must exit with this status.
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

/// The command that starts a program, and whether it runs under a guard. It does if this program
/// can be a guard.
pub(crate) fn guarded(program: &Path, arguments: &[String]) -> (Command, bool) {
    if !GUARDS.load(Relaxed) {
        let mut command = Command::new(program);
        command.args(arguments);
        return (command, false);
    }
    // This path works even if the program's file was moved or deleted.
    let mut command = Command::new("/proc/self/exe");
    command.arg0("guard").arg(program).args(arguments);
    command.env(REFEREE, std::process::id().to_string());
    (command, true)
}

/// Runs the player, and kills it when the referee ends.
fn guard(
    referee: Pid,
    program: &OsString,
    arguments: impl Iterator<Item = OsString>,
) -> io::Result<ExitStatus> {
    let orphans = Orphans::adopt();
    let mut command = Command::new(program);
    command.args(arguments).env_remove(REFEREE);
    let Ok(end_of_referee) = pidfd_open(referee, PidfdFlags::empty()) else {
        // Without pidfd the guard cannot wait for the referee, so the player replaces the guard.
        return Err(command.exec());
    };
    if getppid() != Some(referee) {
        return Err(io::Error::other("the referee has ended"));
    }
    let mut player = command.spawn()?;
    // The player may send a signal to its group, which has the guard in it. The system does the
    // same if the referee is gone and a process of the group is stopped. The player would inherit
    // blocked signals, so they are blocked only after its start.
    SigSet::all().thread_block()?;
    let end_of_player = pidfd_open(Pid::from_child(&player), PidfdFlags::empty())?;
    // The guard must not hold the pipes open after the player closes them.
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
    // The player still runs only if the referee has ended.
    let status = if ends[1].revents().is_empty() {
        player.kill()?;
        player.wait()
    } else {
        player.wait()
    };
    drop(orphans);
    status
}

/// Ends this process in the same way as another one has ended.
fn end_as(status: ExitStatus) -> ExitCode {
    let signal = status.signal().and_then(|number| Signal::try_from(number).ok());
    if let Some(signal) = signal {
        let _ = SigSet::all().thread_unblock();
        // One core dump is enough.
        let _ = set_dumpable(false);
        // The first signal may only remove the handler of Rust's runtime.
        let _ = raise(signal).and_then(|()| raise(signal));
    }
    let status = status.code().or(signal.map(|signal| 128 + signal as i32));
    ExitCode::from(status.and_then(|status| u8::try_from(status).ok()).unwrap_or(NOT_STARTED))
}
