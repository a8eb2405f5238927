//! Limits of a player's moves.

use std::time::{Duration, Instant};

use engine::{Limits, MAX_DEPTH, Parameters, SearchKind, Techniques, TimeLimit};
use games::{Game, ParseError, Seat, State};
use jobs::parse_duration;
use reader::whole;

/// The limit of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Nodes for each move.
    Nodes(u64),
    /// Search depth in player moves.
    Depth(u32),
    /// Time for each move.
    Move(Duration),
    /// Time for the game, and the increment of each move.
    Clock {
        /// The time at the start of the game.
        time: Duration,
        /// The increment after each move.
        increment: Duration,
    },
}

impl Default for Limit {
    fn default() -> Self {
        Self::Nodes(5000)
    }
}

impl Limit {
    /// The kinds of search that a player with these techniques uses in a game from `start`.
    #[must_use]
    pub fn searches<G: Game>(&self, start: &State<G>, techniques: &Techniques) -> Vec<SearchKind> {
        let depth = if let Self::Depth(depth) = *self { Some(depth) } else { None };
        let limits = Limits { depth, ..Limits::default() };
        SearchKind::all_of(start, techniques, &limits, matches!(self, Self::Clock { .. }))
    }

    /// The keys in a player's text.
    pub(crate) const KEYS: [&str; 4] = ["nodes", "depth", "time", "tc"];

    /// Reads the value of one of [`Limit::KEYS`]; `None` for another key.
    ///
    /// # Errors
    /// A value that the key does not take.
    pub(crate) fn parse(key: &str, value: &str) -> Option<Result<Self, ParseError>> {
        let field = format!("player {key}");
        let wrong = |expected| ParseError::new(&field, value, expected);
        Some(match key {
            "nodes" => whole(&field, value, 1..=u64::MAX).map(Self::Nodes),
            "depth" => whole(&field, value, 1..=MAX_DEPTH).map(Self::Depth),
            "time" => {
                let time = parse_duration(value).filter(|time| !time.is_zero());
                let expected = "a time as 10ms or 0.5s, above 0 and at most 365 days";
                time.map(Self::Move).ok_or_else(|| wrong(expected))
            }
            "tc" => parse_clock(value).ok_or_else(|| {
                wrong("seconds for the game and for each move, as 10+0.1, at most 365 days")
            }),
            _ => return None,
        })
    }

    /// The key and the value of the limit in a player's text.
    pub(crate) fn setting(self) -> (&'static str, String) {
        match self {
            Self::Nodes(nodes) => ("nodes", nodes.to_string()),
            Self::Depth(depth) => ("depth", depth.to_string()),
            Self::Move(time) => ("time", format!("{}s", time.as_secs_f64())),
            Self::Clock { time, increment } => {
                ("tc", format!("{}+{}", time.as_secs_f64(), increment.as_secs_f64()))
            }
        }
    }

    /// Whether the same position always gets the same answer with this limit.
    #[must_use]
    pub fn is_repeatable(self) -> bool {
        !self.is_of_time()
    }

    /// Whether this is a limit of time.
    #[must_use]
    pub fn is_of_time(self) -> bool {
        matches!(self, Self::Move(_) | Self::Clock { .. })
    }
}

/// Reads the time at the start, and the increment after a `+`. The default unit is seconds.
fn parse_clock(text: &str) -> Option<Limit> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| parse_duration(text).or_else(|| parse_duration(&format!("{text}s")));
    let (time, increment) = (seconds(time)?, seconds(increment)?);
    (!time.is_zero()).then_some(Limit::Clock { time, increment })
}

/// The limits of the next move of the player in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The player's limit.
    pub limit: Limit,
    /// The time left for each seat.
    pub left: Vec<Duration>,
    /// The time that each seat gets with a move.
    pub increment: Vec<Duration>,
}

impl Allowance {
    /// The limits of a search that starts now.
    #[must_use]
    pub fn limits(&self, seat: Seat, parameters: &Parameters) -> Limits {
        let now = Instant::now();
        match self.limit {
            Limit::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Limit::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
            Limit::Move(time) => {
                let clock = TimeLimit::for_move(now, time);
                Limits { time: Some(clock), ..Limits::default() }
            }
            Limit::Clock { .. } => {
                let (left, increment) = (self.left[seat.index()], self.increment[seat.index()]);
                let clock = TimeLimit::for_game(now, left, increment, parameters);
                Limits { time: Some(clock), ..Limits::default() }
            }
        }
    }

    /// The time after which the player loses, if its time is limited.
    #[must_use]
    pub fn deadline(&self, seat: Seat) -> Option<Duration> {
        match self.limit {
            Limit::Nodes(_) | Limit::Depth(_) => None,
            Limit::Move(time) => Some(time),
            Limit::Clock { .. } => Some(self.left[seat.index()]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(key: &str, value: &str) -> Result<Limit, String> {
        Limit::parse(key, value).expect("a key").map_err(|error| error.to_string())
    }

    #[test]
    fn limits_are_read() {
        let seconds = Duration::from_secs_f64;
        assert_eq!(read("nodes", "5"), Ok(Limit::Nodes(5)));
        assert_eq!(read("depth", "100"), Ok(Limit::Depth(100)));
        assert_eq!(read("time", "10ms"), Ok(Limit::Move(seconds(0.01))));
        let clock = |time, increment| Limit::Clock { time, increment };
        assert_eq!(read("tc", "10+0.1"), Ok(clock(seconds(10.0), seconds(0.1))));
        assert_eq!(read("tc", "1.5"), Ok(clock(seconds(1.5), Duration::ZERO)));
        assert_eq!(read("tc", "5m+500ms"), Ok(clock(seconds(300.0), seconds(0.5))));
        assert_eq!(Limit::parse("weights", "1"), None);
    }

    #[test]
    fn bad_limits_are_errors() {
        for (key, value) in [
            ("nodes", "0"),
            ("depth", "101"),
            ("time", "0ms"),
            ("time", "5"),
            ("time", "-1s"),
            ("time", "1e9s"),
            ("tc", "0+1"),
            ("tc", "1+"),
            ("tc", "1+inf"),
        ] {
            let error = read(key, value).expect_err(value);
            assert!(error.starts_with(&format!("player {key}: read \"{value}\"")), "{error}");
        }
    }
}
