//! Sources of weights: compiled in, all zero, or a file.

use std::path::{Path, PathBuf};

use eval::{Evaluate, Weights};
use games::ParseError;

use crate::Error;
use crate::files::read_bytes;
use crate::players::settings::{Settings, Unread};

/// A choice of weights, as given on a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WeightsSource {
    /// The compiled-in weights of the game, the word `default`.
    #[default]
    Default,
    /// All weights zero, the word `zero`: every unfinished position has an even value.
    Zero,
    /// A file.
    File(PathBuf),
}

impl WeightsSource {
    /// Reads `default`, `zero` or the name of a file.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text {
            "default" => Self::Default,
            "zero" => Self::Zero,
            path => Self::File(path.into()),
        }
    }

    /// Reads the weights from a player's settings.
    pub(crate) fn read(unread: &mut Unread<'_>) -> Result<Self, ParseError> {
        match unread.take("weights") {
            Some("") => Err(ParseError::new("player weights", "", "default, zero or a file")),
            Some(text) => Ok(Self::parse(text)),
            None => Ok(Self::Default),
        }
    }

    /// Adds the weights to a player's settings.
    pub(crate) fn write(&self, settings: Settings) -> Settings {
        match self {
            Self::Default => settings,
            Self::Zero => settings.with("weights", "zero"),
            Self::File(path) => settings.with("weights", path.display()),
        }
    }

    /// The file, if the weights come from one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Default | Self::Zero => None,
        }
    }

    /// The weights for a game.
    ///
    /// # Errors
    /// A file that cannot be read, or has no weights for this game.
    pub fn load<G: Evaluate>(&self, game: &G) -> Result<Weights, Error> {
        match self {
            Self::Default => Ok(Weights::default_for(game)),
            Self::Zero => Ok(Weights::zero(game)),
            Self::File(path) => {
                const EXPECTED: &str = "default, zero or a file of weights";
                let unreadable = |error| Error::file("weights", path, EXPECTED, error);
                let mut file = read_bytes(path).map_err(unreadable)?;
                // The mark of UTF-16. It begins no other file of weights.
                if matches!(file.first_chunk(), Some([0xff, 0xfe] | [0xfe, 0xff])) {
                    file = disk::as_text(file).map_err(unreadable)?.into_bytes();
                }
                let wrong = |reason| {
                    let expected = format!("{EXPECTED} ({reason})");
                    ParseError::new("weights", &path.to_string_lossy(), expected)
                };
                Ok(Weights::parse(game, file).map_err(wrong)?)
            }
        }
    }
}
