//! The text of a player: `key=value` items, separated by commas.

use std::fmt;

use games::ParseError;

use crate::players::limit::Limit;
use crate::players::switches;

/// The settings of a player in their original order. Records repeat them unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    items: Vec<(String, String)>,
}

impl Settings {
    /// Reads a text.
    ///
    /// # Errors
    /// An item that is not `key=value`, or a key that occurs twice.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::read(text.split(','))
    }

    /// Reads a text that may be empty, such as the common settings of all players.
    ///
    /// # Errors
    /// An item that is not `key=value`, or a key that occurs twice.
    pub fn parse_common(text: &str) -> Result<Self, ParseError> {
        Self::read(text.split(',').filter(|item| !item.is_empty()))
    }

    fn read<'a>(items: impl Iterator<Item = &'a str>) -> Result<Self, ParseError> {
        let mut settings = Self::default();
        for item in items {
            let Some((key, value)) = item.split_once('=') else {
                return Err(ParseError::new("player", item, "key=value"));
            };
            settings.push(key, value)?;
        }
        Ok(settings)
    }

    /// Appends an item.
    ///
    /// # Errors
    /// A key that is there already, perhaps under another of its names.
    fn push(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        if value.contains(char::is_control) {
            let expected = "a text without control characters";
            return Err(ParseError::new(format!("player {key}"), value, expected));
        }
        let full = |key| switches::find(key).map_or(key, |technique| technique.name);
        if self.items.iter().any(|(seen, _)| full(seen) == full(key)) {
            let item = format!("{key}={value}");
            return Err(ParseError::new(format!("player {key}"), &item, "each key only once"));
        }
        self.items.push((key.to_owned(), value.to_owned()));
        Ok(())
    }

    /// The settings with an item at the end, in place of an item with the same key.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        match self.items.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value.to_string(),
            None => self.items.push((key.to_owned(), value.to_string())),
        }
        self
    }

    /// The settings without a key.
    pub(crate) fn without(mut self, key: &str) -> Self {
        self.items.retain(|(known, _)| known != key);
        self
    }

    /// Adds the settings of `common` that the player does not have yet. The player's own limit
    /// replaces any limit in `common`. A player without a search ignores settings of the search.
    ///
    /// # Errors
    /// A key that occurs twice, once under another of its names.
    pub fn with_common(mut self, common: &Self) -> Result<Self, ParseError> {
        let is_limit = |key: &str| Limit::KEYS.contains(&key);
        let own: Vec<_> = self.items.iter().map(|(key, _)| key.clone()).collect();
        let limited = own.iter().any(|key| is_limit(key));
        let plain = own.iter().any(|key| key == "random" || key == "greedy");
        for (key, value) in &common.items {
            let unused = plain && !["name", "random-plies"].contains(&key.as_str());
            if !(unused || own.contains(key) || limited && is_limit(key)) {
                self.push(key, value)?;
            }
        }
        Ok(self)
    }

    /// The items to read.
    pub(crate) fn unread(&self) -> Unread<'_> {
        let items = self.items.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        Unread { settings: self, items: items.collect() }
    }

    /// Checks that the text of the settings can be read back.
    pub(crate) fn check(&self) -> Result<(), ParseError> {
        let wrong = |text: &str| text.contains(|letter: char| letter == ',' || letter.is_control());
        match self.items.iter().find(|(key, value)| wrong(key) || wrong(value)) {
            None => Ok(()),
            Some((key, value)) => {
                Err(ParseError::new(format!("player {key}"), value, "a text without commas"))
            }
        }
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (key, value)) in self.items.iter().enumerate() {
            write!(f, "{}{key}={value}", if place > 0 { "," } else { "" })?;
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

    #[test]
    fn a_text_that_would_not_read_back_is_refused() {
        let settings = Settings::default().with("name", "A,B");
        let error = settings.check().unwrap_err().to_string();
        assert_eq!(error, "player name: read \"A,B\", expected a text without commas");
    }
}
