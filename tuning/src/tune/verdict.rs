//! Old against new: a match with a sequential test, and what to make of it.

use std::collections::HashSet;

use engine::StopFlag;
use engine::program::Failure;
use games::ParseError;
use selfplay::stats::{Nomial, Strength, Verdict as Decision};
use selfplay::{Contest, Game, Progress, Sequential, Standing, Tally, Trial, half_points};

/// How a match between the new and the old ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The test.
    pub trial: Trial,
    /// Units by the score of the new, as far as the test looked at them.
    pub units: Nomial,
}

/// Plays a match with a test, the new being the first player, until it is decided, all games are played
/// or `stop` is set.
///
/// # Errors
/// A plan without a test, or a game that cannot be played.
pub fn verify<G: Game>(
    contest: &Contest<G>,
    threads: usize,
    stop: &StopFlag,
    quiet: bool,
) -> Result<Verdict, Failure> {
    let none = || Failure::from(ParseError::new("sprt", "", "a test"));
    let mut test = Sequential::of(&contest.plan)?.ok_or_else(none)?;
    let mut tally = Tally::new(&contest.plan)?;
    let mut trial = test.look(&tally);
    let mut standing = Standing::default();
    let mut progress = Progress::new(contest.games(), quiet);
    // The end of the test stops the match as an interrupt does.
    let stop = stop.clone();
    contest.run(&HashSet::new(), threads, &stop, |record| {
        tally.add(&record)?;
        if let Some(games) = tally.unit(record.unit) {
            standing.add(&games);
            trial = test.look(&tally);
        }
        progress.advance(tally.games(), || {
            format!("games, {}, {}", standing.words(tally.names()), trial.standing())
        });
        if trial.decided.is_some() {
            stop.stop();
        }
        Ok(())
    })?;
    progress.finish();
    let last = trial.decided.map_or(u64::MAX, |(unit, _)| unit);
    let mut units = Nomial::empty(contest.schedule.games_per_unit());
    for (_, games) in tally.units().take_while(|&(unit, _)| unit <= last) {
        units.add(games.iter().map(|game| half_points(game, 0, 1)).sum());
    }
    Ok(Verdict { trial, units })
}

impl Verdict {
    /// Which to keep of two `what`s, in words.
    #[must_use]
    pub fn words(&self, what: &str) -> String {
        let games = self.units.units() * self.units.games();
        let Some(strength) = Strength::of(&self.units) else {
            return format!("not decided: no game between the new and the old {what} was played");
        };
        let figures = strength.figures();
        match self.trial.decided {
            Some((_, Decision::H1)) => {
                format!("keep the new {what}: {figures} against the old after {games} games")
            }
            Some((_, Decision::H0)) => {
                format!(
                    "keep the old {what}: the new have {figures} against them after {games} games"
                )
            }
            None => format!(
                "not decided after {games} games: the new {what} have {figures} against the old"
            ),
        }
    }
}
