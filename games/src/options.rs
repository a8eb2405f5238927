//! The options of a game's rules, as position texts give them.

use reader::{Item, ParseError, items};

use crate::Resources;

/// One option of a game's rules.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The key in the position text.
    pub key: &'static str,
    /// The value when left out.
    pub default: &'static str,
    /// The allowed values.
    pub values: OptionValues,
    /// The meaning, in half a sentence.
    pub about: &'static str,
}

/// The values that an option can take.
#[derive(Clone, Copy, Debug)]
pub enum OptionValues {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number from 0 without leading zeros, where 0 switches something off.
    Count {
        /// The greatest.
        most: u32,
        /// A number in the range that is excluded, if there is one.
        hole: Option<u32>,
    },
    /// The name of a resource of this kind: the compiled-in one, which is the default, or one of
    /// the [`Resources`].
    Resource(&'static str),
}

impl OptionInfo {
    /// The values in words, for errors and for users.
    #[must_use]
    pub fn expected(&self) -> String {
        match self.values {
            OptionValues::Words(words) => format!("one of {}", words.join(" ")),
            OptionValues::Count { most, hole } => {
                let hole = hole.map_or(String::new(), |hole| format!(", but not {hole}"));
                format!("a number from 0 (off) to {most}{hole}")
            }
            OptionValues::Resource(kind) => {
                format!("{}, or the name of a {kind} given as a file", self.default)
            }
        }
    }

    fn check(&self, value: &str, resources: &Resources) -> bool {
        match self.values {
            OptionValues::Words(words) => words.contains(&value),
            OptionValues::Count { most, hole } => {
                parse_count(value).is_some_and(|count| count <= most && Some(count) != hole)
            }
            OptionValues::Resource(kind) => {
                value == self.default || resources.names(kind).any(|name| name == value)
            }
        }
    }
}

/// The options of one position text: checked, with defaults filled in.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    known: &'static [OptionInfo],
    given: Vec<(&'static str, &'a str)>,
    resources: &'a Resources,
}

impl<'a> Options<'a> {
    /// Reads `key=value,key=value`, or nothing at all where `text` is `None`.
    ///
    /// # Errors
    /// An unknown key or value, or a key given twice. The error names the known ones.
    pub fn parse(known: &'static [OptionInfo], text: Option<&'a str>) -> Result<Self, ParseError> {
        Self::parse_with(known, text, Resources::none())
    }

    /// As [`Options::parse`]. Values may also name these resources.
    ///
    /// # Errors
    /// As [`Options::parse`].
    pub fn parse_with(
        known: &'static [OptionInfo],
        text: Option<&'a str>,
        resources: &'a Resources,
    ) -> Result<Self, ParseError> {
        let mut given: Vec<(&'static str, &'a str)> = Vec::new();
        for item in text.map_or(Ok(Vec::new()), |text| items("option", text))? {
            // Positions are strict: no value of an option needs quotes.
            let Item { key, raw: value } = item;
            let Some(info) = known.iter().find(|info| info.key == key) else {
                let keys: Vec<_> = known.iter().map(|info| info.key).collect();
                return Err(ParseError::new("option", key, format!("one of {}", keys.join(" "))));
            };
            if !info.check(value, resources) {
                return Err(ParseError::new(format!("option {key}"), value, info.expected()));
            }
            given.push((info.key, value));
        }
        Ok(Self { known, given, resources })
    }

    /// The value of `key`: as given, or the default; empty for a key that the game does not have.
    #[must_use]
    pub fn get(&self, key: &str) -> &str {
        let given = self.given.iter().find(|(seen, _)| *seen == key).map(|&(_, value)| value);
        let default = self.known.iter().find(|info| info.key == key).map(|info| info.default);
        given.or(default).unwrap_or("")
    }

    /// The value of a counting option; `None` if it was left out and its default is no number.
    #[must_use]
    pub fn number(&self, key: &str) -> Option<u32> {
        parse_count(self.get(key))
    }

    /// The value of a counting option whose default is a number.
    #[must_use]
    pub fn count(&self, key: &str) -> u32 {
        self.number(key).unwrap_or(0)
    }

    /// The resources that values may name besides the compiled-in ones.
    #[must_use]
    pub fn resources(&self) -> &'a Resources {
        self.resources
    }
}

/// A number without sign or leading zeros.
fn parse_count(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}
