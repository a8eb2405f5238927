//! Two configurations of the engine that play each other.

use engine::{Parameters, Playable, SearchKind, StopFlag};
use eval::{Linear, Weights};
use games::ParseError;
use selfplay::{Contest, Kind, MatchLog, Plan, Player, SearchSettings, Settings, Silent};
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
    /// Between two players with the same settings, in all else as planned.
    ///
    /// # Errors
    /// Settings that are no search in this process, and anything else that cannot be played.
    pub fn new(plan: Plan, player: &Settings, threads: usize) -> Result<Self, Error> {
        let named =
            |name| Player::read(Settings::default().with("name", name).with_common(player)?);
        let players = vec![named("new")?, named("old")?];
        let Kind::Search(search) = players[1].kind().clone() else {
            let expected = "the keys of a search in this process";
            return Err(ParseError::new("each", &player.to_string(), expected).into());
        };
        let contest = Contest::<G>::new(Plan { players, ..plan }.with_files()?)?;
        let game = contest.start.game();
        let weights = search.weights.load(game)?;
        let base = Configuration { weights, parameters: search.parameters };
        let searcher = search.load(game)?;
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
        let limit = self.contest.plan.players[1].limit();
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
        for (bots, configuration) in contest.bots.iter_mut().zip(players) {
            let mut searcher = self.searcher.clone();
            searcher.evaluator = Linear::new(&configuration.weights);
            searcher.techniques.parameters = configuration.parameters;
            *bots = searcher.factory();
        }
        contest
    }

    /// The results of a batch of units, by the score of the first; `None` if it was stopped on the
    /// way. They do not depend on the number of threads, unless time is limited.
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
        let mut log = MatchLog::new(&contest)?;
        log.play(&contest, self.threads, stop, &mut Silent, |record| match &record.fault {
            Some(fault) => Err(Error::PlayerFailed(fault.words.clone())),
            None => Ok(()),
        })?;
        let results = log.tally().first_against_second(u64::MAX);
        Ok((results.units() as u64 == units).then_some(results))
    }

    /// How many games at a time.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }
}

/// By how many games of a pair the first won more than it lost, over all units: a unit of more than
/// two games counts as a pair.
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
