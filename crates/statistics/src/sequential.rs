//! A sequential test of a match in progress, which counts units in the order of their numbers.
//!
//! The results must not influence which games a test counts. With several threads, short games end
//! first. So units count in the order of their numbers, not of their ends, and units after the
//! deciding one do not count. The verdict is the same with any number of threads.

use crate::sprt::Likely;
use crate::{Decision, Multinomial, Sprt};

/// A test in progress.
#[derive(Clone, Debug)]
pub struct Sequential {
    test: Sprt,
    results: Multinomial,
    /// The number of the next unit.
    next: u64,
    /// The distributions of the last look that needed them.
    likely: Option<Likely>,
    decided: Option<(u64, Decision)>,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// The test.
    pub test: Sprt,
    /// The log-likelihood ratio after the correction of [`Sprt::corrected`].
    pub llr: f64,
    /// The greatest lead that is possible with the present share of even units, if there are enough
    /// units.
    pub attainable: Option<f64>,
    /// The number of the unit that decided the test, and the decision.
    pub decided: Option<(u64, Decision)>,
}

impl Sequential {
    /// A new test, for units of `games` games each.
    #[must_use]
    pub fn new(test: Sprt, games: u32) -> Self {
        let games = if test.over_games { 1 } else { games };
        Self { test, results: Multinomial::empty(games), next: 0, likely: None, decided: None }
    }

    /// A test that has counted units before: their counts, their number, and the decision.
    #[must_use]
    pub fn resumed(
        test: Sprt,
        results: Multinomial,
        next: u64,
        decided: Option<(u64, Decision)>,
    ) -> Self {
        Self { test, results, next, likely: None, decided }
    }

    /// The results of the units that have been counted.
    #[must_use]
    pub fn results(&self) -> &Multinomial {
        &self.results
    }

    /// The bounds of the log-likelihood ratio that end the test.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        self.test.bounds()
    }

    /// The number of units that have been counted.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.next
    }

    /// Counts all new units as [`Sequential::count`] does, and returns the state of the test.
    pub fn look(&mut self, unit: impl FnMut(u64) -> Option<Vec<u32>>) -> Trial {
        self.count(u64::MAX, unit);
        self.trial()
    }

    /// Counts the new units, up to the first one that is missing and to unit `last` at most. `unit`
    /// returns the half points of the first player in each game of a unit, or `None` until all of
    /// its games have ended. The return value tells whether the test is decided.
    pub fn count(&mut self, last: u64, mut unit: impl FnMut(u64) -> Option<Vec<u32>>) -> bool {
        while self.decided.is_none() && self.next <= last {
            let Some(half_points) = unit(self.next) else { break };
            if self.test.over_games {
                half_points.into_iter().for_each(|points| self.results.add(points));
            } else {
                self.results.add(half_points.into_iter().sum());
            }
            let decision = self.test.decision_after(&self.results, &mut self.likely);
            self.decided = decision.map(|decision| (self.next, decision));
            self.next += 1;
        }
        self.is_decided()
    }

    /// Whether the test is decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    /// The state of the test.
    #[must_use]
    pub fn trial(&self) -> Trial {
        Trial {
            test: self.test,
            llr: self.test.corrected(&self.results),
            attainable: self.test.attainable(&self.results),
            decided: self.decided,
        }
    }
}

impl Trial {
    /// The log-likelihood ratio and its bounds, for a line of progress.
    #[must_use]
    pub fn standing(&self) -> String {
        let (low, high) = self.test.bounds();
        format!("LLR {:.2} [{low:.2}, {high:.2}]", self.llr)
    }

    /// The result in words.
    #[must_use]
    pub fn words(&self, first: &str, second: &str) -> String {
        let Sprt { elo0, elo1, .. } = self.test;
        let unit = self.test.unit();
        let verdict = match self.decided {
            None => "not decided".to_owned(),
            Some((_, Decision::H1)) => {
                format!(
                    "H1 accepted: the lead of {first} over {second} is rather {elo1} than {elo0}"
                )
            }
            Some((_, Decision::H0)) => {
                format!(
                    "H0 accepted: the lead of {first} over {second} is rather {elo0} than {elo1}"
                )
            }
        };
        let found_better = matches!(self.decided, Some((_, Decision::H1)));
        let attainable = self.attainable.filter(|&most| most < elo1 && !found_better);
        let room = attainable.map_or_else(String::new, |most| {
            format!(
                "; so many units are even that no lead above {most:.0} {unit} is likely: expect nothing from bounds this wide"
            )
        });
        format!("SPRT of {elo0} against {elo1} {unit}, {}: {verdict}{room}", self.standing())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// A test that continues from its counts decides as one that was never interrupted.
    #[test]
    fn an_interrupted_test_goes_on() {
        let points = |unit| Some(vec![2, (unit % 2) as u32]);
        let test = Sprt::elo(0.0, 100.0);
        let mut whole = Sequential::new(test, 2);
        let expected = whole.look(points);
        let mut part = Sequential::new(test, 2);
        part.count(2, points);
        let mut rest = Sequential::resumed(test, part.results().clone(), part.units(), None);
        assert_eq!(rest.look(points), expected);
        let (unit, _) = expected.decided.unwrap();
        assert!(unit > 2, "the rest decides");
        let counts = whole.results().clone();
        let over = Sequential::resumed(test, counts, unit + 1, expected.decided);
        assert_eq!((over.is_decided(), over.trial()), (true, expected));
    }

    #[test]
    fn units_count_in_their_order() {
        let new = || Sequential::new(Sprt::elo(0.0, 100.0), 2);
        let mut test = new();
        let mut won: BTreeSet<u64> = (1..50).collect();
        let points = |won: &BTreeSet<u64>, unit| won.contains(&unit).then(|| vec![2, 2]);
        let trial = test.look(|unit| points(&won, unit));
        assert_eq!((trial.llr, trial.decided), (0.0, None), "unit 0 is missing");
        won.insert(0);
        let (unit, decision) = test.look(|unit| points(&won, unit)).decided.unwrap();
        assert_eq!(decision, Decision::H1);
        assert!((1..40).contains(&unit), "{unit}");
        let later = new().look(|unit| points(&won, unit));
        assert_eq!(later.decided, Some((unit, decision)));
        assert!(!new().count(unit - 1, |unit| points(&won, unit)));
    }

    /// The test decides at the same unit as one that computes everything after each unit.
    #[test]
    fn nothing_is_decided_later_than_by_a_full_test() {
        let mut rng = ChaCha8Rng::seed_from_u64(45);
        let (mut decided, mut all) = ([0; 2], 0);
        for run in 0..60 {
            let test: Sprt =
                ["elo0=0,elo1=60", "elo0=-60,elo1=0", "elo0=-40,elo1=40,model=logistic"][run % 3]
                    .parse()
                    .unwrap();
            let lead = rng.random_range(-0.2..0.2);
            let mut sequential = Sequential::new(test, 2);
            let mut results = Multinomial::empty(2);
            for unit in 0.. {
                let mut points = || {
                    let at: f64 = rng.random_range(0.0..1.0);
                    u32::from(at < 0.7 + lead) + u32::from(at < 0.3 + lead)
                };
                let points = vec![points(), points()];
                results.add(points.iter().sum());
                let is_decided =
                    sequential.count(unit, |number| (number == unit).then(|| points.clone()));
                assert_eq!(is_decided, test.decision(&results).is_some(), "{test} {results:?}");
                all += 1;
                if let Some((_, decision)) = sequential.trial().decided {
                    decided[usize::from(decision == Decision::H1)] += 1;
                    assert_eq!(Some(decision), test.decision(&results));
                    break;
                }
            }
        }
        assert!(decided[0] > 10 && decided[1] > 10 && all > 2000, "{decided:?} {all}");
    }

    /// If nearly all units are even, no possible lead reaches the bounds, and the words say so.
    #[test]
    fn bounds_without_room_are_told() {
        let test = Sprt::elo(0.0, 100.0);
        let words =
            |attainable, decided| Trial { test, llr: -3.0, attainable, decided }.words("A", "B");
        let h0 = Some((99, Decision::H0));
        assert!(words(Some(82.4), h0).contains("no lead above 82 normalised Elo is likely"));
        assert!(words(Some(82.4), None).contains("no lead above 82 normalised Elo is likely"));
        for silent in [words(Some(130.0), h0), words(None, h0)] {
            assert!(silent.ends_with("is rather 0 than 100"), "{silent}");
        }
    }
}
