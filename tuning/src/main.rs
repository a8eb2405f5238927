//! The `tuning` program: weights that the engine learns from its own games.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
