//! Players without a guard: only Linux lets a process wait for one that is not its child, and adopt
//! orphans.

use std::path::Path;
use std::process::{Command, ExitCode};

/// Does nothing on this system: a program that is killed leaves its players to themselves.
#[must_use]
pub fn guard_if_asked() -> Option<ExitCode> {
    None
}

/// The command that starts a program, and that it has no guard.
pub(crate) fn guarded(program: &Path, arguments: &[String]) -> (Command, bool) {
    let mut command = Command::new(program);
    command.args(arguments);
    (command, false)
}
