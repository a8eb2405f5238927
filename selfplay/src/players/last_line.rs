//! The last line of a text that arrives in pieces.

/// The greatest length of the line, in characters.
const SHOWN: usize = 200;

/// The last line that is not empty, shortened.
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

    /// The line, if there is one. It may be incomplete.
    pub(crate) fn take(&mut self) -> Option<String> {
        self.end_line();
        Some(std::mem::take(&mut self.last)).filter(|line| !line.is_empty())
    }

    /// Keeps enough bytes: a character has at most four bytes, and some may be blank.
    fn extend(&mut self, piece: &[u8]) {
        let room = (8 * SHOWN).saturating_sub(self.current.len());
        self.current.extend_from_slice(&piece[..piece.len().min(room)]);
    }

    fn end_line(&mut self) {
        let line = String::from_utf8_lossy(&self.current);
        let shown = line.trim().chars().take(SHOWN);
        // The line becomes a part of one-line errors.
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

    #[test]
    fn the_last_line_is_kept() {
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
