//! Splits pieces of text into lines, for a reader that must not block.

use reader::plain_line;
use thiserror::Error;

/// The longest line that is accepted, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// Splits pieces of bytes into lines. It holds little more than one line of the greatest length:
/// before adding a piece, ask [`LineSplitter::has_room`].
#[derive(Debug, Default)]
pub struct LineSplitter {
    bytes: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// The position up to which no end of that line was found.
    searched: usize,
}

/// A line that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// The line is too long.
    #[error("a line of more than {LONGEST_LINE} bytes")]
    TooLong,
    /// The line is not UTF-8 text.
    #[error("a line that is not UTF-8")]
    NotText,
}

impl LineSplitter {
    /// Whether another piece may be added.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.bytes.len() - self.start <= LONGEST_LINE
    }

    /// Adds a piece.
    pub fn add(&mut self, piece: &[u8]) {
        self.bytes.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(piece);
    }

    /// The next whole line without white space around it; `None` if there is no whole line yet.
    #[must_use]
    pub fn next_line(&mut self) -> Option<Result<String, LineError>> {
        let end = self.bytes[self.searched..].iter().position(|&byte| byte == b'\n');
        let Some(end) = end.map(|place| self.searched + place) else {
            self.searched = self.bytes.len();
            if self.has_room() {
                return None;
            }
            // The part of the line that is there is dropped, so that this error comes only once.
            *self = Self::default();
            return Some(Err(LineError::TooLong));
        };
        let line = text(&self.bytes[self.start..end]);
        self.start = end + 1;
        self.searched = self.start;
        Some(line)
    }

    /// The rest after the end of input: a line without an end.
    #[must_use]
    pub fn rest(&mut self) -> Option<Result<String, LineError>> {
        let rest = std::mem::take(self);
        let rest = &rest.bytes[rest.start..];
        (!rest.is_empty()).then(|| text(rest))
    }
}

fn text(line: &[u8]) -> Result<String, LineError> {
    if line.len() > LONGEST_LINE {
        return Err(LineError::TooLong);
    }
    let line = std::str::from_utf8(line).map(|line| plain_line(line).trim().to_owned());
    line.map_err(|_| LineError::NotText)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(lines: &mut LineSplitter) -> Vec<String> {
        std::iter::from_fn(|| lines.next_line()).map(|line| line.expect("a line")).collect()
    }

    /// The lines are the same wherever the bytes are cut.
    #[test]
    fn pieces_make_lines() {
        let bytes = "one\r\n\n\ttwo three \nfour".as_bytes();
        for cut in 0..bytes.len() {
            let mut lines = LineSplitter::default();
            lines.add(&bytes[..cut]);
            let mut found = all(&mut lines);
            lines.add(&bytes[cut..]);
            found.extend(all(&mut lines));
            assert_eq!(found, ["one", "", "two three"], "{cut}");
            assert_eq!(lines.rest(), Some(Ok("four".to_owned())));
            assert_eq!(lines.rest(), None);
        }
    }

    #[test]
    fn a_line_without_end_is_an_error_in_bounded_memory() {
        let mut lines = LineSplitter::default();
        let mut pieces = 0;
        while lines.has_room() {
            assert_eq!(lines.next_line(), None);
            lines.add(&[b'x'; 1000]);
            pieces += 1;
        }
        assert_eq!(pieces, LONGEST_LINE / 1000 + 1);
        assert_eq!(lines.next_line(), Some(Err(LineError::TooLong)));
        assert_eq!((lines.next_line(), lines.has_room()), (None, true));
        let mut lines = LineSplitter::default();
        lines.add(b"a\xff\nb\n");
        assert_eq!(lines.next_line(), Some(Err(LineError::NotText)));
        assert_eq!(all(&mut lines), ["b"]);
    }
}
