//! Lines that came during a search, and wait for its end.

use std::collections::VecDeque;

use games::ParseError;

use super::lines::InputLine;

/// The most that may wait, in bytes.
const MOST: usize = 64 << 20;

/// What a line counts for beside its own bytes.
const EACH: usize = 64;

/// A line that is to be answered.
pub(super) struct WaitingLine {
    pub(super) line: InputLine,
    /// Whether a `stop` or the end of input came after it: a search that it begins ends at once.
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

/// The lines that wait, in order. They take so much memory at most.
#[derive(Default)]
pub(super) struct WaitingLines {
    lines: VecDeque<WaitingLine>,
    bytes: usize,
    /// Whether a line has found no room. Then there is none for the next either, until all that wait are answered: a `go`
    /// without the `position` before it would be about another position.
    full: bool,
}

impl WaitingLines {
    /// A line that came last. If there is no room for it, it is not taken.
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

    /// The line that came first.
    pub(super) fn pop(&mut self) -> Option<WaitingLine> {
        let first = self.lines.pop_front();
        self.bytes -= first.as_ref().map_or(0, WaitingLine::size);
        self.full &= !self.lines.is_empty();
        first
    }

    /// A `stop`, or the end of input, came after all that wait.
    pub(super) fn stop(&mut self) {
        self.lines.iter_mut().for_each(|waiting| waiting.stopped = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What waits is bounded, by bytes and by number; what is refused leaves no gap.
    #[test]
    fn there_is_so_much_room() {
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
