//! Reads the games of a file one by one.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use reader::ParseError;

use crate::error::{PdnError, Place};
use crate::parser::{PdnGame, ends_game, parse};

/// The longest game, in bytes.
const LONGEST: usize = 16 << 20;

/// The byte-order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads the games of a file one by one. Only one game at a time is in memory.
///
/// A file is UTF-8 or Latin-1; each game is read as UTF-8 if it can be. A game that cannot be read
/// gives an error, and the next game is read as usual.
#[derive(Debug)]
pub struct PdnReader<R> {
    input: R,
    /// A line that was read already.
    waiting: Option<Vec<u8>>,
    /// The number of the next line.
    line: u64,
    /// The number of the next game.
    game: u64,
    games: VecDeque<Result<PdnGame, PdnError>>,
    ended: bool,
}

impl<R: BufRead> PdnReader<R> {
    /// A reader of a file.
    pub fn new(input: R) -> Self {
        Self { input, waiting: None, line: 1, game: 1, games: VecDeque::new(), ended: false }
    }

    /// The next line with its end; empty after the last.
    fn next_line(&mut self) -> io::Result<Vec<u8>> {
        if let Some(line) = self.waiting.take() {
            return Ok(line);
        }
        let mut line = Vec::new();
        let most = LONGEST as u64 + 1;
        self.input.by_ref().take(most).read_until(b'\n', &mut line)?;
        if self.line == 1 && line.starts_with(MARK) {
            line.drain(..MARK.len());
        }
        Ok(line)
    }

    /// Reads the lines of one game. A game without tags ends with a result at the end of a line.
    fn read_piece(&mut self) -> io::Result<()> {
        let (start, mut piece, mut length) = (self.line, Vec::new(), 0);
        let (mut has_tags, mut has_moves) = (false, false);
        loop {
            let line = self.next_line()?;
            if line.is_empty() {
                self.ended = true;
                break;
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            let is_tag = is_tag(text);
            if is_tag && has_moves {
                self.waiting = Some(line);
                break;
            }
            has_tags |= is_tag;
            has_moves |= !is_tag && !text.is_empty() && !text.starts_with('%');
            let ends = !has_tags && ends_game(text);
            self.line += u64::from(line.ends_with(b"\n"));
            length += line.len();
            if length <= LONGEST {
                piece.extend(line);
            }
            if ends {
                break;
            }
        }
        if length > LONGEST {
            let read = format!("{length} bytes");
            let error = ParseError::new("game", &read, format!("at most {LONGEST} bytes"));
            let place = Place { line: start, column: 1 };
            self.games.push_back(Err(PdnError { game: self.game, place, error }));
            self.game += 1;
            return Ok(());
        }
        let found = parse(&decoded(piece), start, self.game);
        self.game += found.len() as u64;
        self.games.extend(found);
        Ok(())
    }
}

/// Whether a line begins with a tag. Comments contain commands such as `[%clk 0:10]`.
fn is_tag(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('[') else { return false };
    let rest = rest.trim_start();
    let name = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    name.is_some_and(|end| end > 0 && rest[end..].trim_start().starts_with('"'))
}

/// The text of bytes: UTF-8, or Latin-1.
fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

impl<R: BufRead> Iterator for PdnReader<R> {
    type Item = Result<PdnGame, PdnError>;

    /// The next game. An input that cannot be read ends the file with an error.
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.games.pop_front() {
                return Some(game);
            }
            if self.ended {
                return None;
            }
            if let Err(error) = self.read_piece() {
                self.ended = true;
                let place = Place { line: self.line, column: 1 };
                let error = ParseError::new("file", &error.to_string(), "a readable file");
                return Some(Err(PdnError { game: self.game, place, error }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Result<PdnGame, PdnError>> {
        PdnReader::new(bytes).collect()
    }

    /// An error costs its game alone, also a comment without an end.
    #[test]
    fn the_next_game_is_read_after_an_error() {
        let text = "[Event \"1\"]\r\n1. 32-28 { no end\r\n\r\n[Event \"2\"]\r\n1. 32-28 *\r\n\
            [Event \"3\"]\r\n1. what 2-0\r\n[Event \"4\"]\r\n";
        let found = read(text.as_bytes());
        let tags: Vec<_> = found.iter().map(|game| game.as_ref().ok()?.tag("Event")).collect();
        assert_eq!(tags, [None, Some("2"), None, Some("4")]);
        let errors: Vec<_> = found.iter().filter_map(|game| game.as_ref().err()).collect();
        assert_eq!((errors[0].game, errors[0].place.line, errors[0].place.column), (1, 2, 10));
        assert_eq!((errors[1].game, errors[1].place.line, errors[1].place.column), (3, 7, 4));
    }

    #[test]
    fn files_of_windows_are_read() {
        let bytes = b"\xef\xbb\xbf[White \"Ren\xe9\"]\r\n\r\n1. 32-28 *\r\n[White \"Ren\xc3\xa9\"]\r\n*\r\n";
        let names: Vec<_> = read(bytes)
            .into_iter()
            .map(|game| game.expect("a game").tag("White").expect("a tag").to_owned())
            .collect();
        // The file begins with the mark of UTF-8, and its first game is Latin-1.
        assert_eq!(names, ["Ren\u{e9}", "Ren\u{e9}"]);
    }

    #[test]
    fn games_without_tags_end_with_their_results() {
        let found = read(b"1. 32-28 19-23 2-0\n\n1. 33-28 x\n1. 32-28 *\n1. 31-26 *\n");
        assert_eq!(found.iter().filter(|game| game.is_ok()).count(), 2);
        assert_eq!(found.len(), 3);
    }
}
