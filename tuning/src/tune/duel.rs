//! A match between two configurations of the engine.

use engine::{Parameters, Playable, SearchKind, StopFlag};
use eval::{Linear, Weights};
use games::ParseError;
use selfplay::{Contest, Kind, MatchLog, Plan, Player, SearchSettings, Settings, Silent};
use statistics::Multinomial;

use super::exchange::{Exchange, NEW, OLD};
use crate::Error;

/// The part of a player that may differ from the other player's.
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    /// The weights of its evaluation.
    pub weights: Weights,
    /// The parameters of its search.
    pub parameters: Parameters,
}

/// A match that gives its two players new configurations for each batch of games.
#[derive(Clone, Debug)]
pub struct Duel<G: Playable> {
    contest: Contest<G>,
    /// The search of both players, without their configurations.
    searcher: SearchSettings,
    base: Configuration,
    threads: usize,
    /// The folder for games that other programs play.
    exchange: Option<Exchange>,
}

/// Some units between two configurations.
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    /// The name, which no other batch of the run has.
    pub name: String,
    /// The two configurations.
    pub players: [&'a Configuration; 2],
    /// The seed of openings and chance events.
    pub seed: u64,
    /// The number of units.
    pub units: u64,
}

impl<G: Playable> Duel<G> {
    /// A match between two players with the same settings. The plan has everything else.
    ///
    /// # Errors
    /// Settings that are not a search in this process, and any match that cannot be played.
    #[inline(never)]
    pub fn new(plan: Plan, player: &Settings, threads: usize) -> Result<Self, Error> {
        let named =
            |name| Player::read(Settings::default().with("name", name).with_common(player)?);
        let players = vec![named("new")?, named("old")?];
        let Kind::Search(search) = players[1].kind().clone() else {
            let expected = "the keys of a search in this process";
            return Err(ParseError::new("each", &player.to_string(), expected).into());
        };
        Player::check_common(player, &players)?;
        let contest = Contest::<G>::new(Plan { players, ..plan }.with_files()?)?;
        contest.check_effects()?;
        let game = contest.start.game();
        let weights = search.weights.load(game)?;
        let base = Configuration { weights, parameters: search.parameters };
        let searcher = search.load(game)?;
        Ok(Self { contest, searcher, base, threads, exchange: None })
    }

    /// Lets other programs play the games, by plans in a folder.
    #[must_use]
    pub fn played_by(self, exchange: Option<Exchange>) -> Self {
        Self { exchange, ..self }
    }

    /// The folder for games that other programs play.
    #[must_use]
    pub fn exchange(&self) -> Option<&Exchange> {
        self.exchange.as_ref()
    }

    /// The match, with the players as the settings describe them.
    #[must_use]
    pub fn contest(&self) -> &Contest<G> {
        &self.contest
    }

    /// The configuration that the settings give to both players.
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

    /// The number of games in a unit.
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

    /// The plan of a batch for other programs: its players have their weights in files, and their
    /// parameters as settings.
    ///
    /// # Errors
    /// Files that cannot be written.
    #[inline(never)]
    pub fn plan(&self, exchange: &Exchange, batch: &Batch<'_>) -> Result<Plan, Error> {
        let Batch { name, players, seed, units } = batch;
        let mut plan = Plan { seed: *seed, units: *units, ..self.contest.plan.clone() };
        plan.files.clear();
        for ((player, configuration), ending) in
            plan.players.iter_mut().zip(players).zip([NEW, OLD])
        {
            let mut settings = Settings::parse(&player.to_string())?;
            if configuration.weights != self.base.weights {
                let file = configuration.weights.format(self.contest.start.game());
                let path = exchange.put(name, ending, &file)?;
                settings = settings.with("weights", path.to_string_lossy());
            }
            for parameter in Parameters::TABLE {
                let value = configuration.parameters.get(parameter);
                if value != self.base.parameters.get(parameter) {
                    settings = settings.with(&format!("set.{}", parameter.name), value);
                }
            }
            *player = Player::read(settings)?;
        }
        Ok(plan)
    }

    /// Writes the plans of batches that will be played, so that other programs can play them at the
    /// same time.
    ///
    /// # Errors
    /// Files that cannot be written.
    pub fn announce(&self, batches: &[Batch<'_>]) -> Result<(), Error> {
        let Some(exchange) = &self.exchange else { return Ok(()) };
        batches
            .iter()
            .try_for_each(|batch| exchange.ask(&batch.name, self.plan(exchange, batch)?).map(drop))
    }

    /// Plays a batch of units, and returns their counts by the score of the first player. `None` if
    /// it was stopped. The counts do not depend on the number of threads, unless time is limited.
    ///
    /// # Errors
    /// A game that cannot be played.
    #[inline(never)]
    pub fn play(&self, batch: &Batch<'_>, stop: &StopFlag) -> Result<Option<Multinomial>, Error> {
        if let Some(exchange) = &self.exchange {
            let plan = exchange.ask(&batch.name, self.plan(exchange, batch)?)?;
            let Some(tally) = exchange.answer(&batch.name, &plan, stop)? else { return Ok(None) };
            let mut games = tally.units().flat_map(|(_, games)| games);
            if let Some(game) = games.find(|game| game.failed.is_some()) {
                return Err(Error::PlayerFailed(game.reason.words().to_owned()));
            }
            return Ok(Some(tally.first_against_second(u64::MAX)));
        }
        let units = batch.units;
        let contest = self.between(batch.players, batch.seed, units);
        let mut log = MatchLog::new(&contest)?;
        log.play(&contest, self.threads, stop, &mut Silent, |record| match &record.fault {
            Some(fault) => Err(Error::PlayerFailed(fault.words.clone())),
            None => Ok(()),
        })?;
        let results = log.tally().first_against_second(u64::MAX);
        Ok((results.units() as u64 == units).then_some(results))
    }

    /// Removes the files of batches whose results are stored.
    pub fn forget(&self) {
        self.exchange.iter().for_each(Exchange::forget);
    }

    /// The number of games played at a time.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }
}

/// The number of games that the first player won minus the number that it lost, counted in pairs of
/// games, over all units. A unit of more than two games counts as one pair.
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
