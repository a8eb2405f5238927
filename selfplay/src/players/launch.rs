//! The command of a player in another process.

use std::path::PathBuf;

/// A program that speaks the text protocol, with its arguments and options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The options to set, by name. The program must have them.
    pub options: Vec<(String, String)>,
}

/// The default arguments of a program.
pub(crate) const ARGUMENTS: &str = "ugi";

/// The prefix of the key of an option.
pub(crate) const OPTION: &str = "option.";

impl Launch {
    /// A program with the argument `ugi` and no options.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        let arguments = vec![ARGUMENTS.to_owned()];
        Self { program: program.into(), arguments, options: Vec::new() }
    }

    /// The key of an option in a player's text.
    pub(crate) fn key_of(option: &str) -> String {
        format!("{OPTION}{option}")
    }
}
