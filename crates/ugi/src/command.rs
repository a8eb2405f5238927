//! The commands of a match program.

use std::fmt;

use games::ParseError;

/// A command to an engine, one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// An empty line, which is ignored.
    Empty,
    /// `ugi`: the engine introduces itself, lists its options and ends with `ugiok`.
    Ugi,
    /// `isready`: the engine answers `readyok` when all earlier commands are done.
    IsReady,
    /// `uginewgame`: a new game begins.
    NewGame,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// The name of the option.
        name: &'a str,
        /// Its new value.
        value: &'a str,
    },
    /// `position startpos [moves ...]` or `position fen FIELDS [moves ...]`, without `fen`. Any
    /// white space separates the tokens.
    Position(&'a str),
    /// `go ...`: a search begins. [`Go`](crate::Go) reads and writes the rest of the line.
    Go(&'a str),
    /// `stop`: the search ends.
    Stop,
    /// `query QUESTION`.
    Query(&'a str),
    /// `quit`: the engine ends.
    Quit,
}

impl<'a> Command<'a> {
    /// Reads a line without blanks around it.
    ///
    /// # Errors
    /// A line that is no command.
    pub fn parse(line: &'a str) -> Result<Self, ParseError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        Ok(match (word, rest) {
            ("", _) => Self::Empty,
            ("ugi", "") => Self::Ugi,
            ("isready", "") => Self::IsReady,
            ("uginewgame", "") => Self::NewGame,
            ("setoption", rest) => set_option(rest)?,
            ("position", rest) => Self::Position(position(rest)?),
            ("go", rest) => Self::Go(rest),
            ("stop", "") => Self::Stop,
            ("query", rest) => Self::Query(rest),
            ("quit", "") => Self::Quit,
            _ => {
                let expected =
                    "one of ugi isready uginewgame setoption position go stop query quit";
                return Err(ParseError::new("command", line, expected));
            }
        })
    }
}

fn set_option(text: &str) -> Result<Command<'_>, ParseError> {
    let named = after_word(text, "name").and_then(|text| {
        // The value follows the first token `value`. It may contain blanks.
        let mut places = text.match_indices("value").map(|(place, _)| text.split_at(place));
        places.find_map(|(name, rest)| {
            let value = after_word(rest, "value")?;
            (name.trim() != name && !name.trim().is_empty()).then_some((name.trim(), value.trim()))
        })
    });
    let (name, value) =
        named.ok_or_else(|| ParseError::new("setoption", text, "name N value V"))?;
    Ok(Command::SetOption { name, value })
}

/// The text after a token that it begins with.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim_start())
}

/// The text of a position after its game: `startpos` or fields, then moves and chance events.
fn position(text: &str) -> Result<&str, ParseError> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match (word, rest.trim_start()) {
        ("startpos", _) => Ok(text),
        ("fen", fields) if is_start(fields) => {
            let expected = "the fields of a position, or position startpos";
            Err(ParseError::new("position fen", fields, expected))
        }
        ("fen", fields) => Ok(fields),
        _ => {
            let expected = "startpos [moves ...] or fen <fields> [moves ...]";
            Err(ParseError::new("position", text, expected))
        }
    }
}

/// Whether the text of a position begins with `startpos`.
fn is_start(text: &str) -> bool {
    text.split_whitespace().next() == Some("startpos")
}

/// Writes the line without its end.
impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => Ok(()),
            Self::Ugi => f.write_str("ugi"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("uginewgame"),
            Self::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Self::Position(text) if is_start(text) => write!(f, "position {text}"),
            Self::Position(text) => write!(f, "position fen {text}"),
            Self::Go("") => f.write_str("go"),
            Self::Go(text) => write!(f, "go {text}"),
            Self::Stop => f.write_str("stop"),
            Self::Query(question) => write!(f, "query {question}"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reader_reads_what_the_writer_writes() {
        for command in [
            Command::Empty,
            Command::Ugi,
            Command::IsReady,
            Command::NewGame,
            Command::SetOption { name: "Game", value: "etoile:players=2" },
            Command::SetOption { name: "Weights", value: "a file.weights" },
            Command::Position("startpos"),
            Command::Position("startpos moves c2-d3@f2"),
            Command::Position("4m4/9/9/9/4L4/9/9/9/4M4 r 4 moves a b"),
            Command::Go(""),
            Command::Go("depth 3"),
            Command::Stop,
            Command::Query("moves"),
            Command::Quit,
        ] {
            let line = command.to_string();
            assert_eq!(Command::parse(&line), Ok(command), "{line}");
        }
    }

    #[test]
    fn blanks_between_words_do_not_matter() {
        assert_eq!(Command::parse("go\t depth 3"), Ok(Command::Go("depth 3")));
        let option = Command::SetOption { name: "Hash", value: "4" };
        for line in ["setoption name  Hash  value  4", "setoption\tname\tHash\tvalue\t4"] {
            assert_eq!(Command::parse(line), Ok(option), "{line:?}");
        }
        let option = Command::SetOption { name: "Weights", value: "a  value b" };
        assert_eq!(Command::parse("setoption name Weights value a  value b"), Ok(option));
        assert_eq!(Command::parse("position  startpos"), Ok(Command::Position("startpos")));
        assert_eq!(Command::parse("position\tfen  a b"), Ok(Command::Position("a b")));
        assert!(Command::parse("position fen \tstartpos").is_err());
    }

    #[test]
    fn other_lines_are_refused() {
        for line in
            ["ucinewgame", "ugi now", "stop it", "setoption Hash 4", "position fen startpos"]
        {
            assert!(Command::parse(line).is_err(), "{line}");
        }
    }
}
