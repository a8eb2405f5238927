//! What time did in some games.

use std::iter::Sum;

use serde::{Deserialize, Serialize};

use crate::records::reason::Reason;
use crate::records::record::GameRecord;

/// The times of a move that came too late or not at all, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overtime {
    /// What the player had.
    pub limit: u64,
    /// What it took.
    pub wall: u64,
    /// How much of that it had a processor, where that is known.
    pub processor: Option<u64>,
}

impl Overtime {
    /// Whether the player kept to its time as far as it had a processor.
    #[must_use]
    pub fn is_starved(&self) -> bool {
        self.processor.is_some_and(|processor| processor <= self.limit)
    }
}

/// What time did in some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// Games that ended since a player's time was up.
    pub decided: u64,
    /// Those of them in which that player had used no more processor time than it had.
    pub starved: u64,
    /// How long players with a limit of time thought, in microseconds, as far as their processor
    /// time is known.
    pub thought: u64,
    /// Their processor time meanwhile, in microseconds.
    pub processor: u64,
}

/// Below this share of the processor the machine is busier than a match with limits of time allows.
const FAIR: f64 = 0.9;

/// Less thought than this tells nothing, in microseconds.
const TELLING: u64 = 1_000_000;

impl Timing {
    /// Of one game.
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

    /// The share of their time for which players with a limit of time had a processor, where that
    /// is known.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.thought > 0).then(|| (self.processor as f64 / self.thought as f64).min(1.0))
    }

    /// What to say where the machine was busier than the match allows.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let share = self.share().filter(|&share| self.thought >= TELLING && share < FAIR)?;
        let percent = 100.0 * share;
        Some(format!(
            "players with a limit of time had a processor for {percent:.0} % of it: the machine is too \
             busy for fair games, or they sleep"
        ))
    }

    /// How many games time decided; empty where it was none.
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

    /// Moves whose processor time is not known say nothing of the machine.
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
