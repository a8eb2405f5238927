//! The `engine` program: its commands and their common code. Results go to standard output; errors,
//! one line each, to standard error.

mod args;
mod bench;
mod closed_pipe;
mod command;
mod convert;
mod draughts_search;
mod dxp;
mod endings;
mod explain;
mod generate;
mod hub;
mod inspect;
mod list;
mod output;
mod perft;
mod play;
mod puzzles;
mod search;
mod serve;
mod show;
mod site;
mod solve;
mod tables;
mod ugi;

use std::io::{BufRead, IsTerminal, Read};
use std::process::ExitCode;
use std::time::Instant;

use cli::{Failure, finish, read_arguments, start_faster_build};
use draughts::position_text;
use games::{AnyState, ParseError};

use self::args::PositionArgument;
use self::command::{Arguments, Command};

/// Runs the program: 0 for success, 2 for bad usage or input, 1 for anything else.
fn main() -> ExitCode {
    let started = Instant::now();
    start_faster_build();
    finish(read_arguments::<Arguments>().and_then(|arguments| {
        arguments.map_or(Ok(()), |arguments| dispatch(&arguments.command, started))
    }))
}

fn dispatch(command: &Command, started: Instant) -> Result<(), Failure> {
    match command {
        Command::Games(args) => list::games(args.lang),
        Command::Show(args) => show::run(&position(args)?),
        Command::Inspect(args) => inspect::run(&position(&args.position)?, args.children),
        Command::Perft(args) => perft::run(&position(&args.position)?, args),
        Command::Bestmove(args) => {
            search::run(&position(&args.position)?, args, search::SearchCommand::BestMove, started)
        }
        Command::Analyse(args) => {
            search::run(&position(&args.position)?, args, search::SearchCommand::Analysis, started)
        }
        Command::Explain(args) => explain::run(&position(&args.position)?, args, started),
        Command::Bench(args) => bench::run(args),
        Command::Puzzles(args) => puzzles::run(args),
        Command::Parameters => list::parameters(),
        Command::Tables(args) => tables::run(&args.command, position),
        Command::Solve(args) => solve::run(&position(&args.position)?, args),
        Command::Play(args) => play::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Generate { what } => generate::run(what),
        Command::Hub(args) => hub::run(args),
        Command::Dxp(args) => dxp::run(args),
        Command::Ugi => ugi::run(),
    }
}

/// The longest text of standard input that is read, in bytes.
const LONGEST_INPUT: u64 = 64 << 20;

/// Reads the position argument; `-` stands for the one line of standard input. At a terminal the
/// input ends with the line.
fn position(args: &PositionArgument) -> Result<AnyState, Failure> {
    let pack = args.pack.read()?;
    if args.position != "-" {
        return Ok(pack.position(&position_text(&args.position)?)?);
    }
    let mut bytes = Vec::new();
    let stdin = std::io::stdin();
    let is_terminal = stdin.is_terminal();
    let mut input = stdin.lock().take(LONGEST_INPUT);
    let read = if is_terminal {
        input.read_until(b'\n', &mut bytes)
    } else {
        input.read_to_end(&mut bytes)
    };
    read.map_err(|error| Failure::input(format!("position: standard input: {error}")))?;
    if bytes.len() as u64 == LONGEST_INPUT {
        let message = format!("position: read {LONGEST_INPUT} bytes, expected a shorter line");
        return Err(Failure::input(message));
    }
    let Ok(text) = disk::as_text(bytes) else {
        return Err(Failure::input("position: read bytes that are not UTF-8, expected text"));
    };
    // A game as PDN has several lines.
    let own = position_text(&text)?;
    let mut lines = own.lines();
    let state = pack.position(lines.next().unwrap_or_default())?;
    if let Some(more) = lines.find(|line| !line.trim().is_empty()) {
        let error = ParseError::new("standard input", more, "nothing after the line of a position");
        return Err(error.into());
    }
    Ok(state)
}
