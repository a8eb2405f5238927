//! Lines out of pieces, in bounded memory.

use crate::players::bot::Fault;

/// The longest line that is taken, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// How much of a complaint is shown, in characters.
const SHOWN: usize = 200;

/// Bytes that make lines. There are never many more of them than one line may have: who fills it asks for
/// [`Lines::has_room`] first.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    bytes: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// Up to where there is no end of it.
    searched: usize,
}

impl Lines {
    /// Whether another piece may be added.
    pub(crate) fn has_room(&self) -> bool {
        self.bytes.len() - self.start <= LONGEST_LINE
    }

    /// Adds a piece.
    pub(crate) fn add(&mut self, piece: &[u8]) {
        self.bytes.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(piece);
    }

    /// The next whole line without its end, as far as there is one.
    ///
    /// # Errors
    /// A line that is too long or no text.
    pub(crate) fn next(&mut self) -> Option<Result<String, Fault>> {
        let end = self.bytes[self.searched..].iter().position(|&byte| byte == b'\n');
        let Some(end) = end.map(|place| self.searched + place) else {
            self.searched = self.bytes.len();
            if self.has_room() {
                return None;
            }
            // What there is of the line goes, so that nobody who takes all lines takes it for ever.
            *self = Self::default();
            return Some(Err(too_long()));
        };
        let line = text(&self.bytes[self.start..end]);
        self.start = end + 1;
        self.searched = self.start;
        Some(line)
    }

    /// What is left where nothing more comes: a line without an end.
    ///
    /// # Errors
    /// As [`Lines::next`].
    pub(crate) fn rest(&mut self) -> Option<Result<String, Fault>> {
        let rest = std::mem::take(self);
        let rest = &rest.bytes[rest.start..];
        (!rest.is_empty()).then(|| text(rest))
    }
}

fn text(line: &[u8]) -> Result<String, Fault> {
    if line.len() > LONGEST_LINE {
        return Err(too_long());
    }
    let line = std::str::from_utf8(line).map(|line| line.trim_end().to_owned());
    line.map_err(|_| Fault::Garbage("a line that is not UTF-8".to_owned()))
}

fn too_long() -> Fault {
    Fault::Garbage(format!("a line of more than {LONGEST_LINE} bytes"))
}

/// The last line that is not empty, shortened, of all that is added.
#[derive(Debug, Default)]
pub(crate) struct LastLine {
    last: String,
    current: Vec<u8>,
}

impl LastLine {
    /// Adds a piece.
    pub(crate) fn add(&mut self, piece: &[u8]) {
        let mut lines = piece.split(|&byte| byte == b'\n');
        let Some(first) = lines.next() else { return };
        self.extend(first);
        for line in lines {
            self.end_line();
            self.extend(line);
        }
    }

    /// The line, where there is one; the last may lack its end.
    pub(crate) fn take(&mut self) -> Option<String> {
        self.end_line();
        Some(std::mem::take(&mut self.last)).filter(|line| !line.is_empty())
    }

    /// A character has at most four bytes, and some may be blank.
    fn extend(&mut self, piece: &[u8]) {
        let room = (8 * SHOWN).saturating_sub(self.current.len());
        self.current.extend_from_slice(&piece[..piece.len().min(room)]);
    }

    fn end_line(&mut self) {
        let line = String::from_utf8_lossy(&self.current);
        let shown = line.trim().chars().take(SHOWN);
        // It ends up in errors of one line.
        let line: String = shown.map(|char| if char.is_control() { '?' } else { char }).collect();
        if !line.is_empty() {
            self.last = line;
        }
        self.current.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(lines: &mut Lines) -> Vec<String> {
        std::iter::from_fn(|| lines.next()).map(|line| line.expect("a line")).collect()
    }

    /// The same lines, wherever they are cut into pieces.
    #[test]
    fn pieces_make_lines() {
        let bytes = "one\r\n\ntwo three \nfour".as_bytes();
        for cut in 0..bytes.len() {
            let mut lines = Lines::default();
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
    fn a_line_without_end_is_garbage_in_bounded_memory() {
        let mut lines = Lines::default();
        let mut pieces = 0;
        while lines.has_room() {
            assert_eq!(lines.next(), None);
            lines.add(&[b'x'; 1000]);
            pieces += 1;
        }
        assert_eq!(pieces, LONGEST_LINE / 1000 + 1);
        assert_eq!(lines.next(), Some(Err(too_long())));
        assert_eq!((lines.next(), lines.has_room()), (None, true));
        let mut lines = Lines::default();
        lines.add(b"a\xff\nb\n");
        assert!(matches!(lines.next(), Some(Err(Fault::Garbage(_)))));
        assert_eq!(all(&mut lines), ["b"]);
    }

    #[test]
    fn the_last_words_are_kept() {
        let mut line = LastLine::default();
        assert_eq!(line.take(), None);
        line.add(b"first\nse");
        line.add(b"con\x1bd\n \n");
        assert_eq!(line.take(), Some("secon?d".to_owned()));
        for _ in 0..1000 {
            line.add("é".repeat(1000).as_bytes());
        }
        assert!(line.current.len() <= 8 * SHOWN);
        assert_eq!(line.take(), Some("é".repeat(SHOWN)));
    }
}
