//! Lines that arrive during a search and wait for its end.

use std::collections::VecDeque;

use games::ParseError;

use crate::input::InputLine;

/// The most bytes of all waiting lines.
const MOST: usize = 64 << 20;

/// The bytes that each line counts in addition to its length.
const EACH: usize = 64;

/// A line that was not answered yet.
pub(super) struct WaitingLine {
    pub(super) line: InputLine,
    /// Whether `stop` or the end of input came after it: a search that it begins ends at once.
    pub(super) stopped: bool,
}

impl WaitingLine {
    pub(super) const fn new(line: InputLine) -> Self {
        Self { line, stopped: false }
    }

    fn size(&self) -> usize {
        EACH + self.line.as_ref().map_or(0, String::len)
    }
}

/// The waiting lines, in order, in bounded memory.
#[derive(Default)]
pub(super) struct WaitingLines {
    lines: VecDeque<WaitingLine>,
    bytes: usize,
    /// Whether a line was refused because there was no room. Then all lines are refused until the
    /// waiting ones are answered: a `go` without the `position` before it would search another
    /// position.
    full: bool,
}

impl WaitingLines {
    /// Adds the line that came last.
    ///
    /// # Errors
    /// There is no room for it.
    pub(super) fn push(&mut self, line: InputLine) -> Result<(), ParseError> {
        let waiting = WaitingLine::new(line);
        self.full |= self.bytes + waiting.size() > MOST;
        if self.full {
            let expected = "at most 64 MiB of lines that wait for a search, each and 64 bytes more";
            let line = waiting.line?;
            let shown: String = line.trim().chars().take(40).collect();
            return Err(ParseError::new("line", &shown, expected));
        }
        self.bytes += waiting.size();
        self.lines.push_back(waiting);
        Ok(())
    }

    /// Removes the line that came first.
    pub(super) fn pop(&mut self) -> Option<WaitingLine> {
        let first = self.lines.pop_front();
        self.bytes -= first.as_ref().map_or(0, WaitingLine::size);
        self.full &= !self.lines.is_empty();
        first
    }

    /// Marks all waiting lines: `stop` or the end of input came after them.
    pub(super) fn stop(&mut self) {
        self.lines.iter_mut().for_each(|waiting| waiting.stopped = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes and number of the waiting lines are bounded; after a refused line no other is
    /// accepted.
    #[test]
    fn room_is_bounded() {
        for line in [String::new(), "x".repeat(16 << 20)] {
            let mut waiting = WaitingLines::default();
            let mut taken = 0;
            while waiting.push(Ok(line.clone())).is_ok() {
                taken += 1;
            }
            assert_eq!(taken, MOST / (EACH + line.len()));
            let error = waiting.push(Ok("go depth 1".to_owned())).unwrap_err().to_string();
            assert!(error.starts_with("line: read \"go depth 1\", expected at most 64 MiB"));
            assert!(waiting.pop().is_some());
            assert!(waiting.push(Ok("go depth 1".to_owned())).is_err(), "a gap");
            for _ in 1..taken {
                assert!(waiting.pop().is_some_and(|first| !first.stopped));
            }
            waiting.push(Ok("go depth 1".to_owned())).expect("room again");
            waiting.stop();
            assert!(waiting.pop().is_some_and(|first| first.stopped));
            assert!(waiting.pop().is_none() && waiting.bytes == 0);
        }
    }
}
