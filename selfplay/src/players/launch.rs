//! A player in another process: how its program is started.

use std::path::{Path, PathBuf};

use engine::{Playable, StopFlag};
use games::ParseError;

use crate::Error;
use crate::players::bot::Fault;
use crate::players::kind::{BotFactory, PlayerKind, Table, Terms};
use crate::players::process_player::ProcessPlayer;
use crate::players::settings::{Settings, Unread};

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
const ARGUMENTS: &str = "ugi";

/// The prefix of the key of an option.
const OPTION: &str = "option.";

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

impl PlayerKind for Launch {
    const USAGE: &'static str = "cmd=";
    const KEYS: &'static [&'static str] = &["cmd", "args"];

    fn read(unread: &mut Unread<'_>) -> Result<Option<Self>, ParseError> {
        let Some(program) = unread.take("cmd") else { return Ok(None) };
        if program.is_empty() {
            return Err(ParseError::new("player cmd", program, "a program"));
        }
        let arguments = unread.take("args").unwrap_or(ARGUMENTS);
        let arguments = arguments.split_whitespace().map(str::to_owned).collect();
        let mut options = Vec::new();
        for (key, option) in [("hash", "Hash"), ("weights", "Weights")] {
            options.extend(unread.take(key).map(|value| (option.to_owned(), value.to_owned())));
        }
        for (key, value) in std::mem::take(&mut unread.items) {
            match key.strip_prefix(OPTION) {
                Some(name) => options.push((name.to_owned(), value.to_owned())),
                None => unread.items.push((key, value)),
            }
        }
        Ok(Some(Self { program: program.into(), arguments, options }))
    }

    fn write(&self, settings: Settings) -> Settings {
        let mut settings = settings.with("cmd", self.program.display());
        let arguments = self.arguments.join(" ");
        if arguments != ARGUMENTS {
            settings = settings.with("args", arguments);
        }
        let options = self.options.iter();
        options.fold(settings, |settings, (name, value)| settings.with(&Self::key_of(name), value))
    }

    fn file(&self) -> Option<&Path> {
        // The system looks for a bare name.
        (self.program.components().count() > 1).then_some(&self.program)
    }

    fn check<G: Playable>(&self, game: &G, terms: Terms, stop: &StopFlag) -> Result<(), Fault> {
        ProcessPlayer::new(self.clone(), terms).check(game, stop)
    }

    fn factory<G: Playable>(&self, table: &Table<'_, G>) -> Result<BotFactory<G>, Error> {
        let (launch, terms) = (self.clone(), table.terms);
        Ok(BotFactory::new(move || ProcessPlayer::new(launch.clone(), terms)))
    }
}
