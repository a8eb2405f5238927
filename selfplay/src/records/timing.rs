//! Thinking times, and games that were decided by time.

use std::iter::Sum;

use serde::{Deserialize, Serialize};

use crate::records::reason::Reason;
use crate::records::record::GameRecord;

/// The times of a move that exceeded its limit, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overtime {
    /// The time that the player was allowed.
    pub limit: u64,
    /// The time that the move took.
    pub wall: u64,
    /// The processor time that the player used, if it is known.
    pub processor: Option<u64>,
}

impl Overtime {
    /// Whether the player's processor time was within its limit.
    #[must_use]
    pub fn is_starved(&self) -> bool {
        self.processor.is_some_and(|processor| processor <= self.limit)
    }
}

/// Thinking times, and the number of games that were decided by time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// Games that a player lost on time.
    pub decided: u64,
    /// Those games in which the player's processor time was within its limit.
    pub starved: u64,
    /// The thinking time of players with a limit of time, in microseconds. Only moves with a known
    /// processor time count.
    pub thought: u64,
    /// The processor time of the same moves, in microseconds.
    pub processor: u64,
}

/// If players get less than this share of a processor, the machine is too busy for limits of time.
const FAIR: f64 = 0.9;

/// The least thinking time that is enough for a warning, in microseconds.
const TELLING: u64 = 1_000_000;

impl Timing {
    /// The times of one game.
    #[must_use]
    pub fn of(record: &GameRecord) -> Self {
        let overtime = record.fault.as_ref().and_then(|fault| fault.overtime.as_ref());
        let decided = overtime.filter(|_| matches!(record.reason, Reason::Time | Reason::Stall));
        let known = record.times.iter().zip(&record.processor);
        let known = known.filter_map(|(&time, &processor)| Some((time, processor?)));
        let (thought, processor) =
            known.fold((0, 0), |(one, two), (time, processor)| (one + time, two + processor));
        Self {
            decided: decided.is_some().into(),
            starved: decided.is_some_and(Overtime::is_starved).into(),
            thought,
            processor,
        }
    }

    /// The processor time of players with a limit of time as a share of their thinking time, if it
    /// is known.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.thought > 0).then(|| (self.processor as f64 / self.thought as f64).min(1.0))
    }

    /// A warning, if the machine was too busy for the match.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let share = self.share().filter(|&share| self.thought >= TELLING && share < FAIR)?;
        let percent = 100.0 * share;
        Some(format!(
            "players with a limit of time had a processor for {percent:.0} % of it: the machine is too \
             busy for fair games, or they sleep"
        ))
    }

    /// The number of games that time decided; empty if there is none.
    #[must_use]
    pub fn words(&self) -> String {
        let Self { decided, starved, .. } = self;
        match (decided, starved) {
            (0, _) => String::new(),
            (_, 0) => format!("time decided {decided} games"),
            _ => format!(
                "time decided {decided} games, {starved} of them against a player that had used no more \
                 processor time than it had"
            ),
        }
    }
}

impl Sum for Timing {
    fn sum<I: Iterator<Item = Self>>(timings: I) -> Self {
        timings.fold(Self::default(), |one, two| Self {
            decided: one.decided + two.decided,
            starved: one.starved + two.starved,
            thought: one.thought + two.thought,
            processor: one.processor + two.processor,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::FaultRecord;
    use crate::records::record::tests::record;

    fn lost(reason: Reason, overtime: Option<Overtime>) -> Timing {
        let fault = Some(FaultRecord { seat: 0, words: String::new(), overtime });
        Timing::of(&GameRecord { reason, fault, ..record(0, 0) })
    }

    #[test]
    fn games_that_time_decided_are_counted() {
        let overtime = |processor| Some(Overtime { limit: 100, wall: 300, processor });
        let counts = |timing: Timing| [timing.decided, timing.starved];
        assert_eq!(counts(lost(Reason::Time, overtime(Some(100)))), [1, 1]);
        assert_eq!(counts(lost(Reason::Stall, overtime(Some(101)))), [1, 0]);
        assert_eq!(counts(lost(Reason::Time, overtime(None))), [1, 0]);
        assert_eq!(counts(lost(Reason::Stall, None)), [0, 0]);
        assert_eq!(counts(lost(Reason::Crash, overtime(Some(1)))), [0, 0]);
        let all: Timing =
            [Some(1), Some(400)].map(|time| lost(Reason::Time, overtime(time))).into_iter().sum();
        let expected = "time decided 2 games, 1 of them against a player that had used no more processor \
                        time than it had";
        assert_eq!(all.words(), expected);
        assert_eq!(Timing::default().words(), "");
    }

    /// Moves without a known processor time do not count.
    #[test]
    fn a_busy_machine_is_seen() {
        let times = vec![2_000_000, 7, 1_000_000];
        let timing =
            |processor| Timing::of(&GameRecord { times: times.clone(), processor, ..record(0, 0) });
        let busy = timing(vec![Some(1_000_000), None, Some(800_000)]);
        assert_eq!((busy.thought, busy.share()), (3_000_000, Some(0.6)));
        assert!(busy.warning().is_some_and(|text| text.contains("a processor for 60 % of it")));
        let idle = timing(vec![Some(1_990_000), None, Some(1_000_000)]);
        assert_eq!(idle.warning(), None);
        assert_eq!(timing(Vec::new()).share(), None);
        let short = Timing { thought: 900_000, processor: 1, ..Timing::default() };
        assert_eq!(short.warning(), None);
    }
}
