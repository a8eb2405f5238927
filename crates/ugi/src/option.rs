//! The options that an engine lists.

use std::fmt::{self, Display};

/// An option with its factory default: `option name NAME type TYPE default VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// The name.
    pub name: String,
    /// The words after the name: `type spin default 64 min 1 max 1024`.
    pub kind: String,
}

impl OptionLine {
    /// An option whose value is a text.
    #[must_use]
    pub fn text(name: &str, default: impl Display) -> Self {
        let kind = format!("type string default {default}").trim_end().to_owned();
        Self { name: name.to_owned(), kind }
    }

    /// An option whose value is a whole number within bounds.
    #[must_use]
    pub fn number(
        name: &str,
        default: impl Display,
        least: impl Display,
        most: impl Display,
    ) -> Self {
        let kind = format!("type spin default {default} min {least} max {most}");
        Self { name: name.to_owned(), kind }
    }

    /// Reads a line; `None` if it lists no option.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let words: Vec<_> = line.split_whitespace().collect();
        let words = words.strip_prefix(&["option", "name"])?;
        let (name, kind) = words.split_at(words.iter().position(|&word| word == "type")?);
        (kind.len() > 1).then(|| Self { name: name.join(" "), kind: kind.join(" ") })
    }
}

/// Writes the line without its end.
impl Display for OptionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} {}", self.name, self.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reader_reads_what_the_writer_writes() {
        let hash = OptionLine::number("Hash", 64, 1, 1024);
        assert_eq!(hash.to_string(), "option name Hash type spin default 64 min 1 max 1024");
        for option in [hash, OptionLine::text("Game", "etoile"), OptionLine::text("Two words", "")]
        {
            assert_eq!(OptionLine::parse(&option.to_string()), Some(option));
        }
        let tabs = OptionLine::parse("option\tname  Two\twords type string  default a b");
        assert_eq!(tabs, Some(OptionLine::text("Two words", "a b")));
        assert_eq!(OptionLine::parse("option name Hash"), None);
        assert_eq!(OptionLine::parse("id name engine"), None);
    }
}
