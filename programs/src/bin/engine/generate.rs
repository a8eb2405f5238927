//! `engine generate`: what packagers install beside the program.

use std::path::PathBuf;

use clap::{CommandFactory, Subcommand};
use clap_complete::Shell;
use programs::{Failure, print};

use super::command::Arguments;

#[derive(Debug, Subcommand)]
pub(crate) enum Generate {
    /// Write a man page for the program and for each command
    Man {
        /// The folder for them
        dir: PathBuf,
    },
    /// Print a completion script
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Writes or prints what is wanted.
pub(crate) fn run(what: &Generate) -> Result<(), Failure> {
    match what {
        Generate::Man { dir } => {
            let failed = |error: std::io::Error| {
                Failure::Broken(format!("output: {}: {error}", dir.display()))
            };
            std::fs::create_dir_all(dir).map_err(failed)?;
            clap_mangen::generate_to(Arguments::command(), dir).map_err(failed)
        }
        Generate::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "engine", &mut script);
            print(&String::from_utf8_lossy(&script))
        }
    }
}
