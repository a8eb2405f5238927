//! The texts that people read, in two languages.

use std::collections::BTreeMap;
use std::str::FromStr;

use games::ParseError;

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    French,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// The two letters of the language.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }

    /// The language of a locale as `fr_FR.UTF-8`; English if it is neither of the two.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|language| locale.starts_with(language.code()))
            .unwrap_or_default()
    }
}

impl FromStr for Language {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = Self::ALL.into_iter().find(|language| language.code() == text);
        found.ok_or_else(|| ParseError::new("language", text, "one of en fr"))
    }
}

/// The texts of a language by key, as `ui.hint`.
#[derive(Clone, Debug, Default)]
pub struct Texts(pub(crate) BTreeMap<String, String>);

/// Texts by key, for a program that does not contain them.
impl From<BTreeMap<String, String>> for Texts {
    fn from(texts: BTreeMap<String, String>) -> Self {
        Self(texts)
    }
}

impl Texts {
    /// The text of a key; the key itself if there is no text.
    #[must_use]
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.0.get(key).map_or(key, String::as_str)
    }

    /// Whether there is a text for a key.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The text of a key, with each `{name}` replaced by its given value.
    #[must_use]
    pub fn fill(&self, key: &str, given: &[(&str, &str)]) -> String {
        let text = self.get(key).to_owned();
        given.iter().fold(text, |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }

    /// The word for a player in a language; the name in texts if there is no word. `names` are the
    /// players' names in texts.
    ///
    /// # Panics
    /// A player who is not among them.
    #[must_use]
    pub fn player(&self, game: &str, names: &[&str], player: u8) -> String {
        // The words depend on the number of players.
        let keys = [format!("{game}.names-{}", names.len()), format!("{game}.players")];
        let words = keys.iter().find_map(|key| self.0.get(key));
        let named = words.and_then(|words| words.split('|').nth(usize::from(player)));
        named.unwrap_or(names[usize::from(player)]).to_owned()
    }

    /// All keys with their texts, sorted.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, text)| (key.as_str(), text.as_str()))
    }
}
