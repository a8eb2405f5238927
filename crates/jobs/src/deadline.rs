//! The time at which a long run ends.

use std::time::{Duration, SystemTime};

use engine::StopFlag;

/// The time at which a run ends, or none. It is a time of the system's clock: a machine that sleeps
/// meanwhile does not delay it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deadline(Option<SystemTime>);

impl Deadline {
    /// No deadline: the run ends when its work is done.
    pub const NEVER: Self = Self(None);

    /// The run ends at this time.
    #[must_use]
    pub fn at(end: SystemTime) -> Self {
        Self(Some(end))
    }

    /// Whether the deadline has passed.
    #[must_use]
    pub fn passed(self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// The time left; `None` without a deadline.
    #[must_use]
    pub fn left(self) -> Option<Duration> {
        self.0.map(|end| end.duration_since(SystemTime::now()).unwrap_or_default())
    }

    /// A flag that is set when the deadline passes, or soon after `interrupt` is set.
    #[must_use]
    pub fn watch(self, interrupt: &StopFlag) -> StopFlag {
        const INTERVAL: Duration = Duration::from_millis(100);
        let (interrupt, stop) = (interrupt.clone(), StopFlag::default());
        let flag = stop.clone();
        std::thread::spawn(move || {
            while !self.passed() && !interrupt.is_set() && !flag.is_set() {
                std::thread::sleep(INTERVAL);
            }
            flag.stop();
        });
        stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_passes() {
        assert!(!Deadline::NEVER.passed() && Deadline::NEVER.left().is_none());
        let deadline = Deadline::at(SystemTime::now() + Duration::from_secs(60));
        assert!(!deadline.passed() && deadline.left() > Some(Duration::from_secs(50)));
        let past = Deadline::at(SystemTime::UNIX_EPOCH);
        assert_eq!((past.passed(), past.left()), (true, Some(Duration::ZERO)));
        let (interrupt, calm) = (StopFlag::default(), StopFlag::default());
        interrupt.stop();
        for stop in [past.watch(&calm), deadline.watch(&interrupt)] {
            while !stop.is_set() {
                std::thread::yield_now();
            }
        }
        assert!(!deadline.watch(&calm).is_set());
    }
}
