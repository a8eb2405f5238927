//! Weights and their files.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use crate::chances::Chances;
use crate::feature::{Evaluate, Feature, first_entry, weight_count};
use crate::logistic::Logistic;
use crate::weight_tables::{WeightTables, push_table, split};

/// The version of the format of files without tables. The oldest files have no version.
const FORMAT: u32 = 1;

/// The version of the format of files with tables: see [`crate::weight_tables`].
const TABLES_FORMAT: u32 = 2;

/// The largest absolute value of a weight. With it sums stay far from overflow.
pub(crate) const MAX_WEIGHT: i32 = 1_000_000;

/// The weights of one game's evaluation, for the options that share a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    pub(crate) values: Vec<i32>,
    pub(crate) scale: i32,
    pub(crate) chances: Chances,
    /// The source of the weights.
    pub provenance: String,
    pub(crate) set: &'static str,
    /// The number of weights before the tables.
    pub(crate) first_entry: usize,
}

/// The contents of a weights file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    set: String,
    format: Option<u32>,
    provenance: String,
    scale: i32,
    chances: Option<[u16; Chances::POINTS]>,
    weights: BTreeMap<String, Vec<i32>>,
    /// The number of weights of each table whose bytes follow the text.
    #[serde(default)]
    tables: BTreeMap<String, usize>,
}

/// A weights file that could not be read: one sentence with the place and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsError(pub(crate) String);

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WeightsError {}

impl Weights {
    /// All weights zero: every unfinished position has the value of an even result.
    #[must_use]
    pub fn zero<G: Evaluate>(game: &G) -> Self {
        let values = vec![0; weight_count(G::FEATURES)];
        let (set, first_entry) = (game.weight_set(), first_entry(G::FEATURES));
        let provenance = "zero".to_owned();
        let chances = Chances::default();
        Self { values, scale: 1, chances, provenance, set, first_entry }
    }

    /// The weights: one for each feature, in the order of the features' numbers.
    #[must_use]
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// The weights, mutable. They are from -1,000,000 to 1,000,000, as in a file.
    pub fn values_mut(&mut self) -> &mut [i32] {
        &mut self.values
    }

    /// Units of a weight for each unit of log-odds of winning.
    #[must_use]
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// Sets the scale: units of a weight for each unit of log-odds. The weights do not change.
    ///
    /// # Panics
    /// If `scale` is not from 1 to [`Logistic::MAX_SCALE`].
    pub fn set_scale(&mut self, scale: i32) {
        assert!((1..=Logistic::MAX_SCALE).contains(&scale), "scale: read {scale}");
        self.scale = scale;
    }

    /// The chances that people see, for values that a search finds with these weights.
    #[must_use]
    pub fn chances(&self) -> Chances {
        self.chances
    }

    /// Sets the chances that people see. The search does not use them.
    pub fn set_chances(&mut self, chances: Chances) {
        self.chances = chances;
    }

    /// Whether they belong to the set of the game with its options.
    #[must_use]
    pub fn are_for<G: Evaluate>(&self, game: &G) -> bool {
        self.set == game.weight_set()
    }

    /// The weights that are compiled in for a game with its options; all zero if there are none.
    ///
    /// # Panics
    /// If the compiled-in file is damaged, which the tests exclude.
    #[must_use]
    pub fn default_for<G: Evaluate>(game: &G) -> Self {
        game.default_weights().map_or_else(
            || Self::zero(game),
            |file| Self::parse(game, file).expect("the compiled-in weights are tested"),
        )
    }

    /// Reads a weights file: text, and for a set with tables their bytes after it.
    ///
    /// # Errors
    /// If the file is not a complete file for the game's set of weights.
    pub fn parse<G: Evaluate>(game: &G, file: impl AsRef<[u8]>) -> Result<Self, WeightsError> {
        Self::parse_set(game.weight_set(), G::FEATURES, file.as_ref())
    }

    /// Reads a file of a set with these features.
    pub(crate) fn parse_set(
        set: &'static str,
        features: &[Feature],
        file: &[u8],
    ) -> Result<Self, WeightsError> {
        let (text, tables) = split(file)?;
        let file = read_text(set, text, tables.is_some())?;
        let mut groups = file.weights;
        let mut tables = WeightTables { sizes: file.tables, bytes: tables.unwrap_or_default() };
        let mut values = Vec::with_capacity(weight_count(features));
        for feature in features {
            if feature.is_table() {
                tables.read(feature, &mut values)?;
            } else {
                values.extend(group(feature, groups.remove(feature.name))?);
            }
        }
        if let Some(name) = groups.keys().chain(tables.sizes.keys()).next() {
            let known: Vec<_> = features.iter().map(|feature| feature.name).collect();
            return fail(format!("weights: read {name:?}, expected one of {}", known.join(" ")));
        }
        if !tables.bytes.is_empty() {
            return fail(format!("tables: read {} bytes too many", tables.bytes.len()));
        }
        let chances = file.chances.map(chances).transpose()?.unwrap_or_default();
        let WeightsFile { scale, provenance, .. } = file;
        Ok(Self { values, scale, chances, provenance, set, first_entry: first_entry(features) })
    }

    /// The contents of a weights file. It is text, unless there are tables that are not all zero.
    #[must_use]
    pub fn format<G: Evaluate>(&self, game: &G) -> Vec<u8> {
        self.format_set(game.weight_set(), G::FEATURES)
    }

    fn format_set(&self, set: &str, features: &[Feature]) -> Vec<u8> {
        let (mut groups, mut tables) = (String::new(), String::new());
        let mut bytes = Vec::new();
        let mut rest = &self.values[..];
        for feature in features {
            let Feature { name, about, count, .. } = feature;
            let (group, tail) = rest.split_at(*count);
            rest = tail;
            if !feature.is_table() {
                let numbers: Vec<_> = group.iter().map(i32::to_string).collect();
                groups.push_str(&format!("# {about}\n{name} = [{}]\n", numbers.join(", ")));
            } else if group.iter().any(|&weight| weight != 0) {
                tables.push_str(&format!("# {about}\n{name} = {count}\n"));
                push_table(&mut bytes, group);
            }
        }
        let format = if tables.is_empty() { FORMAT } else { TABLES_FORMAT };
        let chances = self.chances.curve().map_or_else(String::new, |curve| {
            format!("# The chances that people see, in thousandths, at odds of 2, 4 ... 1024 to one.\nchances = {curve:?}\n")
        });
        let mut text = format!(
            "set = \"{}\"\nformat = {format}\nprovenance = {}\n# Units of a weight for each unit of log-odds.\nscale = {}\n{chances}\n[weights]\n{groups}",
            set,
            quoted(&self.provenance),
            self.scale
        );
        if tables.is_empty() {
            return text.into_bytes();
        }
        text.push_str(&format!("\n# So many weights each follow this text.\n[tables]\n{tables}"));
        let mut file = text.into_bytes();
        file.push(0);
        file.extend(bytes);
        let sum = crc32fast::hash(&file);
        file.extend(sum.to_le_bytes());
        file
    }

    /// The weights of ordinary groups, and those of tables.
    pub(crate) fn groups_and_tables(&self) -> (&[i32], &[i32]) {
        self.values.split_at(self.first_entry)
    }

    /// Whether all weights are zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.values.iter().all(|&weight| weight == 0)
    }
}

pub(crate) fn fail<T>(message: String) -> Result<T, WeightsError> {
    Err(WeightsError(message))
}

/// Reads the text of a file of a set, without its groups of weights.
fn read_text(set: &str, text: &str, has_tables: bool) -> Result<WeightsFile, WeightsError> {
    let file = toml::from_str::<WeightsFile>(text);
    let expected = if has_tables { TABLES_FORMAT } else { FORMAT };
    if let Some(format) = other_format(text, file.as_ref().ok(), expected) {
        let none = if has_tables { "" } else { " or none" };
        return fail(format!("format: read {format}, expected {expected}{none}"));
    }
    let file = file.map_err(|error| located(text, &error))?;
    if file.set != set {
        return fail(format!("set: read {:?}, expected {set:?}", file.set));
    }
    if !(1..=Logistic::MAX_SCALE).contains(&file.scale) {
        let most = Logistic::MAX_SCALE;
        return fail(format!("scale: read {}, expected 1 to {most}", file.scale));
    }
    Ok(file)
}

/// The chances of a file.
fn chances(curve: [u16; Chances::POINTS]) -> Result<Chances, WeightsError> {
    let words = format!("chances: read {curve:?}, expected numbers that rise from 500 to 1000");
    Chances::of_curve(curve).ok_or(WeightsError(words))
}

/// The weights of a group, as a file has them.
fn group(feature: &Feature, group: Option<Vec<i32>>) -> Result<Vec<i32>, WeightsError> {
    let Feature { name, count, .. } = feature;
    let Some(group) = group else {
        return fail(format!("weights: read no {name}, expected {count} numbers for it"));
    };
    if group.len() != *count {
        let got = group.len();
        return fail(format!("weights {name}: read {got} numbers, expected {count}"));
    }
    if let Some(bad) = group.iter().find(|weight| weight.unsigned_abs() > MAX_WEIGHT as u32) {
        return fail(format!("weights {name}: read {bad}, expected at most {MAX_WEIGHT}"));
    }
    Ok(group)
}

/// The version of a file's format, if it is not a known one. The rest of such a file may have any
/// form.
fn other_format(text: &str, file: Option<&WeightsFile>, expected: u32) -> Option<String> {
    let format = match file {
        Some(file) => file.format.map(i64::from),
        None => text.parse::<toml::Table>().ok()?.get("format")?.as_integer(),
    };
    format.filter(|&format| format != i64::from(expected)).map(|format| format.to_string())
}

/// A TOML string with these characters.
fn quoted(text: &str) -> String {
    let control = |letter: char| letter.is_ascii_control() && !matches!(letter, '\n' | '\t');
    let codes = text.chars().any(control);
    let (newline, backslash) = (text.contains('\n'), text.contains('\\'));
    // The plainest form that can contain the text unchanged; the form with escapes only if no other
    // can.
    let lines = if newline { "\n" } else { "" };
    if !codes && !backslash && !text.contains('"') && !newline {
        format!("\"{}\"", text.replace('\t', "\\t"))
    } else if !codes && !text.contains('\'') && !newline {
        format!("'{text}'")
    } else if !codes && !backslash && !text.contains("\"\"\"") {
        format!("\"\"\"{lines}{}\"\"\"", text.replace('\t', "\\t"))
    } else if !codes && !text.contains("'''") {
        format!("'''{lines}{text}'''")
    } else {
        let quotes = if newline { "\"\"\"" } else { "\"" };
        let escaped: String = text.chars().map(|letter| escaped(letter, newline)).collect();
        // Two quotes in a row are allowed in a multi-line string.
        let escaped = escaped.replace("\"\"\"", "\"\"\\\"");
        format!("{quotes}{lines}{escaped}{quotes}")
    }
}

/// A character in a TOML string with escapes; with `lines`, in a multi-line string.
fn escaped(letter: char, lines: bool) -> String {
    match letter {
        '\n' | '"' if lines => letter.to_string(),
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        '\u{8}' => "\\b".to_owned(),
        '\u{c}' => "\\f".to_owned(),
        letter if letter.is_ascii_control() => format!("\\u{:04X}", u32::from(letter)),
        letter => letter.to_string(),
    }
}

/// A TOML error in one line, with the number of the line in the text.
fn located(text: &str, error: &toml::de::Error) -> WeightsError {
    let message = error.message().replace('\n', " ");
    let line =
        error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
    WeightsError(match line {
        Some(line) => format!("line {line}: {message}"),
        None => message,
    })
}
