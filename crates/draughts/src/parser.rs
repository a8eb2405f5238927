//! Reads the games in a piece of text.
//!
//! The grammar is the reading grammar of PDN 3.0, and some forms of older files: blanks around the
//! separator of a move, moves without a separator, move numbers without a dot, comments after `;`.

use reader::ParseError;

use crate::error::{PdnError, Place};

/// The deepest nesting of variations.
const DEEPEST: usize = 100;

/// A game as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnGame {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The place of its first token.
    pub place: Place,
    /// The tags, in order, each with its place.
    pub tags: Vec<(String, String, Place)>,
    /// The moves and notes.
    pub body: Vec<Element>,
    /// The result after the moves; empty if there is none.
    pub end: String,
}

/// A part of the body of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A move.
    Move(MoveText),
    /// A comment, without its braces.
    Comment(String),
    /// A numeric annotation glyph, without its dollar sign.
    Nag(String),
    /// A variation as it is written, without its parentheses.
    Variation(String),
    /// A position that is set up, as FEN.
    Setup(String, Place),
}

/// The text of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The text.
    pub text: String,
    /// The squares, two at least.
    pub squares: Vec<SquareText>,
    /// Whether the separator says that it is a capture; `None` without a separator.
    pub captures: Option<bool>,
    /// Signs such as `!` and `?`.
    pub strength: String,
    /// Its place.
    pub place: Place,
}

/// The name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareText {
    /// A number.
    Number(u8),
    /// A letter and a digit, as column and row from 0.
    Named(u8, u8),
}

impl PdnGame {
    /// The value of a tag. Letter case of its name does not matter.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tag_with_place(name).map(|(value, _)| value)
    }

    pub(crate) fn tag_with_place(&self, name: &str) -> Option<(&str, Place)> {
        let found = self.tags.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value, place)| (value.as_str(), *place))
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.body.is_empty()
    }
}

/// Reads a name of a square at the beginning of a text: the square, and the length of its name.
pub(crate) fn square(text: &str) -> Option<(SquareText, usize)> {
    let bytes = text.as_bytes();
    let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match bytes.first()? {
        b'0'..=b'9' => {
            let length = digits(bytes).min(2);
            let number = text[..length].parse().ok().filter(|&number| number > 0);
            number.map(|number| (SquareText::Number(number), length))
        }
        letter @ (b'a'..=b'j' | b'A'..=b'J') => {
            let length = digits(&bytes[1..]);
            let rank: u8 =
                text[1..=length].parse().ok().filter(|&rank| (1..=10).contains(&rank))?;
            let file = letter.to_ascii_lowercase() - b'a';
            Some((SquareText::Named(file, rank - 1), 1 + length))
        }
        _ => None,
    }
}

/// Reads all games of a text that begins at a line. An error ends the reading: it is the last item.
pub(crate) fn parse(text: &str, line: u64, number: u64) -> Vec<Result<PdnGame, PdnError>> {
    let cursor = Cursor { text, at: 0, line, line_start: 0 };
    let mut parser = Parser { cursor, number, result: String::new(), words: Vec::new() };
    let mut games = Vec::new();
    loop {
        match parser.game() {
            Ok(Some(game)) => games.push(Ok(game)),
            Ok(None) => return games,
            Err((error, place)) => {
                games.push(Err(PdnError { game: parser.number, place, error }));
                return games;
            }
        }
    }
}

/// The results that end a game.
const ENDS: [&str; 9] = ["1/2-1/2", "½-½", "1-0", "0-1", "2-0", "0-2", "1-1", "0-0", "*"];

/// The result at the beginning of a text.
fn end_of_game(text: &str) -> Option<&'static str> {
    // More digits would be the square of a move.
    let follows = |end: &str| text[end.len()..].starts_with(|next: char| !is_in_move(next));
    ENDS.into_iter().find(|end| {
        text.starts_with(end) && (text.len() == end.len() || *end == "*" || follows(end))
    })
}

fn is_in_move(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | ':' | '/')
}

/// Whether a line ends with a result.
pub(crate) fn ends_game(line: &str) -> bool {
    let last = line.split_whitespace().next_back().unwrap_or_default();
    ENDS.contains(&last)
}

type Wrong = (ParseError, Place);

struct Cursor<'a> {
    text: &'a str,
    at: usize,
    line: u64,
    line_start: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn place(&self) -> Place {
        let column = self.text[self.line_start..self.at].chars().count() as u64 + 1;
        Place { line: self.line, column }
    }

    /// Goes on by some bytes, and returns them.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        for (at, _) in taken.match_indices('\n') {
            self.line += 1;
            self.line_start = self.at + at + 1;
        }
        self.at += length;
        taken
    }

    /// Takes characters as long as a condition holds.
    fn take_while(&mut self, holds: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        self.take(rest.find(|letter| !holds(letter)).unwrap_or(rest.len()))
    }

    /// Skips blanks, and lines that begin with `%`.
    fn skip(&mut self) {
        loop {
            self.take_while(|letter| letter.is_whitespace() || letter == '\u{feff}');
            if self.rest().starts_with('%') && self.at == self.line_start {
                self.take_while(|letter| letter != '\n');
            } else {
                return;
            }
        }
    }

    fn wrong(&self, field: &str, expected: &str) -> Wrong {
        let read = self.rest().split_whitespace().next().unwrap_or_default();
        (ParseError::new(field, read, expected), self.place())
    }
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    number: u64,
    /// The value of the tag `Result` of this game.
    result: String,
    /// The words of variations, in plain form. Comments to the end of the line become comments in
    /// braces, so that the words can be written in one line.
    words: Vec<String>,
}

impl Parser<'_> {
    /// The next game; `None` after the last.
    fn game(&mut self) -> Result<Option<PdnGame>, Wrong> {
        loop {
            self.cursor.skip();
            self.words.clear();
            self.result.clear();
            let mut game =
                PdnGame { number: self.number, place: self.cursor.place(), ..PdnGame::default() };
            if self.cursor.rest().is_empty() {
                return Ok(None);
            }
            while self.cursor.rest().starts_with('[') {
                let place = self.cursor.place();
                let (name, value) = self.tag()?;
                if name.eq_ignore_ascii_case("Result") {
                    self.result.clone_from(&value);
                }
                game.tags.push((name, value, place));
                self.cursor.skip();
            }
            self.body(&mut game.body, 0)?;
            if let Some(length) = self.end_of_game() {
                self.cursor.take(length).clone_into(&mut game.end);
            }
            // A second result, such as `2-0 *`, ends no other game.
            if !game.is_empty() {
                self.number += 1;
                return Ok(Some(game));
            }
        }
    }

    /// A tag: `[Name "value"]`.
    fn tag(&mut self) -> Result<(String, String), Wrong> {
        self.cursor.take(1);
        self.cursor.skip();
        let name = self.cursor.take_while(|letter| letter.is_alphanumeric() || letter == '_');
        if name.is_empty() {
            return Err(self.cursor.wrong("tag", "a name, as in [White \"...\"]"));
        }
        self.cursor.skip();
        let rest = self.cursor.rest();
        // Quotes inside the value occur with and without a backslash.
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let mut quotes = line.match_indices('"').map(|(at, _)| at).skip(1);
        let closes = |at: &usize| line[at + 1..].trim_start().starts_with(']');
        let Some(end) = quotes.find(closes).filter(|_| line.starts_with('"')) else {
            return Err(self.cursor.wrong("tag", "a value in quotes and a closing bracket"));
        };
        let value = line[1..end].replace("\\\"", "\"").replace("\\\\", "\\");
        self.cursor.take(end + 1);
        self.cursor.skip();
        self.cursor.take(1);
        Ok((name.to_owned(), value))
    }

    /// Moves and notes, up to the end of the game or of the variation.
    fn body(&mut self, body: &mut Vec<Element>, depth: usize) -> Result<(), Wrong> {
        loop {
            self.cursor.skip();
            let rest = self.cursor.rest();
            let Some(first) = rest.chars().next() else { return Ok(()) };
            match first {
                '[' if depth == 0 => return Ok(()),
                ')' if depth > 0 => return Ok(()),
                '{' | ';' => {
                    let text = if first == '{' { self.comment()? } else { self.line_comment() };
                    self.words.push(format!("{{{text}}}"));
                    body.push(Element::Comment(text));
                }
                '(' => self.parenthesis(body, depth)?,
                '$' => {
                    self.cursor.take(1);
                    let nag = self.cursor.take_while(|letter| letter.is_ascii_digit());
                    if nag.is_empty() {
                        return Err(self.cursor.wrong("annotation", "a number after $"));
                    }
                    self.words.push(format!("${nag}"));
                    body.push(Element::Nag(nag.to_owned()));
                }
                '/' => self.setup(body)?,
                '!' | '?' => self.strength(body),
                '.' => drop(self.cursor.take_while(|letter| letter == '.')),
                _ if depth == 0 && self.end_of_game().is_some() => return Ok(()),
                _ if end_of_game(rest).is_some() => {
                    self.cursor.take(end_of_game(rest).map_or(1, str::len));
                }
                _ => {
                    if let Some(text) = self.number_or_move()? {
                        self.words.push(text.text.clone());
                        body.push(Element::Move(text));
                    }
                }
            }
        }
    }

    /// The length of the result that stands here. A result with other points, such as 4-6, has the
    /// text of the tag `Result`, and nothing follows it in its game.
    fn end_of_game(&self) -> Option<usize> {
        let rest = self.cursor.rest();
        if let Some(end) = end_of_game(rest) {
            return Some(end.len());
        }
        let parts = self.result.split_once('-');
        let number =
            |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        parts.filter(|(one, two)| number(one) && number(two))?;
        let after = rest.strip_prefix(&self.result)?.trim_start();
        (after.is_empty() || after.starts_with('[')).then_some(self.result.len())
    }

    /// A comment to the end of the line.
    fn line_comment(&mut self) -> String {
        let text = self.cursor.take_while(|letter| letter != '\n');
        text[1..].trim().replace('}', ")")
    }

    /// A comment in braces.
    fn comment(&mut self) -> Result<String, Wrong> {
        let Some(end) = self.cursor.rest().find('}') else {
            return Err(self.cursor.wrong("comment", "a closing brace }"));
        };
        let text = &self.cursor.take(end + 1)[1..end];
        Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// A variation, or signs in parentheses such as `(?)`.
    fn parenthesis(&mut self, body: &mut Vec<Element>, depth: usize) -> Result<(), Wrong> {
        let rest = self.cursor.rest();
        let end = rest.find(')').unwrap_or(0);
        if end > 1 && rest[1..end].chars().all(|letter| matches!(letter, '!' | '?')) {
            self.cursor.take(1);
            self.strength(body);
            self.cursor.take(1);
            return Ok(());
        }
        if depth == DEEPEST {
            return Err(self.cursor.wrong("variation", "at most 100 variations inside each other"));
        }
        let opened = self.cursor.wrong("variation", "a closing parenthesis )");
        self.cursor.take(1);
        let start = self.words.len();
        self.body(&mut Vec::new(), depth + 1)?;
        if !self.cursor.rest().starts_with(')') {
            return Err(opened);
        }
        self.cursor.take(1);
        let text = self.words.drain(start..).collect::<Vec<_>>().join(" ");
        self.words.push(format!("({text})"));
        body.push(Element::Variation(text));
        Ok(())
    }

    /// A position that is set up: `/FEN "..."/`.
    fn setup(&mut self, body: &mut Vec<Element>) -> Result<(), Wrong> {
        let wrong = self.cursor.wrong("setup", "a position, as /FEN \"W:W31-50:B1-20\"/");
        let place = self.cursor.place();
        let rest = &self.cursor.rest()[1..];
        let end = rest.find('/').ok_or_else(|| wrong.clone())?;
        let fen = rest[..end].trim().strip_prefix("FEN").map(str::trim);
        let fen = fen.and_then(|fen| fen.strip_prefix('"')?.strip_suffix('"')).ok_or(wrong)?;
        self.words.push(format!("/FEN \"{fen}\"/"));
        body.push(Element::Setup(fen.to_owned(), place));
        self.cursor.take(end + 2);
        Ok(())
    }

    /// Signs such as `!?`, after the last move.
    fn strength(&mut self, body: &mut [Element]) {
        let signs = self.cursor.take_while(|letter| matches!(letter, '!' | '?'));
        if let (Some(Element::Move(text)), Some(word)) = (body.last_mut(), self.words.last_mut()) {
            text.strength.push_str(signs);
            word.push_str(signs);
        }
    }

    /// A move, or `None` for the number of a move.
    fn number_or_move(&mut self) -> Result<Option<MoveText>, Wrong> {
        let rest = self.cursor.rest();
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        let after = &rest[digits..];
        if digits > 0 && after.starts_with('.') {
            let number = self.cursor.take(digits);
            let dots = self.cursor.take_while(|letter| letter == '.');
            self.words.push(format!("{number}{dots}"));
            return Ok(None);
        }
        let place = self.cursor.place();
        if let Some((squares, captures, length)) = read_move(rest) {
            let text = self.cursor.take(length);
            let text: String = text.split_whitespace().collect();
            // A forced move has a star right after it.
            if self.cursor.rest().starts_with('*') && self.goes_on() {
                self.cursor.take(1);
            }
            let strength = String::new();
            return Ok(Some(MoveText { text, squares, captures, strength, place }));
        }
        if digits > 0 && (after.is_empty() || after.starts_with(char::is_whitespace)) {
            self.cursor.take(digits);
            return Ok(None);
        }
        Err(self.cursor.wrong("move", "a move such as 32-28, 19x28 or c3-d4"))
    }

    /// Whether a move follows after a star.
    fn goes_on(&self) -> bool {
        let rest = self.cursor.rest()[1..].trim_start();
        rest.starts_with(|letter: char| letter.is_ascii_alphanumeric())
            && end_of_game(rest).is_none()
    }
}

/// Reads a move: its squares, whether it captures, and the length of its text.
fn read_move(text: &str) -> Option<(Vec<SquareText>, Option<bool>, usize)> {
    let (first, mut length) = square(text)?;
    let (mut squares, mut captures) = (vec![first], None);
    loop {
        let rest = &text[length..];
        let gap = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let sign = rest[gap..].chars().next().filter(|sign| "-x:X×".contains(*sign));
        let Some(sign) = sign else { break };
        let after = &rest[gap + sign.len_utf8()..];
        let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
        let (next, size) = square(&after[blanks..])?;
        squares.push(next);
        captures = Some(captures.unwrap_or(false) || sign != '-');
        length += gap + sign.len_utf8() + blanks + size;
    }
    if squares.len() == 1 {
        // Without a separator: `3228` or `a3b4`.
        let (next, size) = square(&text[length..])?;
        if matches!(first, SquareText::Number(_)) && (length, size) != (2, 2) {
            return None;
        }
        squares.push(next);
        length += size;
    }
    let ends = !text[length..].starts_with(|letter: char| letter.is_ascii_alphanumeric());
    ends.then_some((squares, captures, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<PdnGame> {
        parse(text, 1, 1).into_iter().map(|game| game.expect("a game")).collect()
    }

    fn moves(game: &PdnGame) -> Vec<&str> {
        let moves = game.body.iter().filter_map(|element| match element {
            Element::Move(text) => Some(text.text.as_str()),
            _ => None,
        });
        moves.collect()
    }

    #[test]
    fn everything_of_the_grammar_is_read() {
        let text = "% a file\n[Event \"A \\\"great\\\" day\"]\n[White \"x\"] [Black \"y\"]\n\n\
            {Start [%clk 0:10]} 1. 32-28 19-23! 2. 28x19?! $3 ; a line {\n 14x23(?) \
            (2... 13x24 (2... 99x1) {)} 3. 37-32) 3. 37 - 32 * ";
        let found = games(text);
        let game = &found[0];
        assert_eq!(found.len(), 1);
        assert_eq!(game.tag("event"), Some("A \"great\" day"));
        assert_eq!((game.tag("White"), game.tag("Black")), (Some("x"), Some("y")));
        assert_eq!(moves(game), ["32-28", "19-23", "28x19", "14x23", "37-32"]);
        assert_eq!(game.end, "*");
        assert!(game.body.contains(&Element::Comment("Start [%clk 0:10]".to_owned())));
        assert!(game.body.contains(&Element::Comment("a line {".to_owned())));
        assert!(game.body.contains(&Element::Nag("3".to_owned())));
        let variation = "2... 13x24 (2... 99x1) {)} 3. 37-32";
        assert!(game.body.contains(&Element::Variation(variation.to_owned())));
        let strengths: Vec<_> = game
            .body
            .iter()
            .filter_map(|element| match element {
                Element::Move(text) => Some(text.strength.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(strengths, ["", "!", "?!", "?", ""]);
    }

    #[test]
    fn results_and_stars_end_games() {
        let text = "1.32-28 1-7 2-0 1. 32-28 18-23* 28-22 1-1\n1. 01-07 0-2 *\n*\n1. 1-10 1/2-1/2";
        let found = games(text);
        let ends: Vec<_> = found.iter().map(|game| game.end.as_str()).collect();
        assert_eq!(ends, ["2-0", "1-1", "0-2", "1/2-1/2"]);
        assert_eq!(found.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(moves(&found[1]), ["32-28", "18-23", "28-22"]);
        assert_eq!(moves(&found[2]), ["01-07"]);
    }

    /// Some tournaments count other points.
    #[test]
    fn results_may_be_those_of_the_tag() {
        let text = "[Result \"4-6\"]\n1. 32-28 1-7 4-6\n\n[Result \"12-0\"]\n1. 4-6 12-0";
        let found = games(text);
        assert_eq!([&found[0].end, &found[1].end], ["4-6", "12-0"]);
        assert_eq!((moves(&found[0]), moves(&found[1])), (vec!["32-28", "1-7"], vec!["4-6"]));
        assert_eq!(moves(&games("[Result \"4-6\"]\n1. 32-28 4-6 2. 31-26 *")[0]).len(), 3);
    }

    #[test]
    fn old_forms_are_read() {
        let found = games("1 3228 1923 2 28:19 ... a3b4 c3xe5xg7 12 e3 - f4 *");
        assert_eq!(moves(&found[0]), ["3228", "1923", "28:19", "a3b4", "c3xe5xg7", "e3-f4"]);
    }

    #[test]
    fn errors_name_their_place() {
        for (text, place, words) in [
            ("1. 32-28\n  hello", (2, 3), "move: read \"hello\", expected a move"),
            ("[White x]", (1, 8), "tag: read \"x]\", expected a value in quotes"),
            ("[]", (1, 2), "tag: read \"]\", expected a name"),
            ("1. 32-28 { open", (1, 10), "comment: read \"{\", expected a closing brace"),
            ("1. 32-28 (18-23", (1, 10), "variation: read \"(18-23\", expected a closing"),
            ("1. 32-28 )", (1, 10), "move: read \")\""),
            ("1. 32-28 $x", (1, 11), "annotation: read \"x\", expected a number"),
            ("1. 32-28 /x/", (1, 10), "setup: read \"/x/\""),
            ("1. 32-", (1, 4), "move: read \"32-\""),
            ("1. 32-28abc", (1, 4), "move: read \"32-28abc\""),
            ("41. - -", (1, 5), "move: read \"-\""),
        ] {
            let found = parse(text, 1, 7).pop().expect("an item").expect_err(text);
            assert_eq!((found.place.line, found.place.column), place, "{found}");
            assert_eq!(found.game, 7);
            assert!(found.to_string().contains(words), "{found}");
        }
        let deep = "(".repeat(200);
        let error = parse(&deep, 1, 1).pop().expect("an item").expect_err("too deep");
        assert!(error.to_string().contains("at most 100"), "{error}");
    }
}
