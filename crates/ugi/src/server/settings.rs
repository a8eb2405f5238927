//! The options of a session.

use engine::{MAX_HASH, MAX_THREADS, Parameter, Parameters, available_threads};
use games::{AnyState, ParseError};
use reader::whole;

use crate::option::OptionLine;

/// The weights that are compiled in.
pub(super) const DEFAULT_WEIGHTS: &str = "default";

/// The value of an option without a value.
const EMPTY: &str = "<empty>";

const MAX_LINES: u64 = 1000;

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `Game`: the game with its options.
    pub game: String,
    /// `Threads`: threads of a search.
    pub threads: u64,
    /// `Hash`: the size of the transposition table in MiB.
    pub hash: u64,
    /// `Seed`: the seed of the order of equal moves.
    pub seed: u64,
    /// `Weights`: a file, or a word for weights that are compiled in.
    pub weights: String,
    /// `MultiPV`: the number of variations.
    pub lines: u64,
    /// `Pack`: a file with another pitch and pack for Buteur.
    pub pack: Option<String>,
    /// `Tables`: a folder of endgame tables.
    pub tables: Option<String>,
    /// The parameters of the search, each an option of its name.
    pub parameters: Parameters,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            game: AnyState::NAMES[0].to_owned(),
            threads: available_threads() as u64,
            hash: 64,
            seed: 0,
            weights: DEFAULT_WEIGHTS.to_owned(),
            lines: 1,
            pack: None,
            tables: None,
            parameters: Parameters::DEFAULT,
        }
    }
}

impl Settings {
    /// Sets an option; letter case of its name does not matter.
    ///
    /// # Errors
    /// An unknown option, or a value that it cannot have.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), ParseError> {
        let number = |least: u64, most: u64| whole(&format!("option {name}"), value, least..=most);
        let optional = || Some(value.to_owned()).filter(|value| value != EMPTY);
        match name.to_ascii_lowercase().as_str() {
            "game" if value.contains(' ') => {
                let expected = "a game and its options without spaces";
                return Err(ParseError::new("option Game", value, expected));
            }
            "game" => value.clone_into(&mut self.game),
            "threads" => self.threads = number(1, MAX_THREADS as u64)?,
            "hash" => self.hash = number(1, MAX_HASH.into())?,
            "weights" => value.clone_into(&mut self.weights),
            "pack" => self.pack = optional(),
            "tables" => self.tables = optional(),
            "seed" => self.seed = number(0, u64::MAX)?,
            "multipv" => self.lines = number(1, MAX_LINES)?,
            name if Parameter::named(name).is_ok() => self.parameters.read(name, value)?,
            _ => {
                let numbers: Vec<_> = Parameters::TABLE.iter().map(|number| number.name).collect();
                let numbers = numbers.join(" ");
                let expected =
                    format!("one of Game Threads Hash Seed Weights MultiPV Pack Tables {numbers}");
                return Err(ParseError::new("option", name, expected));
            }
        }
        Ok(())
    }

    /// The options with these values as defaults.
    pub(super) fn options(&self) -> Vec<OptionLine> {
        let Self { game, threads, hash, seed, weights, lines, pack, tables, parameters } = self;
        let mut options = vec![
            OptionLine::text("Game", game),
            OptionLine::number("Threads", threads, 1, MAX_THREADS),
            OptionLine::number("Hash", hash, 1, MAX_HASH),
            OptionLine::number("Seed", seed, 0, u64::MAX),
            OptionLine::text("Weights", weights),
            OptionLine::number("MultiPV", lines, 1, MAX_LINES),
            OptionLine::text("Pack", pack.as_deref().unwrap_or(EMPTY)),
            OptionLine::text("Tables", tables.as_deref().unwrap_or(EMPTY)),
        ];
        options.extend(Parameters::TABLE.iter().map(|parameter| {
            let Parameter { name, least, most, .. } = *parameter;
            OptionLine::number(name, parameters.get(parameter), least, most)
        }));
        options
    }
}
