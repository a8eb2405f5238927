//! `engine generate`: the page as static files; man pages and shell completions for packages.

use std::path::{Path, PathBuf};

use clap::{Command, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;
use cli::{Failure, print, replace_own};
use games::ParseError;

use super::command::Arguments;
use super::site::{self, SiteArguments};

#[derive(Debug, Subcommand)]
pub(crate) enum Generate {
    /// Write a man page for the program and for each command
    #[command(after_help = "Example:\n  engine generate man target/man")]
    Man {
        /// The folder to write to
        dir: PathBuf,
    },
    /// Print a completion script
    #[command(after_help = "Example:\n  engine generate completions bash")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the page as files that any static web host can serve
    #[command(after_help = "Example:\n  crates/wasm/build && engine generate site target/site")]
    Site(SiteArguments),
}

/// Writes man pages or prints completions.
pub(crate) fn run(what: &Generate) -> Result<(), Failure> {
    match what {
        Generate::Man { dir } => {
            std::fs::create_dir_all(dir).map_err(|error| {
                let expected = format!("a folder to write to ({error})");
                Failure::from(ParseError::new("dir", &dir.to_string_lossy(), expected))
            })?;
            let mut engine = cli::command::<Arguments>().disable_help_subcommand(true);
            engine.build();
            write_man_pages(&engine, dir)
        }
        Generate::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(
                *shell,
                &mut cli::command::<Arguments>(),
                "engine",
                &mut script,
            );
            print(&String::from_utf8_lossy(&script))
        }
        Generate::Site(args) => site::run(args),
    }
}

/// The mark on the first lines of our man pages.
const MAN_MARK: &str = ".TH engine";

/// Writes the man pages of a command and of its subcommands.
fn write_man_pages(command: &Command, dir: &Path) -> Result<(), Failure> {
    let mut shown = command.get_subcommands().filter(|command| !command.is_hide_set());
    shown.try_for_each(|command| write_man_pages(command, dir))?;
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page).map_err(|error| Failure::Broken(format!("output: {error}")))?;
    replace_own(&dir.join(man.get_filename()), &page, MAN_MARK)
}
