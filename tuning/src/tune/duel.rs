//! Two configurations of the engine that play each other.

use std::collections::HashSet;

use engine::{Parameters, Playable, SearchKind, StopFlag};
use eval::{Linear, Weights};
use games::ParseError;
use selfplay::{Contest, Plan, PlayerKind, PlayerKindSpec, SearchSettings, Tally, with_common};
use statistics::Multinomial;

use crate::Error;

/// What two players may differ in.
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    /// What they make of leaves.
    pub weights: Weights,
    /// The numbers of their searches.
    pub parameters: Parameters,
}

/// A match whose two players are set up anew for each of its batches.
#[derive(Clone, Debug)]
pub struct Duel<G: Playable> {
    contest: Contest<G>,
    /// The search of both players, but for their configurations.
    searcher: SearchSettings,
    base: Configuration,
    threads: usize,
}

impl<G: Playable> Duel<G> {
    /// Between players of the same text, in all else as planned.
    ///
    /// # Errors
    /// A text that is no search in this process, and anything else that cannot be played.
    pub fn new(plan: Plan, player: &str, threads: usize) -> Result<Self, Error> {
        let players = ["name=new", "name=old"].map(|name| with_common(name, player)).to_vec();
        let contest = Contest::<G>::new(Plan { players, ..plan }.with_files()?)?;
        let entrant = &contest.players[1];
        let (PlayerKindSpec::Search { weights, parameters, .. }, PlayerKind::Search(searcher)) =
            (&entrant.spec.kind, &entrant.kind)
        else {
            let expected = "the keys of a search in this process";
            return Err(ParseError::new("each", player, expected).into());
        };
        let weights = weights.load(contest.start.game())?;
        let base = Configuration { weights, parameters: *parameters };
        let searcher = SearchSettings::clone(searcher);
        Ok(Self { contest, searcher, base, threads })
    }

    /// The match, whose players are those of the text.
    #[must_use]
    pub fn contest(&self) -> &Contest<G> {
        &self.contest
    }

    /// What the text says of both players.
    #[must_use]
    pub fn base(&self) -> &Configuration {
        &self.base
    }

    /// The searches that the players use.
    #[must_use]
    pub fn searches(&self) -> Vec<SearchKind> {
        let limit = &self.contest.players[1].spec.limit;
        limit.searches(&self.contest.start, &self.searcher.techniques)
    }

    /// How many games a unit has.
    #[must_use]
    pub fn games_per_unit(&self) -> u64 {
        u64::from(self.contest.schedule.games_per_unit())
    }

    /// The match between two configurations.
    #[must_use]
    pub fn between(&self, players: [&Configuration; 2], seed: u64, units: u64) -> Contest<G> {
        let mut contest = self.contest.clone();
        contest.plan.seed = seed;
        contest.plan.units = units;
        for (entrant, configuration) in contest.players.iter_mut().zip(players) {
            let mut searcher = self.searcher.clone();
            searcher.evaluator = Linear::new(&configuration.weights);
            searcher.techniques.parameters = configuration.parameters;
            entrant.kind = PlayerKind::Search(Box::new(searcher));
        }
        contest
    }

    /// The results of a batch of units, by the score of the first; `None` if it was stopped on the way.
    /// They do not depend on the number of threads, unless time is limited.
    ///
    /// # Errors
    /// A game that cannot be played.
    pub fn play(
        &self,
        players: [&Configuration; 2],
        seed: u64,
        units: u64,
        stop: &StopFlag,
    ) -> Result<Option<Multinomial>, Error> {
        let contest = self.between(players, seed, units);
        let mut tally = Tally::of(&contest.plan, contest.start.game())?;
        contest.run(&HashSet::new(), self.threads, stop, |record| {
            tally.add(&record)?;
            match &record.fault {
                Some(fault) => Err(Error::PlayerFailed(fault.words.clone())),
                None => Ok(()),
            }
        })?;
        let results = tally.first_against_second(u64::MAX);
        Ok((results.units() as u64 == units).then_some(results))
    }

    /// How many games at a time.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }
}

/// By how many games of a pair the first won more than it lost, over all units: a unit of more than two
/// games counts as a pair.
#[must_use]
pub(super) fn lead(results: &Multinomial) -> f64 {
    let games = results.games();
    let leads = results.counts().iter().enumerate();
    let lead = leads.map(|(half_points, &count)| (half_points as f64 - games) * count as f64);
    lead.sum::<f64>() * 2.0 / games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_counts_as_a_pair() {
        let pairs = Multinomial::new(vec![1, 0, 2, 3, 4]).unwrap();
        assert_eq!(lead(&pairs), -2.0 + 3.0 + 8.0);
        let mut six = vec![0; 13];
        six[12] = 1;
        six[9] = 2;
        assert_eq!(lead(&Multinomial::new(six).unwrap()), 2.0 + 2.0);
    }
}
