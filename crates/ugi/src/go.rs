//! The limits of a search: the words after `go`.

use std::fmt;
use std::time::Duration;

use games::ParseError;

/// The largest number of seats that have clocks.
const MAX_SEATS: usize = 8;

/// The longest time in milliseconds, a year.
const MAX_MILLIS: u64 = 365 * 86_400_000;

/// The limits of a search. Without limits it continues until `stop`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// `depth N`: moves of players to look ahead.
    pub depth: Option<u64>,
    /// `nodes N`: positions to visit.
    pub nodes: Option<u64>,
    /// `movetime MS`: the time for this move.
    pub move_time: Option<Duration>,
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

    /// Reads the words after `go`. If a word occurs twice, the last one counts.
    ///
    /// # Errors
    /// An unknown word, or a value that is not a number or is out of bounds.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut go = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                continue;
            }
            let value = words.next().unwrap_or_default();
            let number = value.parse::<u64>().ok();
            let wrong = |expected: &str| ParseError::new(format!("go {word}"), value, expected);
            let positive =
                || number.filter(|&number| number > 0).ok_or_else(|| wrong("a number from 1"));
            let time = || {
                let millis = number.filter(|&millis| millis <= MAX_MILLIS);
                millis.map(Duration::from_millis).ok_or_else(|| wrong("milliseconds"))
            };
            match (word, clock_word(word)) {
                ("depth", _) => go.depth = Some(positive()?),
                ("nodes", _) => go.nodes = Some(positive()?),
                ("movetime", _) => go.move_time = Some(time()?),
                (_, Some((seat, "time"))) => go.clocks[seat].left = Some(time()?),
                (_, Some((seat, _))) => go.clocks[seat].increment = Some(time()?),
                _ => {
                    let expected = "one of depth nodes movetime infinite p1time p1inc p2time ...";
                    return Err(ParseError::new("go", word, expected));
                }
            }
        }
        Ok(go)
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
            (Go::with_clocks([clock(900, 5), clock(1, 0)]), "p1time 900 p1inc 5 p2time 1 p2inc 0"),
        ] {
            assert_eq!(go.to_string(), text);
            assert_eq!(Go::parse(text), Ok(go), "{text}");
        }
        assert_eq!(Go::parse("infinite"), Ok(Go::default()));
    }

    #[test]
    fn errors_name_the_word() {
        for (text, expected) in [
            ("depth 0", "go depth: read \"0\", expected a number from 1"),
            ("movetime", "go movetime: read \"\", expected milliseconds"),
            ("p9time 5", "go: read \"p9time\", expected one of depth nodes movetime infinite"),
        ] {
            let error = Go::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
