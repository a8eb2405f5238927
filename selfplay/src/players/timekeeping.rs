//! By which clock a player's time is kept.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use games::ParseError;
use serde::{Deserialize, Serialize};

/// The clock that a player's time is taken from, where it is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Timekeeping {
    /// The clock on the wall: what other processes take from the player counts, too.
    #[default]
    Wall,
    /// The player's processor time, as far as that is less: a machine that is busy costs nobody a
    /// game. Nor does a player's sleep.
    Processor,
}

impl Timekeeping {
    /// Whether this is the usual one.
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

/// What a move took, by both clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    pub(crate) wall: Duration,
    /// Where the system tells.
    pub(crate) processor: Option<Duration>,
}

impl Spent {
    /// What counts of it.
    pub(crate) fn charged(self, by: Timekeeping) -> Duration {
        match (by, self.processor) {
            (Timekeeping::Processor, Some(processor)) => processor.min(self.wall),
            _ => self.wall,
        }
    }
}

/// Both clocks at the moment when a move begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    started: Instant,
    processor: Option<Duration>,
}

impl Watch {
    /// Starts at a player's processor time.
    pub(crate) fn start(processor: Option<Duration>) -> Self {
        Self { started: Instant::now(), processor }
    }

    /// What was spent until the player has that processor time.
    pub(crate) fn read(self, processor: Option<Duration>) -> Spent {
        let wall = self.started.elapsed();
        let processor = processor.zip(self.processor);
        Spent { wall, processor: processor.map(|(now, then)| now.saturating_sub(then)) }
    }
}

/// The processor time that this thread has used; `None` where the system does not tell.
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
