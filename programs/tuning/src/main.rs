//! The `tuning` program: the engine learns weights from its own games.

mod calibrate;
mod cma;
mod fit;
mod generate;
mod merge;
mod overnight;
mod plans;
mod report;
mod running;
mod spsa;
mod trace;
mod tune;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use cli::{Failure, finish, read_arguments, start_faster_build};

/// Weights that the engine learns from its own games.
#[derive(Parser)]
#[command(name = "tuning", version, after_help = trace::EXAMPLE)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Prints the value of a position, feature by feature
    #[command(after_help = trace::EXAMPLE)]
    Trace(trace::Arguments),
    /// Writes positions with results from games that the engine plays against itself
    #[command(after_help = generate::EXAMPLE)]
    Generate(Box<generate::Arguments>),
    /// Writes the plan of games for `generate`, which many machines can play
    #[command(after_help = generate::PLAN_EXAMPLE)]
    Plan(generate::PlanArguments),
    /// Writes positions with results from the records of a match
    #[command(after_help = generate::IMPORT_EXAMPLE)]
    Import(generate::ImportArguments),
    /// Merges the data of the parts of a run
    #[command(after_help = merge::EXAMPLE)]
    Merge(merge::Arguments),
    /// Fits the weights of an evaluation to the results of games
    #[command(after_help = fit::EXAMPLE)]
    Fit(Box<fit::Arguments>),
    /// Fits the chances that people see to the values and results in match records
    #[command(after_help = calibrate::EXAMPLE)]
    Calibrate(calibrate::Arguments),
    /// Repeats three steps: play games, fit weights, play a match of new weights against old
    #[command(after_help = overnight::EXAMPLE)]
    Overnight(Box<overnight::Arguments>),
    /// Writes the report of a run as a page with plots
    #[command(after_help = report::EXAMPLE)]
    Report(report::Arguments),
    /// Tunes search parameters and weights by games, with SPSA
    #[command(after_help = spsa::EXAMPLE)]
    Spsa(Box<spsa::Arguments>),
    /// Tunes a few search parameters and weights by games, with CMA-ES
    #[command(after_help = cma::EXAMPLE)]
    Cma(Box<cma::Arguments>),
    /// Plays new against old until a test has decided which to keep
    #[command(after_help = verify::EXAMPLE)]
    Verify(verify::Arguments),
}

/// Runs the program.
fn main() -> ExitCode {
    if let Some(status) = selfplay::guard_if_asked() {
        return status;
    }
    start_faster_build();
    finish(read_arguments::<Arguments>().and_then(|arguments| match arguments {
        None => Ok(()),
        Some(Arguments { command }) => run(command),
    }))
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Trace(arguments) => trace::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Plan(arguments) => generate::write_plan(&arguments),
        Command::Import(arguments) => generate::import(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Fit(arguments) => fit::run(&arguments),
        Command::Calibrate(arguments) => calibrate::run(&arguments),
        Command::Overnight(arguments) => overnight::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Spsa(arguments) => spsa::run(&arguments),
        Command::Cma(arguments) => cma::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
    }
}
