//! The `selfplay` program: matches between engines, and commands for their records. Results go to
//! standard output; progress and errors go to standard error.

mod args;
mod gather;
mod openings;
mod play;
mod random;
mod records;

use std::process::ExitCode;

use cli::{Failure, finish, read_arguments, start_faster_build};

use self::args::{Arguments, Command};

/// Runs the program. The status is 0 for success, 2 for invalid usage or input, 3 for a plan that
/// another build must play, 4 for a match that is not complete yet, 1 for other errors.
fn main() -> ExitCode {
    if let Some(status) = selfplay::guard_if_asked() {
        return status;
    }
    start_faster_build();
    finish(read_arguments::<Arguments>().and_then(|arguments| match arguments {
        None => Ok(()),
        Some(arguments) => dispatch(&arguments.command),
    }))
}

fn dispatch(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Match(args) => play::run(args),
        Command::Plan(args) => play::write_plan(args),
        Command::Gather(args) => gather::run(args),
        Command::Replay(args) => records::replay(args),
        Command::Verify(args) => records::verify(args),
        Command::Stats(args) => records::stats(args),
        Command::Merge(args) => records::merge_parts(args),
        Command::Report(args) => records::report(args),
        Command::Sprt(args) => records::sprt(args),
        Command::Random(args) => random::run(args),
        Command::Openings(args) => openings::run(args),
    }
}
