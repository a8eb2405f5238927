//! Players without a guard. Only on Linux can a process wait for one that is not its child, and
//! adopt orphans.

use std::path::Path;
use std::process::{Command, ExitCode};

/// Does nothing on this system. If the program is killed, its players may go on.
#[must_use]
pub fn guard_if_asked() -> Option<ExitCode> {
    None
}

/// The command that starts a program; it never has a guard.
pub(crate) fn guarded(program: &Path, arguments: &[String]) -> (Command, bool) {
    let mut command = Command::new(program);
    command.args(arguments);
    (command, false)
}
