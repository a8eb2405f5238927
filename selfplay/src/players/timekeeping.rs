//! Clocks for limits of time.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use games::ParseError;
use serde::{Deserialize, Serialize};

/// The clock for a player's limit of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Timekeeping {
    /// The wall clock. Time in which other processes use the processor counts, too.
    #[default]
    Wall,
    /// The player's processor time, if it is less than the time on the wall clock. So a busy
    /// machine does not lose a game for a player. The time in which a player sleeps does not count
    /// either.
    Processor,
}

impl Timekeeping {
    /// Whether this is the default clock.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Timekeeping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wall => "wall",
            Self::Processor => "processor",
        })
    }
}

impl FromStr for Timekeeping {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        [Self::Wall, Self::Processor]
            .into_iter()
            .find(|clock| clock.to_string() == text)
            .ok_or_else(|| ParseError::new("clock", text, "wall or processor"))
    }
}

/// The time of a move on both clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    pub(crate) wall: Duration,
    /// The processor time, if the system reports it.
    pub(crate) processor: Option<Duration>,
}

impl Spent {
    /// The time that counts.
    pub(crate) fn charged(self, by: Timekeeping) -> Duration {
        match (by, self.processor) {
            (Timekeeping::Processor, Some(processor)) => processor.min(self.wall),
            _ => self.wall,
        }
    }
}

/// The readings of both clocks at the start of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    started: Instant,
    processor: Option<Duration>,
}

impl Watch {
    /// Starts at the player's present processor time.
    pub(crate) fn start(processor: Option<Duration>) -> Self {
        Self { started: Instant::now(), processor }
    }

    /// The time since the start, given the player's present processor time.
    pub(crate) fn read(self, processor: Option<Duration>) -> Spent {
        let wall = self.started.elapsed();
        let processor = processor.zip(self.processor);
        Spent { wall, processor: processor.map(|(now, then)| now.saturating_sub(then)) }
    }
}

/// The processor time of this thread; `None` if the system does not report it.
#[cfg(unix)]
pub(crate) fn thread_time() -> Option<Duration> {
    nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().ok().map(Duration::from)
}

#[cfg(not(unix))]
pub(crate) fn thread_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for clock in [Timekeeping::Wall, Timekeeping::Processor] {
            assert_eq!(clock.to_string().parse(), Ok(clock));
            assert_eq!(serde_json::to_string(&clock).unwrap(), format!("\"{clock}\""));
        }
        let error = "cpu".parse::<Timekeeping>().unwrap_err().to_string();
        assert_eq!(error, "clock: read \"cpu\", expected wall or processor");
    }

    #[test]
    fn the_processor_never_charges_more_than_the_wall() {
        let millis = Duration::from_millis;
        let spent =
            |processor: Option<u64>| Spent { wall: millis(50), processor: processor.map(millis) };
        for (processor, charged) in [(Some(20), 20), (Some(90), 50), (None, 50)] {
            assert_eq!(spent(processor).charged(Timekeeping::Processor), millis(charged));
            assert_eq!(spent(processor).charged(Timekeeping::Wall), millis(50));
        }
    }

    #[test]
    #[cfg(unix)]
    fn sleep_is_no_processor_time() {
        let watch = Watch::start(thread_time());
        std::thread::sleep(Duration::from_millis(30));
        let spent = watch.read(thread_time());
        assert!(spent.wall >= Duration::from_millis(30), "{spent:?}");
        assert!(spent.processor < Some(Duration::from_millis(20)), "{spent:?}");
    }
}
