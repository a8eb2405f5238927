//! Programs that end with the process that started them.
//!
//! A driver that is killed cannot end its programs. Not every program must end in this way: a user
//! may log out while a match runs. So a driver asks for it, and names itself. The system can also
//! send a signal when a parent ends (`PR_SET_PDEATHSIG`), but on Linux it does so when the thread
//! ends that started the program, and not every system has it.

use games::ParseError;

/// The name of the argument.
pub(crate) const NAME: &str = "end-with-parent";

/// The help for the argument.
pub(crate) const HELP: &str = "End as soon as process PID, the parent, has ended. It must be the \
    process that starts this one; in a shell it is $$";

/// Ends this process as soon as `parent` is not its parent.
///
/// # Errors
/// A system without parents of processes.
#[cfg(unix)]
pub(crate) fn end_with(parent: u32) -> Result<(), ParseError> {
    use std::os::unix::process::parent_id;
    use std::thread;
    use std::time::Duration;

    use nix::sys::signal::{Signal, kill, raise};
    use nix::unistd::Pid;

    const LOOK: Duration = Duration::from_millis(200);
    const PATIENCE: Duration = Duration::from_secs(5);

    // The parent may have ended before this program asked for its number, so the number is given.
    if parent_id() != parent {
        let expected = format!("{}, the parent of this process", parent_id());
        return Err(ParseError::new("--end-with-parent", &parent.to_string(), expected));
    }
    thread::spawn(move || {
        while parent_id() == parent {
            thread::sleep(LOOK);
        }
        // A run writes its last records, and ends its players.
        let _ = raise(Signal::SIGTERM);
        thread::sleep(PATIENCE);
        let _ = kill(Pid::this(), Signal::SIGKILL);
    });
    Ok(())
}

/// Other systems do not tell the parent of a process.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub(crate) fn end_with(parent: u32) -> Result<(), ParseError> {
    let expected = "no such argument, since this system does not tell the parent of a process";
    Err(ParseError::new("--end-with-parent", &parent.to_string(), expected))
}
