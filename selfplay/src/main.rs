//! The `selfplay` program: matches between engines, and what is to be done with their records.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
