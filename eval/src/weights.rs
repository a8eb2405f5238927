//! Weights and their files.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use crate::feature::{Evaluate, weight_count};
use crate::logistic::Logistic;

/// The version of the format of files. The first files named none.
const FORMAT: u32 = 1;

/// The largest weight either way: sums stay far from overflow.
const MAX_WEIGHT: i32 = 1_000_000;

/// The weights of one game's evaluation, for the options that share a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// One for each feature, in the order of their numbers.
    pub values: Vec<i32>,
    /// Units of a weight for each unit of log-odds of winning.
    pub scale: i32,
    /// Where the weights came from.
    pub provenance: String,
    set: &'static str,
}

/// The contents of a weights file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    set: String,
    format: Option<u32>,
    provenance: String,
    scale: i32,
    weights: BTreeMap<String, Vec<i32>>,
}

/// A weights file that could not be read: one sentence that says where and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsError(String);

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WeightsError {}

impl Weights {
    /// All weights zero: every unfinished position is worth an even result.
    #[must_use]
    pub fn zero<G: Evaluate>(game: &G) -> Self {
        let values = vec![0; weight_count(G::FEATURES)];
        Self { values, scale: 1, provenance: "zero".to_owned(), set: game.weight_set() }
    }

    /// Whether they are of the set that the game has under its options.
    #[must_use]
    pub fn are_for<G: Evaluate>(&self, game: &G) -> bool {
        self.set == game.weight_set()
    }

    /// The weights compiled in for a game under its options; all zero where there are none.
    ///
    /// # Panics
    /// If the compiled-in text is damaged, which the tests exclude.
    #[must_use]
    pub fn default_for<G: Evaluate>(game: &G) -> Self {
        game.default_weights().map_or_else(
            || Self::zero(game),
            |text| Self::parse(game, text).expect("the compiled-in weights are tested"),
        )
    }

    /// Reads the text of a weights file.
    ///
    /// # Errors
    /// Anything but a complete file for the game's set of weights.
    pub fn parse<G: Evaluate>(game: &G, text: &str) -> Result<Self, WeightsError> {
        let fail = |message: String| Err(WeightsError(message));
        let file = toml::from_str::<WeightsFile>(text);
        if let Some(format) = later_format(text, file.as_ref().ok()) {
            return fail(format!("format: read {format}, expected {FORMAT} or none"));
        }
        let mut file = file.map_err(|error| located(text, &error))?;
        if file.set != game.weight_set() {
            return fail(format!("set: read {:?}, expected {:?}", file.set, game.weight_set()));
        }
        if !(1..=Logistic::MAX_SCALE).contains(&file.scale) {
            let most = Logistic::MAX_SCALE;
            return fail(format!("scale: read {}, expected 1 to {most}", file.scale));
        }
        let mut values = Vec::with_capacity(weight_count(G::FEATURES));
        for feature in G::FEATURES {
            let (name, count) = (feature.name, feature.count);
            let Some(group) = file.weights.remove(name) else {
                return fail(format!("weights: read no {name}, expected {count} numbers for it"));
            };
            if group.len() != count {
                let got = group.len();
                return fail(format!("weights {name}: read {got} numbers, expected {count}"));
            }
            if let Some(bad) = group.iter().find(|weight| weight.unsigned_abs() > MAX_WEIGHT as u32)
            {
                return fail(format!("weights {name}: read {bad}, expected at most {MAX_WEIGHT}"));
            }
            values.extend(group);
        }
        if let Some(name) = file.weights.keys().next() {
            let known: Vec<_> = G::FEATURES.iter().map(|feature| feature.name).collect();
            return fail(format!("weights: read {name:?}, expected one of {}", known.join(" ")));
        }
        let set = game.weight_set();
        Ok(Self { values, scale: file.scale, provenance: file.provenance, set })
    }

    /// The text of a weights file.
    #[must_use]
    pub fn format<G: Evaluate>(&self, game: &G) -> String {
        let mut text = format!(
            "set = \"{}\"\nformat = {FORMAT}\nprovenance = {}\n# Units of a weight for each unit of log-odds.\nscale = {}\n\n[weights]\n",
            game.weight_set(),
            quoted(&self.provenance),
            self.scale
        );
        let mut rest = &self.values[..];
        for feature in G::FEATURES {
            let (group, tail) = rest.split_at(feature.count);
            let numbers: Vec<_> = group.iter().map(i32::to_string).collect();
            let about = feature.about;
            text.push_str(&format!("# {about}\n{} = [{}]\n", feature.name, numbers.join(", ")));
            rest = tail;
        }
        text
    }

    /// Whether all weights are zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.values.iter().all(|&weight| weight == 0)
    }
}

/// The version of a file's format, if it is another; such a file may hold anything else.
fn later_format(text: &str, file: Option<&WeightsFile>) -> Option<String> {
    let format = match file {
        Some(file) => file.format.map(i64::from),
        None => text.parse::<toml::Table>().ok()?.get("format")?.as_integer(),
    };
    format.filter(|&format| format != i64::from(FORMAT)).map(|format| format.to_string())
}

/// A TOML string with these characters.
fn quoted(text: &str) -> String {
    let control = |letter: char| letter.is_ascii_control() && !matches!(letter, '\n' | '\t');
    let codes = text.chars().any(control);
    let (newline, backslash) = (text.contains('\n'), text.contains('\\'));
    // The plainest form that holds the text as it is; the form with escapes only where none does.
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
        // Two quotes may stand together in several lines.
        let escaped = escaped.replace("\"\"\"", "\"\"\\\"");
        format!("{quotes}{lines}{escaped}{quotes}")
    }
}

/// A character in a TOML string with escapes; with `lines` one of several lines.
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

/// A TOML error in one line, with the line of the text that it speaks of.
fn located(text: &str, error: &toml::de::Error) -> WeightsError {
    let message = error.message().replace('\n', " ");
    let line =
        error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
    WeightsError(match line {
        Some(line) => format!("line {line}: {message}"),
        None => message,
    })
}
