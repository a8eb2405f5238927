//! The endgame tables of searches.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use cli::Failure;
use engine::{Playable, Searcher};
use games::{AnyEndings, AnyState, ParseError, SharedEndings, format_game, with_state};
use play::FindEndings;
use tablebases::{Tabled, check_folder};

/// The word for the tables that come with the program.
const OWN: &str = "own";
/// The word for no tables.
const OFF: &str = "off";

/// The endgame tables of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum TablesChoice {
    /// None.
    #[default]
    Off,
    /// Those that come with the program.
    Own,
    /// Those in a folder.
    Folder(PathBuf),
}

impl From<OsString> for TablesChoice {
    fn from(text: OsString) -> Self {
        match text.to_str() {
            Some(OWN) => Self::Own,
            Some(OFF) => Self::Off,
            _ => Self::Folder(text.into()),
        }
    }
}

impl TablesChoice {
    /// Reads an argument.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Self> {
        OsStringValueParser::new().map(Self::from)
    }

    /// The text of the choice; empty for none.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Off => String::new(),
            Self::Own => OWN.to_owned(),
            Self::Folder(dir) => dir.display().to_string(),
        }
    }

    /// The tables of a game; `None` if there are none.
    ///
    /// # Errors
    /// A path that is not a folder; damaged files.
    pub(crate) fn open<G: Tabled>(&self, game: &G) -> Result<Option<SharedEndings<G>>, Failure> {
        match self {
            Self::Off => Ok(None),
            Self::Own => Ok(game.own_tables()),
            Self::Folder(dir) => {
                // The folder is checked even for a game without tables, so that a mistyped name is
                // noticed.
                check_folder(dir)?;
                Ok(game.open_tables(dir)?)
            }
        }
    }

    /// A line about the tables that a searcher found, if a folder was given.
    pub(crate) fn line<G: Playable>(&self, searcher: &Searcher<G>) -> Option<String> {
        let Self::Folder(dir) = self else { return None };
        let found = match searcher.endings() {
            Some(endings) => endings.describe(),
            None => format!("none of {} in {}", format_game(searcher.game()), dir.display()),
        };
        Some(format!("info string tables {found}"))
    }
}

/// Whether a game that people play has the tables that come with the program.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct OwnTablesArgument {
    /// The endgame tables: own (those that come with the program) or off
    #[arg(long, value_name = "own|off", default_value = OWN, value_parser = own_or_off)]
    tables: bool,
}

fn own_or_off(text: &str) -> Result<bool, ParseError> {
    match text {
        OWN => Ok(true),
        OFF => Ok(false),
        _ => Err(ParseError::new("tables", text, "own or off")),
    }
}

impl OwnTablesArgument {
    /// The function that finds the tables of a game.
    pub(crate) fn find(self) -> Option<FindEndings> {
        self.tables.then_some(find_own)
    }
}

/// The tables of a game that come with the program.
fn find_own(game: &str) -> Option<AnyEndings> {
    with_state!(&AnyState::start(game).ok()?, state => {
        state.game().own_tables().map(AnyEndings::new)
    })
}
