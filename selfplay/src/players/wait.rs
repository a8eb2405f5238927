//! Waits for a player, which end at a deadline and on a stop.

use std::time::{Duration, Instant};

use engine::StopFlag;

/// The longest time between two checks whether the wait is over.
pub(crate) const TICK: Duration = Duration::from_millis(20);

/// A wait for a player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait<'a> {
    /// The end of the wait by the wall clock.
    deadline: Instant,
    /// If it is set, the wait is over.
    stop: &'a StopFlag,
    /// The player's total processor time at which the wait is over.
    processor: Option<Duration>,
}

impl<'a> Wait<'a> {
    /// A wait of length `time` from now on.
    pub(crate) fn new(time: Duration, stop: &'a StopFlag) -> Self {
        Self { deadline: Instant::now() + time, stop, processor: None }
    }

    /// This wait, which also ends when the player's total processor time reaches `time`.
    pub(crate) fn until_used(self, time: Duration) -> Self {
        Self { processor: Some(time), ..self }
    }

    /// Whether the wait is over. `processor` gives the player's total processor time.
    pub(crate) fn is_over(&self, processor: impl Fn() -> Option<Duration>) -> bool {
        let used_up = |end| processor().is_some_and(|time| time >= end);
        self.stop.is_set() || Instant::now() >= self.deadline || self.processor.is_some_and(used_up)
    }

    /// The time to wait before the next check.
    pub(crate) fn slice(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now()).min(TICK)
    }
}
