//! The text of a player: `key=value` items, separated by commas. Quotes keep a comma inside a
//! value.

use std::fmt;

use engine::Parameter;
use games::ParseError;
use reader::{Item, items_of, quoted, words};

use crate::players::limit::Limit;
use crate::players::switches::{self, SET};

/// The settings of a player in their original order. Records repeat them unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    items: Vec<Setting>,
}

#[derive(Clone, Debug)]
struct Setting {
    key: String,
    /// The value as written, perhaps with quotes.
    raw: String,
    value: String,
    /// Whether it comes from the common settings of all players.
    is_common: bool,
}

impl Setting {
    fn new(key: &str, raw: &str) -> Self {
        let value = Item { key, raw }.value().into_owned();
        Self { key: key.to_owned(), raw: raw.to_owned(), value, is_common: false }
    }
}

/// Only the texts count.
impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        (&self.key, &self.raw) == (&other.key, &other.raw)
    }
}

impl Eq for Setting {}

impl Settings {
    /// Reads a text.
    ///
    /// # Errors
    /// An item that is not `key=value`, a key that occurs twice, or a quote that is not closed.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut settings = Self::default();
        for Item { key, raw } in items_of("player", [text], full)? {
            settings.push(Setting::new(key, raw))?;
        }
        Ok(settings)
    }

    /// Reads a text that may be empty, such as the common settings of all players.
    ///
    /// # Errors
    /// As [`Settings::parse`].
    pub fn parse_common(text: &str) -> Result<Self, ParseError> {
        if text.is_empty() { Ok(Self::default()) } else { Self::parse(text) }
    }

    /// Appends an item.
    ///
    /// # Errors
    /// A key that is there already, perhaps under another of its names.
    fn push(&mut self, setting: Setting) -> Result<(), ParseError> {
        let Setting { key, raw, .. } = &setting;
        if raw.contains(char::is_control) {
            let expected = "a text without control characters";
            return Err(ParseError::new(format!("player {key}"), raw, expected));
        }
        if self.items.iter().any(|seen| full(&seen.key) == full(key)) {
            let item = format!("{key}={raw}");
            return Err(ParseError::new(format!("player {key}"), &item, "each key only once"));
        }
        self.items.push(setting);
        Ok(())
    }

    /// The settings with an item at the end, in place of an item with the same key. The value is
    /// written in quotes if it could not be read otherwise.
    #[must_use]
    pub fn with(self, key: &str, value: impl fmt::Display) -> Self {
        self.with_raw(key, &quoted(&value.to_string()))
    }

    /// As [`Settings::with`], for a value as it is written.
    #[must_use]
    pub(crate) fn with_raw(mut self, key: &str, raw: &str) -> Self {
        let setting = Setting::new(key, raw);
        match self.items.iter_mut().find(|known| known.key == key) {
            Some(known) => *known = setting,
            None => self.items.push(setting),
        }
        self
    }

    /// The settings without a key.
    pub(crate) fn without(mut self, key: &str) -> Self {
        self.items.retain(|known| known.key != key);
        self
    }

    /// Adds the settings of `common` that the player does not have yet. The player's own limit
    /// replaces any limit in `common`. A player without a search ignores settings of the search.
    ///
    /// # Errors
    /// A key that occurs twice, once under another of its names.
    pub fn with_common(mut self, common: &Self) -> Result<Self, ParseError> {
        let is_limit = |key: &str| Limit::KEYS.contains(&key);
        let own: Vec<_> = self.items.iter().map(|item| item.key.clone()).collect();
        let limited = own.iter().any(|key| is_limit(key));
        let plain = own.iter().any(|key| key == "random" || key == "greedy");
        for setting in &common.items {
            let key = &setting.key;
            let unused = plain && !["name", "random-plies"].contains(&key.as_str());
            if !(unused || own.contains(key) || limited && is_limit(key)) {
                self.push(Setting { is_common: true, ..setting.clone() })?;
            }
        }
        Ok(self)
    }

    /// A key of these common settings, with its value, that none of the players took from them.
    pub(crate) fn unused(&self, players: &[&Self]) -> Option<(&str, &str)> {
        let is_used = |common: &Setting| {
            let is_it = |own: &Setting| own.is_common && own.key == common.key;
            players.iter().any(|player| player.items.iter().any(is_it))
        };
        let unused = self.items.iter().find(|&common| !is_used(common))?;
        Some((&unused.key, &unused.value))
    }

    /// The items to read.
    pub(crate) fn unread(&self) -> Unread<'_> {
        let items = self.items.iter().map(|item| (item.key.as_str(), item.value.as_str()));
        Unread { settings: self, items: items.collect() }
    }

    /// Checks that the text of the settings can be read back.
    pub(crate) fn check(&self) -> Result<(), ParseError> {
        match Self::parse(&self.to_string()) {
            Ok(read) if read == *self => Ok(()),
            Ok(_) => {
                let expected = "keys without commas, quotes and equals signs";
                Err(ParseError::new("player", &self.to_string(), expected))
            }
            Err(error) => Err(error),
        }
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Setting { key, raw, .. }) in self.items.iter().enumerate() {
            write!(f, "{}{key}={raw}", if place > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

/// The items that have not been read yet.
pub(crate) struct Unread<'a> {
    settings: &'a Settings,
    pub(crate) items: Vec<(&'a str, &'a str)>,
}

impl<'a> Unread<'a> {
    /// An error about the player as a whole.
    pub(crate) fn wrong(&self, expected: &str) -> ParseError {
        ParseError::new("player", &self.settings.to_string(), expected)
    }

    /// The value of a key, if it was given.
    pub(crate) fn take(&mut self, key: &str) -> Option<&'a str> {
        let place = self.items.iter().position(|&(given, _)| given == key)?;
        Some(self.items.remove(place).1)
    }

    /// The words of a command line, if it was given.
    pub(crate) fn words(&mut self, key: &str) -> Result<Option<Vec<String>>, ParseError> {
        if self.take(key).is_none() {
            return Ok(None);
        }
        let given = self.settings.items.iter().find(|item| item.key == key);
        given.map(|item| words(&format!("player {key}"), &item.raw)).transpose()
    }

    /// The limit, if there is one. There may be only one.
    pub(crate) fn limit(&mut self) -> Result<Option<Limit>, ParseError> {
        let mut found = None;
        for key in Limit::KEYS {
            let Some(value) = self.take(key) else { continue };
            if found.is_some() {
                let expected = format!("only one of {}", Limit::KEYS.join(" "));
                return Err(ParseError::new("player", &format!("{key}={value}"), expected));
            }
            found = Limit::parse(key, value).transpose()?;
        }
        Ok(found)
    }

    /// Whether an optional key has the value `yes`.
    pub(crate) fn yes(&mut self, key: &str) -> Result<bool, ParseError> {
        self.take(key).map_or(Ok(false), |value| yes_or_no(key, value))
    }

    /// A number with two decimals, in hundredths, if it was given.
    pub(crate) fn hundredths(&mut self, key: &str) -> Result<Option<u32>, ParseError> {
        let Some(text) = self.take(key) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| (0.0..=100.0).contains(number));
        let number = number.map(|number: f64| (100.0 * number).round() as u32);
        let wrong = || ParseError::new(format!("player {key}"), text, "a number from 0 to 100");
        number.map(Some).ok_or_else(wrong)
    }
}

/// The same for all names of a key: those of techniques and parameters have several.
fn full(key: &str) -> (&str, &str) {
    match (switches::find(key), key.strip_prefix(SET)) {
        (Some(technique), _) => ("technique", technique.name),
        (None, Some(name)) => (SET, Parameter::full_name(name)),
        (None, None) => ("", key),
    }
}

/// Reads `yes` or `no`.
pub(crate) fn yes_or_no(key: &str, value: &str) -> Result<bool, ParseError> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(ParseError::new(format!("player {key}"), value, "yes or no")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_keys_come_before_common_ones() {
        let with_common = |text, common| {
            let common = Settings::parse_common(common).unwrap();
            Settings::parse(text).unwrap().with_common(&common).unwrap().to_string()
        };
        assert_eq!(with_common("name=A,depth=2", "nodes=5,hash=3"), "name=A,depth=2,hash=3");
        assert_eq!(with_common("name=A", "nodes=5,hash=3"), "name=A,nodes=5,hash=3");
        assert_eq!(with_common("name=A", ""), "name=A");
        let plain = with_common("random=yes", "name=A,nodes=5,random-plies=2");
        assert_eq!(plain, "random=yes,name=A,random-plies=2");
    }

    /// All names of a key count as the same key.
    #[test]
    fn keys_are_given_once() {
        for text in [
            "nodes=1,nodes=1",
            "lmr=no,reductions=no",
            "near=no,near_table=yes",
            "set.lmr_min_move=3,set.lmr_min_move=3",
            "set.lmr_index=3,set.lmr_min_move=4",
        ] {
            let error = Settings::parse(text).unwrap_err().to_string();
            assert!(error.ends_with("expected each key only once"), "{error}");
        }
    }

    #[test]
    fn texts_that_cannot_be_read_back_are_refused() {
        let settings = Settings::default().with("name", "A,\"B\"");
        assert_eq!(settings.check(), Ok(()));
        assert_eq!(settings.to_string(), "name=\"A,\\\"B\\\"\"");
        let error = Settings::default().with("name", "A\nB").check().unwrap_err().to_string();
        assert!(error.ends_with("expected a text without control characters"), "{error}");
        for key in ["option.a=b", "option.a,b=c"] {
            assert!(Settings::default().with(key, "x").check().is_err(), "{key}");
        }
    }

    #[test]
    fn empty_items_are_refused() {
        for text in [",", "a=1,,b=2", "a=1,"] {
            let error = Settings::parse_common(text).unwrap_err().to_string();
            assert_eq!(error, "player: read \"\", expected key=value", "{text}");
        }
    }
}
