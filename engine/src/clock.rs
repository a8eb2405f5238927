//! The clock of a search.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A point in time, in nanoseconds from the zero of a clock.
///
/// [`Moment::now`] reads the clock of the standard library. A platform without that clock, such as
/// `wasm32-unknown-unknown`, gives the searcher a function instead
/// ([`SearcherBuilder::clock`](crate::SearcherBuilder::clock)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(i64);

/// A clock that never goes back.
pub type Clock = fn() -> Moment;

impl Moment {
    /// The moment `nanos` nanoseconds after the clock's zero; before it, if negative.
    #[must_use]
    pub const fn from_nanos(nanos: i64) -> Self {
        Self(nanos)
    }

    /// The time on the clock of the standard library. Where it has none, time stands still.
    #[must_use]
    pub fn now() -> Self {
        if cfg!(all(target_family = "wasm", target_os = "unknown")) {
            Self(0)
        } else {
            Instant::now().into()
        }
    }

    /// The time since an earlier moment; zero since a later one.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0).max(0).unsigned_abs())
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(nanos(time)))
    }
}

/// The zero of the clock is the first instant that the program asks about.
impl From<Instant> for Moment {
    fn from(instant: Instant) -> Self {
        static ZERO: OnceLock<Instant> = OnceLock::new();
        let zero = *ZERO.get_or_init(|| instant);
        match instant.checked_duration_since(zero) {
            Some(later) => Self(nanos(later)),
            None => Self(-nanos(zero - instant)),
        }
    }
}

fn nanos(time: Duration) -> i64 {
    time.as_nanos().try_into().unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_as_far_apart_as_instants() {
        let first = Instant::now();
        let later = first + Duration::from_nanos(2_000_000_001);
        let zero = Moment::from(later);
        assert_eq!(Moment::from(later).since(first.into()), later - first);
        assert_eq!(Moment::from(first).since(zero), Duration::ZERO);
        assert_eq!(Moment::from(first) + (later - first), zero);
        assert!(Moment::now() >= Moment::from(first));
    }

    #[test]
    fn long_times_end_at_the_end_of_time() {
        assert_eq!(Moment::from_nanos(5) + Duration::MAX, Moment::from_nanos(i64::MAX));
        let whole = Moment::from_nanos(i64::MAX).since(Moment::from_nanos(i64::MIN));
        assert_eq!(whole, Duration::from_nanos(i64::MAX.unsigned_abs()));
    }
}
