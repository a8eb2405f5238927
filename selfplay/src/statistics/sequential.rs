//! The test that ends a match, looked at unit by unit in their order.
//!
//! A test must not choose the games it looks at: with several threads, short games would come first.
//! So units count in the order of their numbers, whenever they end, and those after the one that
//! decides do not count. The verdict is the same with any number of threads.

use crate::records::tally::Tally;
use crate::schedule::plan::Plan;
use crate::schedule::seating::Schedule;
use crate::statistics::summary::half_points;
use crate::statistics::{Decision, Multinomial, Sprt};
use games::{Game as _, ParseError, with_state};

/// A test under way.
#[derive(Clone, Debug)]
pub struct Sequential {
    test: Sprt,
    results: Option<Multinomial>,
    /// The first unit that was not looked at.
    next: u64,
    decided: Option<(u64, Decision)>,
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// The test.
    pub test: Sprt,
    /// The log-likelihood ratio, as [`Sprt::corrected`] has it.
    pub llr: f64,
    /// The greatest lead that is likely by the share of even units, where anything is known of it.
    pub attainable: Option<f64>,
    /// The unit at which it was decided, and how.
    pub decided: Option<(u64, Decision)>,
}

impl Sequential {
    /// The test of a plan, if it has one. A part of a match is not tested: the whole is, once the
    /// parts are merged.
    ///
    /// # Errors
    /// A text that is no test, bounds too far out, or more than two players.
    pub fn of(plan: &Plan) -> Result<Option<Self>, ParseError> {
        let Some(text) = &plan.sprt else { return Ok(None) };
        if plan.players.len() != 2 {
            return Err(ParseError::new("sprt", text, "no test with more than two players"));
        }
        let test = Sprt::parse(text)?;
        // A game on no list is not known here.
        if let Ok(start) = plan.start() {
            let seats = with_state!(&start, state => usize::from(state.game().seats()));
            test.check(Schedule::new(plan.kind, plan.players.len(), seats).games_per_unit())?;
        }
        if !plan.shard.is_whole() {
            return Ok(None);
        }
        Ok(Some(Self { test, results: None, next: 0, decided: None }))
    }

    /// Where the log-likelihood ratio ends the test.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        self.test.bounds()
    }

    /// Looks at the units that have come since, as far as none is missing.
    pub fn look(&mut self, tally: &Tally) -> Trial {
        self.look_until(tally, u64::MAX)
    }

    /// The same up to unit number `last`.
    pub(crate) fn look_until(&mut self, tally: &Tally, last: u64) -> Trial {
        let games = if self.test.over_games { 1 } else { tally.schedule().games_per_unit() };
        let results = self.results.get_or_insert_with(|| Multinomial::empty(games));
        while self.decided.is_none() && self.next <= last {
            let Some(unit) = tally.unit(self.next) else { break };
            let points = unit.iter().map(|game| half_points(game, 0, 1));
            if self.test.over_games {
                points.for_each(|points| results.add(points));
            } else {
                results.add(points.sum());
            }
            self.decided = self.test.decision(results).map(|decision| (self.next, decision));
            self.next += 1;
        }
        Trial {
            test: self.test,
            llr: self.test.corrected(results),
            attainable: self.test.attainable(results),
            decided: self.decided,
        }
    }
}

impl Trial {
    /// How it stands, for the line of progress.
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
    use super::*;
    use crate::records::record::tests::record;

    /// Adds units of games that the first player wins.
    fn won(tally: &mut Tally, units: impl Iterator<Item = u64>) {
        for unit in units {
            for game in 0..2 {
                let mut won = record(unit, game);
                if game == 1 {
                    won.players.reverse();
                    won.result.reverse();
                }
                assert!(tally.add(&won).unwrap());
            }
        }
    }

    #[test]
    fn units_count_in_their_order() {
        let players = vec!["name=A".to_owned(), "name=B".to_owned()];
        let sprt = Some("elo0=0,elo1=100".to_owned());
        let plan = Plan { sprt, ..Plan::new("maitres", players, 1, 100) };
        let mut test = Sequential::of(&plan).unwrap().unwrap();
        let mut tally = Tally::new(&plan).unwrap();
        won(&mut tally, 1..50);
        let trial = test.look(&tally);
        assert_eq!((trial.llr, trial.decided), (0.0, None), "unit 0 is missing");
        won(&mut tally, 0..1);
        let (unit, decision) = test.look(&tally).decided.unwrap();
        assert_eq!(decision, Decision::H1);
        assert!((1..40).contains(&unit), "{unit}");
        let later = Sequential::of(&plan).unwrap().unwrap().look(&tally);
        assert_eq!(later.decided, Some((unit, decision)));
        let before = Sequential::of(&plan).unwrap().unwrap().look_until(&tally, unit - 1);
        assert_eq!(before.decided, None);
    }

    /// Where nearly all units are even no lead is as great as the bounds: that is said.
    #[test]
    fn bounds_without_room_are_told() {
        let test = Sprt::parse("elo0=0,elo1=100").unwrap();
        let words =
            |attainable, decided| Trial { test, llr: -3.0, attainable, decided }.words("A", "B");
        let h0 = Some((99, Decision::H0));
        assert!(words(Some(82.4), h0).contains("no lead above 82 normalised Elo is likely"));
        assert!(words(Some(82.4), None).contains("no lead above 82 normalised Elo is likely"));
        for silent in [words(Some(130.0), h0), words(None, h0)] {
            assert!(silent.ends_with("is rather 0 than 100"), "{silent}");
        }
    }

    #[test]
    fn parts_are_not_tested() {
        let players = vec!["name=A".to_owned(), "name=B".to_owned()];
        let whole = Plan { sprt: Some(String::new()), ..Plan::new("maitres", players, 1, 100) };
        assert!(Sequential::of(&whole).unwrap().is_some());
        let shard = crate::Shard { index: 0, count: 2 };
        assert!(Sequential::of(&Plan { shard, ..whole.clone() }).unwrap().is_none());
        let mut three = whole;
        three.players.push("name=C".to_owned());
        assert!(Sequential::of(&three).is_err());
    }
}
