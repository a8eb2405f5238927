//! Lists of `key=value` items that commas separate, and lists of words that white space separates.
//!
//! Quotes keep a separator inside an item, as in a shell: `cmd="/a, b/engine"`. A quote, `"` or
//! `'`, opens at the beginning of an item or a word, or after `=`. Anywhere else it is a character
//! like any other, so `name=O'Brien` needs no quotes. Between `"` and `"`, a backslash before `"`
//! or `\` makes this character part of the text.

use std::borrow::Cow;

use crate::ParseError;

/// An item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// The text before the first `=`.
    pub key: &'a str,
    /// The text after it as written, perhaps with quotes.
    pub raw: &'a str,
}

impl Item<'_> {
    /// The value. A text that begins with a quote is read without its quotes.
    #[must_use]
    pub fn value(&self) -> Cow<'_, str> {
        if self.raw.starts_with(is_quote) { unquoted(self.raw).into() } else { self.raw.into() }
    }

    /// An error about the item; `field` names the list.
    #[must_use]
    pub fn wrong(&self, field: &str, expected: impl Into<String>) -> ParseError {
        ParseError::new(format!("{field} {}", self.key), &self.value(), expected)
    }
}

/// Reads a list of items; `field` names it in errors.
///
/// # Errors
/// An item that is not `key=value`, a key that occurs twice, a quote that is not closed.
pub fn items<'a>(field: &str, text: &'a str) -> Result<Vec<Item<'a>>, ParseError> {
    items_of(field, [text], |key| key)
}

/// Reads one list of items from several texts, as from an option that may be repeated. `full` gives
/// the same for all names of a key.
///
/// # Errors
/// As [`items`]; a key that occurs twice, perhaps under another of its names.
pub fn items_of<'a, F: PartialEq>(
    field: &str,
    texts: impl IntoIterator<Item = &'a str>,
    full: impl Fn(&'a str) -> F,
) -> Result<Vec<Item<'a>>, ParseError> {
    let mut items: Vec<Item<'a>> = Vec::new();
    for text in texts {
        for part in parts(field, text, |letter| letter == ',')? {
            let Some((key, raw)) = part.split_once('=') else {
                return Err(ParseError::new(field, part, "key=value"));
            };
            if items.iter().any(|item| full(item.key) == full(key)) {
                return Err(ParseError::new(format!("{field} {key}"), part, "each key only once"));
            }
            items.push(Item { key, raw });
        }
    }
    Ok(items)
}

/// Reads a list of names that commas separate. `full` gives the same for all forms of a name.
///
/// # Errors
/// An empty name, and a name that occurs twice, perhaps in another form.
pub fn names<'a, F: PartialEq>(
    field: &str,
    text: &'a str,
    full: impl Fn(&'a str) -> F,
) -> Result<Vec<&'a str>, ParseError> {
    let names: Vec<_> = text.split(',').collect();
    for (place, &name) in names.iter().enumerate() {
        if name.is_empty() {
            return Err(ParseError::new(field, text, "names with a comma between them"));
        }
        if names[..place].iter().any(|other| full(other) == full(name)) {
            return Err(ParseError::new(field, name, "each name only once"));
        }
    }
    Ok(names)
}

/// Reads a command line's words, without their quotes. The command line may itself be in quotes.
///
/// # Errors
/// A quote that is not closed.
pub fn words(field: &str, text: &str) -> Result<Vec<String>, ParseError> {
    let read = |text: &str| {
        let parts = parts(field, text, char::is_whitespace)?;
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        Ok(parts.map(unquoted).collect::<Vec<_>>())
    };
    let text = text.trim();
    match read(text)?.as_slice() {
        [line] if text.starts_with(is_quote) => read(line),
        words => Ok(words.to_vec()),
    }
}

/// The text of a command line that [`words`] reads. It can be the text of an item as it is.
#[must_use]
pub fn words_text(words: &[String]) -> String {
    let is_plain = |word: &str| {
        let parts = parts("", word, char::is_whitespace);
        let has_marks = word.contains(|letter| is_quote(letter) || letter == ',');
        !word.is_empty() && !has_marks && parts.is_ok_and(|parts| parts.len() == 1)
    };
    let texts =
        words.iter().map(|word| if is_plain(word) { word.clone() } else { in_quotes(word) });
    let line = texts.collect::<Vec<_>>().join(" ");
    // One word in quotes would be read as a command line.
    if line.starts_with(is_quote) { in_quotes(&line) } else { line }
}

/// A value as it is written in a list: in quotes, if it could not be read otherwise.
#[must_use]
pub fn quoted(value: &str) -> Cow<'_, str> {
    let parts = parts("", &format!("={value}"), |letter| letter == ',').map(|parts| parts.len());
    let is_plain = !value.starts_with(is_quote) && parts == Ok(1);
    if is_plain { value.into() } else { in_quotes(value).into() }
}

fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\'')
}

fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The place of a character in a text with quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Outside quotes.
    Outside,
    /// A quote that opens or closes, or a backslash before a character.
    Mark,
    /// Between quotes.
    Inside,
}

/// The place of each character, and whether all quotes are closed.
fn places(text: &str) -> (Vec<(usize, char, Place)>, bool) {
    let (mut places, mut open, mut before) = (Vec::new(), None, ' ');
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().copied();
        let place = match (open, next) {
            (Some(quote), _) if letter == quote => {
                open = None;
                Place::Mark
            }
            (Some('"'), Some((after, escaped @ ('"' | '\\')))) if letter == '\\' => {
                letters.next();
                places.extend([(at, letter, Place::Mark), (after, escaped, Place::Inside)]);
                before = escaped;
                continue;
            }
            (Some(_), _) => Place::Inside,
            (None, _) if is_quote(letter) && (before.is_whitespace() || "=,".contains(before)) => {
                open = Some(letter);
                Place::Mark
            }
            (None, _) => Place::Outside,
        };
        places.push((at, letter, place));
        before = letter;
    }
    (places, open.is_none())
}

/// The parts of a text between separators outside quotes.
fn parts<'a>(
    field: &str,
    text: &'a str,
    separates: impl Fn(char) -> bool,
) -> Result<Vec<&'a str>, ParseError> {
    let (places, closed) = places(text);
    if !closed {
        return Err(ParseError::new(field, text, "each quote closed"));
    }
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, letter, place) in places {
        if place == Place::Outside && separates(letter) {
            parts.push(&text[start..at]);
            start = at + letter.len_utf8();
        }
    }
    parts.push(&text[start..]);
    Ok(parts)
}

/// A text without its quotes.
fn unquoted(text: &str) -> String {
    let (places, _) = places(text);
    let inner = places.into_iter().filter(|(.., place)| *place != Place::Mark);
    inner.map(|(_, letter, _)| letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        let items = items("list", text).unwrap();
        items.iter().map(|item| (item.key.to_owned(), item.value().into_owned())).collect()
    }

    #[test]
    fn commas_stand_between_quotes() {
        for (text, values) in [
            ("a=1,b=x=y", &["1", "x=y"][..]),
            ("a=\"x, y\",b='p,q'", &["x, y", "p,q"]),
            // Quotes inside a value keep a comma, and belong to the value.
            ("a=--x 'y, z',b=", &["--x 'y, z'", ""]),
            ("a=--x=\"y, z\",b=1", &["--x=\"y, z\"", "1"]),
            // Within a word they are letters.
            ("a=O'Brien,b=5\"", &["O'Brien", "5\""]),
            (
                "a=\"say \\\"no, no\\\" to C:\\\\x\\y\",b='\"'",
                &["say \"no, no\" to C:\\x\\y", "\""],
            ),
            ("a=C:\\x\\,b=''", &["C:\\x\\", ""]),
            ("a=\"x\"/y z", &["x/y z"]),
        ] {
            let found: Vec<_> = read(text).into_iter().map(|(_, value)| value).collect();
            assert_eq!(found, values, "{text}");
        }
    }

    #[test]
    fn wrong_lists_are_errors() {
        for (text, expected) in [
            ("", "list: read \"\", expected key=value"),
            ("a=1,,b=2", "list: read \"\", expected key=value"),
            ("a=1,b", "list: read \"b\", expected key=value"),
            ("a=1,b=2,a=1", "list a: read \"a=1\", expected each key only once"),
            ("a=\"x,b=1", "list: read \"a=\\\"x,b=1\", expected each quote closed"),
            ("a=b 'c", "list: read \"a=b \\'c\", expected each quote closed"),
            ("a=\"\\\"", "expected each quote closed"),
        ] {
            let error = items("list", text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    /// A list in several texts, of keys that have two names.
    #[test]
    fn repeated_options_are_one_list() {
        let full = |key: &'static str| if key == "old" { "new" } else { key };
        let read = |texts: &[&'static str]| items_of("--set", texts.iter().copied(), full);
        let keys: Vec<_> =
            read(&["a=1", "old=2,b=3"]).unwrap().iter().map(|item| item.key).collect();
        assert_eq!(keys, ["a", "old", "b"]);
        for texts in [&["a=1", "a=1"][..], &["a=1", "b=2,a=3"], &["old=1", "new=2"]] {
            let error = read(texts).unwrap_err().to_string();
            assert!(error.ends_with("expected each key only once"), "{error}");
        }
        assert!(read(&["a=1", ""]).is_err());
    }

    #[test]
    fn names_are_given_once() {
        let read = |text| names("--people", text, |name| if name == "b" { "B" } else { name });
        assert_eq!(read("A,b"), Ok(vec!["A", "b"]));
        for (text, expected) in [
            ("A,b,A", "--people: read \"A\", expected each name only once"),
            ("B,b", "--people: read \"b\", expected each name only once"),
            ("", "--people: read \"\", expected names with a comma between them"),
            ("A,", "--people: read \"A,\", expected names with a comma between them"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn words_are_those_of_a_shell() {
        for (text, expected) in [
            ("", &[][..]),
            ("\"\"", &[]),
            (" x\ty ", &["x", "y"]),
            ("--a 'b c' \"d e\"", &["--a", "b c", "d e"]),
            ("\"--a 'b c'\"", &["--a", "b c"]),
            ("--a=\"b, c\" ''", &["--a=b, c", ""]),
            ("it's 5\"", &["it's", "5\""]),
            ("\"'a b'\"", &["a b"]),
        ] {
            assert_eq!(words("args", text).unwrap(), expected, "{text}");
        }
        let error = words("args", "a 'b").unwrap_err().to_string();
        assert_eq!(error, "args: read \"a \\'b\", expected each quote closed");
    }

    /// Each text is read back from its list, and from its command line.
    #[test]
    fn all_texts_are_written() {
        let letters = ['a', ' ', ',', '"', '\'', '\\', '='];
        for number in 0..letters.len().pow(4) {
            let letter = |place: u32| letters[number / letters.len().pow(place) % letters.len()];
            let value: String = (0..4).map(letter).collect();
            let list = format!("k={},l=1", quoted(&value));
            assert_eq!(
                read(&list),
                [("k".into(), value.clone()), ("l".into(), "1".into())],
                "{list}"
            );
            for given in [vec![value.clone()], vec![value[..2].to_owned(), value[2..].to_owned()]] {
                let line = words_text(&given);
                assert_eq!(words("args", &line).unwrap(), given, "{line}");
                let list = format!("k={line},l=1");
                let back = items("list", &list).unwrap();
                assert_eq!(words("args", back[0].raw).unwrap(), given, "{list}");
            }
        }
        assert_eq!(quoted("C:\\x O'Brien"), "C:\\x O'Brien");
        assert_eq!(words_text(&["-x".to_owned(), "a=b".to_owned()]), "-x a=b");
    }
}
