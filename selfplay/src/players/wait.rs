//! Waiting for a player: never beyond a deadline, and never after a stop.

use std::time::{Duration, Instant};

use engine::StopFlag;

/// How often somebody who waits looks whether to go on.
pub(crate) const TICK: Duration = Duration::from_millis(20);

/// How long a player is waited for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait<'a> {
    /// Until then at most.
    deadline: Instant,
    /// Once it is set, no longer.
    stop: &'a StopFlag,
    /// Until the player has used so much processor time since it was started.
    processor: Option<Duration>,
}

impl<'a> Wait<'a> {
    /// From now on for so long.
    pub(crate) fn new(time: Duration, stop: &'a StopFlag) -> Self {
        Self { deadline: Instant::now() + time, stop, processor: None }
    }

    /// The same, and no longer than until the player has used so much processor time since it was
    /// started.
    pub(crate) fn until_used(self, time: Duration) -> Self {
        Self { processor: Some(time), ..self }
    }

    /// Whether the wait for a player is over, which tells its processor time.
    pub(crate) fn is_over(&self, processor: impl Fn() -> Option<Duration>) -> bool {
        let used_up = |end| processor().is_some_and(|time| time >= end);
        self.stop.is_set() || Instant::now() >= self.deadline || self.processor.is_some_and(used_up)
    }

    /// How long to wait before the next look.
    pub(crate) fn slice(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now()).min(TICK)
    }
}
