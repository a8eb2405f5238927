//! A player in another process: how its program is started.

use std::path::PathBuf;

/// A program that speaks the text protocol, and how it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options to set, by name; it must have them.
    pub options: Vec<(String, String)>,
}

/// The arguments of a program where none are given.
pub(crate) const ARGUMENTS: &str = "ugi";

/// The prefix of the key of an option.
pub(crate) const OPTION: &str = "option.";

impl Launch {
    /// A program with the argument `ugi` and no options.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        let arguments = vec![ARGUMENTS.to_owned()];
        Self { program: program.into(), arguments, options: Vec::new() }
    }

    /// The key in a player's text of an option.
    pub(crate) fn key_of(option: &str) -> String {
        format!("{OPTION}{option}")
    }
}
