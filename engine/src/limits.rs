//! When a search ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::clock::Moment;
use crate::parameters::Parameters;

/// The greatest depth of a search, in player moves.
pub const MAX_DEPTH: u32 = 100;

/// Limits of a search; the first one reached ends it. Without any it goes on to [`MAX_DEPTH`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Player moves to look ahead, up to [`MAX_DEPTH`].
    pub depth: Option<u32>,
    /// Nodes to visit, over all threads. With one thread the search ends after exactly this number.
    pub nodes: Option<u64>,
    /// The time limit.
    pub time: Option<TimeLimit>,
}

impl Limits {
    /// A limit of `time`, counted from now ([`Moment::now`]). For a searcher with a clock of its
    /// own use [`TimeLimit::for_move`].
    #[must_use]
    pub fn for_time(time: Duration) -> Self {
        let clock = TimeLimit::for_move(Moment::now(), time);
        Self { time: Some(clock), ..Self::default() }
    }
}

/// A time limit.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit {
    /// The search ends here, in the middle of an iteration.
    hard: Moment,
    /// No new iteration begins after this. Not later than `hard`.
    soft: Moment,
}

impl TimeLimit {
    /// A limit at `end`. Iterations may begin until then.
    #[must_use]
    pub fn until(end: impl Into<Moment>) -> Self {
        let end = end.into();
        Self { hard: end, soft: end }
    }

    /// The time at which the search ends, in the middle of an iteration.
    #[must_use]
    pub fn hard(&self) -> Moment {
        self.hard
    }

    /// The time after which no new iteration begins.
    #[must_use]
    pub fn soft(&self) -> Moment {
        self.soft
    }

    /// `time` for this move only, counted from `start`. Unused time is lost, so iterations may
    /// begin until the end.
    #[must_use]
    pub fn for_move(start: impl Into<Moment>, time: Duration) -> Self {
        // The time to join the threads and to print.
        let margin = (time / 50).min(Duration::from_millis(2));
        Self::until(start.into() + (time - margin))
    }

    /// `time` for this move, from a clock for the whole game. An iteration takes longer than all
    /// earlier ones. So none begins that probably could not be finished.
    fn of_clock(start: Moment, time: Duration, parameters: &Parameters) -> Self {
        let margin = (time / 20).min(Duration::from_millis(5));
        let hard = start + (time - margin);
        Self { hard, soft: start + hundredths(time, parameters.time_soft).min(time - margin) }
    }

    /// A share of the time `left` for the whole game, where each move adds `increment`.
    #[must_use]
    pub fn for_game(
        start: impl Into<Moment>,
        left: Duration,
        increment: Duration,
        parameters: &Parameters,
    ) -> Self {
        // The assumed number of moves still to come.
        let moves = parameters.time_moves as u32;
        let share = left / moves + hundredths(increment, parameters.time_increment);
        // At most a fixed part of the clock, so that a late answer does not exceed it.
        Self::of_clock(start.into(), share.min(hundredths(left, parameters.time_max)), parameters)
    }
}

fn hundredths(time: Duration, count: i32) -> Duration {
    time.mul_f64(f64::from(count) / 100.0)
}

/// Stops a search from another thread or a signal handler.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the search to stop at once.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether [`stop`](Self::stop) was called.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_s_own_time_is_used_to_the_last() {
        let start = Moment::now();
        for millis in [1, 10, 100, 10_000] {
            let time = Duration::from_millis(millis);
            let clock = TimeLimit::for_move(start, time);
            assert_eq!(clock.soft, clock.hard);
            assert!(clock.hard < start + time && clock.hard.since(start) >= time * 95 / 100);
        }
    }
}
