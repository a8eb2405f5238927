//! A sequential test of a match in progress, which counts units in the order of their numbers.
//!
//! The results must not influence which games a test counts. With several threads, short games end
//! first. So units count in the order of their numbers, not of their ends, and units after the
//! deciding one do not count. The verdict is the same with any number of threads.

use crate::{Decision, Multinomial, Sprt};

/// A test in progress.
#[derive(Clone, Debug)]
pub struct Sequential {
    test: Sprt,
    results: Multinomial,
    /// The number of the next unit.
    next: u64,
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
        Self { test, results: Multinomial::empty(games), next: 0, decided: None }
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

    /// Counts the new units, up to the first one that is missing. `unit` returns the half points of
    /// the first player in each game of a unit, or `None` until all of its games have ended.
    pub fn look(&mut self, unit: impl FnMut(u64) -> Option<Vec<u32>>) -> Trial {
        self.look_until(u64::MAX, unit)
    }

    /// Counts the new units, up to unit `last` at most.
    pub fn look_until(
        &mut self,
        last: u64,
        mut unit: impl FnMut(u64) -> Option<Vec<u32>>,
    ) -> Trial {
        while self.decided.is_none() && self.next <= last {
            let Some(half_points) = unit(self.next) else { break };
            if self.test.over_games {
                half_points.into_iter().for_each(|points| self.results.add(points));
            } else {
                self.results.add(half_points.into_iter().sum());
            }
            let decision = self.test.decision(&self.results);
            self.decided = decision.map(|decision| (self.next, decision));
            self.next += 1;
        }
        self.trial()
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

    use super::*;

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
        let before = new().look_until(unit - 1, |unit| points(&won, unit));
        assert_eq!(before.decided, None);
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
