//! The limits of a search: the words after `go`.

use std::fmt;
use std::time::Duration;

use games::ParseError;

/// The largest number of seats that have clocks.
const MAX_SEATS: usize = 8;

/// The longest time in milliseconds, a year.
const MAX_MILLIS: u64 = 365 * 86_400_000;

/// The limits of a search. Without limits it ends when the value is proven or the deepest iteration
/// is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// `depth N`: moves of players to look ahead.
    pub depth: Option<u64>,
    /// `nodes N`: positions to visit.
    pub nodes: Option<u64>,
    /// `movetime MS`: the time for this move.
    pub move_time: Option<Duration>,
    /// `infinite`: the search ends with `stop`, whatever the other limits.
    pub infinite: bool,
    /// The clocks of the seats, from the first.
    pub clocks: [GoClock; MAX_SEATS],
}

/// The clock of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoClock {
    /// `pNtime MS`: the time that is left.
    pub left: Option<Duration>,
    /// `pNinc MS`: the time that each move adds.
    pub increment: Option<Duration>,
}

impl Go {
    /// A search under clocks, one for each seat.
    #[must_use]
    pub fn with_clocks(clocks: impl IntoIterator<Item = GoClock>) -> Self {
        let mut go = Self::default();
        for (place, clock) in go.clocks.iter_mut().zip(clocks) {
            *place = clock;
        }
        go
    }

    /// The clock of a seat, counted from 0.
    #[must_use]
    pub fn clock(&self, seat: u8) -> GoClock {
        self.clocks.get(usize::from(seat)).copied().unwrap_or_default()
    }

    /// Whether any seat has a clock.
    #[must_use]
    pub fn has_clocks(&self) -> bool {
        self.clocks.iter().any(|clock| *clock != GoClock::default())
    }

    /// Reads the words after `go`. Words that are not understood are skipped, since each `go` needs
    /// an answer. Returns an error for each of them. If a limit comes twice, the first one counts.
    #[must_use]
    pub fn parse(text: &str) -> (Self, Vec<ParseError>) {
        let (mut go, mut skipped) = (Self::default(), Vec::new());
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if word == "infinite" && !go.infinite {
                go.infinite = true;
                continue;
            }
            let Some(limit) = go.limit(word) else {
                let expected = "one of depth nodes movetime infinite p1time p1inc p2time ...";
                skipped.push(ParseError::new("go", word, expected));
                continue;
            };
            // A limit without a number does not take the next limit in its place.
            let is_word = |next: &str| next == "infinite" || Self::default().limit(next).is_some();
            let value = words.next_if(|next| !is_word(next)).unwrap_or_default();
            if limit.is_set() {
                skipped.push(ParseError::new(format!("go {word}"), value, "each limit only once"));
            } else if let Err(expected) = limit.set(value) {
                skipped.push(ParseError::new(format!("go {word}"), value, expected));
            }
        }
        (go, skipped)
    }

    /// The limit of a word that has a number as its value.
    fn limit(&mut self, word: &str) -> Option<LimitOf<'_>> {
        Some(match (word, clock_word(word)) {
            ("depth", _) => LimitOf::Count(&mut self.depth),
            ("nodes", _) => LimitOf::Count(&mut self.nodes),
            ("movetime", _) => LimitOf::Time(&mut self.move_time),
            (_, Some((seat, "time"))) => LimitOf::Time(&mut self.clocks[seat].left),
            (_, Some((seat, _))) => LimitOf::Time(&mut self.clocks[seat].increment),
            _ => return None,
        })
    }
}

/// A limit to be set.
enum LimitOf<'a> {
    /// A number from 1.
    Count(&'a mut Option<u64>),
    /// A number of milliseconds.
    Time(&'a mut Option<Duration>),
}

impl LimitOf<'_> {
    /// Whether the limit is set already.
    fn is_set(&self) -> bool {
        match self {
            Self::Count(count) => count.is_some(),
            Self::Time(time) => time.is_some(),
        }
    }

    /// Sets the limit from its text. The error is the expected text.
    fn set(self, value: &str) -> Result<(), String> {
        let number = value.parse::<u64>().ok();
        match self {
            Self::Count(count) => {
                let positive = number.filter(|&number| number > 0);
                *count = Some(positive.ok_or_else(|| format!("1 to {}", u64::MAX))?);
            }
            Self::Time(time) => {
                let millis = number.filter(|&millis| millis <= MAX_MILLIS);
                let expected = || format!("milliseconds from 0 to {MAX_MILLIS}");
                *time = Some(Duration::from_millis(millis.ok_or_else(expected)?));
            }
        }
        Ok(())
    }
}

/// The seat, from 0, and the rest of a word like `p2time`.
fn clock_word(word: &str) -> Option<(usize, &str)> {
    let rest = word.strip_prefix('p')?;
    let (seat, kind) = rest.split_at_checked(1)?;
    let seat = seat.parse::<usize>().ok().filter(|seat| (1..=MAX_SEATS).contains(seat))?;
    ["time", "inc"].contains(&kind).then_some((seat - 1, kind))
}

/// Writes the words after `go`.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |time: Duration| time.as_millis();
        let mut words: Vec<String> = Vec::new();
        words.extend(self.depth.map(|depth| format!("depth {depth}")));
        words.extend(self.nodes.map(|nodes| format!("nodes {nodes}")));
        words.extend(self.move_time.map(|time| format!("movetime {}", millis(time))));
        for (seat, clock) in (1..).zip(&self.clocks) {
            words.extend(clock.left.map(|time| format!("p{seat}time {}", millis(time))));
            words.extend(clock.increment.map(|time| format!("p{seat}inc {}", millis(time))));
        }
        words.extend(self.infinite.then(|| "infinite".to_owned()));
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64) -> GoClock {
        let millis = |millis| Some(Duration::from_millis(millis));
        GoClock { left: millis(left), increment: millis(increment) }
    }

    #[test]
    fn the_reader_reads_what_the_writer_writes() {
        let move_time = Some(Duration::from_millis(20));
        for (go, text) in [
            (Go::default(), ""),
            (Go { depth: Some(3), ..Go::default() }, "depth 3"),
            (Go { nodes: Some(u64::MAX), ..Go::default() }, "nodes 18446744073709551615"),
            (Go { move_time, ..Go::default() }, "movetime 20"),
            (Go { infinite: true, ..Go::default() }, "infinite"),
            (Go::with_clocks([clock(900, 5), clock(1, 0)]), "p1time 900 p1inc 5 p2time 1 p2inc 0"),
        ] {
            assert_eq!(go.to_string(), text);
            assert_eq!(Go::parse(text), (go, Vec::new()), "{text}");
        }
    }

    #[test]
    fn words_that_are_not_understood_are_skipped() {
        let depth = Go { depth: Some(2), ..Go::default() };
        for (text, expected, errors) in [
            ("depth 2 foo 3", depth, &["read \"foo\"", "read \"3\""][..]),
            ("ponder depth\t2", depth, &["read \"ponder\""]),
            ("nodes depth 2", depth, &["go nodes: read \"\", expected 1 to 18446744073709551615"]),
            (
                "depth 2 movetime x",
                depth,
                &["go movetime: read \"x\", expected milliseconds from 0"],
            ),
            ("depth 0", Go::default(), &["go depth: read \"0\", expected 1 to"]),
            ("p9time 5", Go::default(), &["read \"p9time\"", "read \"5\""]),
            ("depth 2 depth 3", depth, &["go depth: read \"3\", expected each limit only once"]),
            ("depth x depth 2", depth, &["go depth: read \"x\""]),
            (
                "infinite infinite",
                Go { infinite: true, ..Go::default() },
                &["go: read \"infinite\", expected one of"],
            ),
            ("nodes infinite", Go { infinite: true, ..Go::default() }, &["go nodes"]),
        ] {
            let (go, skipped) = Go::parse(text);
            assert_eq!((go, skipped.len()), (expected, errors.len()), "{text}: {skipped:?}");
            for (error, words) in skipped.iter().zip(errors) {
                assert!(error.to_string().contains(words), "{text}: {error}");
            }
        }
    }
}
