//! Compares old and new: a match with a sequential test, and its verdict.

use engine::{Playable, StopFlag};
use games::{Game, ParseError};
use jobs::Deadline;
use selfplay::{
    Contest, Match, MatchLog, Player, Progress, Schedule, Settings, TournamentKind, Written,
};
use statistics::{Decision, Multinomial, Sprt, Strength, Trial};

use crate::Error;

/// A match between a new player and an old one, before it is played.
#[derive(Clone, Debug)]
pub struct NewAgainstOld<'a> {
    /// The text of a pack that the game names, if it is not compiled in.
    pub pack: Option<&'a str>,
    /// The new player.
    pub new: Player,
    /// The old player.
    pub old: Player,
    /// The seed of openings and chance.
    pub seed: u64,
    /// The number of random moves at the start of each unit.
    pub opening: u32,
    /// The sequential test.
    pub sprt: Written<Sprt>,
    /// The greatest number of games. Only complete units are played.
    pub games: u64,
}

/// The number of games in complete units of a match between two players, at most `games`; `field`
/// names the number in the error.
///
/// # Errors
/// Fewer games than a unit has.
pub fn in_whole_units<G: Game>(field: &str, games: u64, game: &G) -> Result<u64, ParseError> {
    let of_unit = Schedule::new(TournamentKind::RoundRobin, 2, usize::from(game.seats()));
    let of_unit = u64::from(of_unit.games_per_unit());
    if games < of_unit {
        let expected = format!("at least {of_unit}, the games of a unit");
        return Err(ParseError::new(field, &games.to_string(), expected));
    }
    Ok(games - games % of_unit)
}

impl NewAgainstOld<'_> {
    /// The match, with the new player as the first one.
    ///
    /// # Errors
    /// A test that is impossible, files that cannot be read.
    #[inline(never)]
    pub fn contest<G: Playable>(self, game: &G) -> Result<Contest<G>, Error> {
        let Self { pack, new, old, seed, opening, sprt, games } = self;
        let games = in_whole_units("games", games, game)?;
        let contest = Match::new()
            .game(game)
            .pack(pack.map(str::to_owned))
            .player(new)
            .player(old)
            .seed(seed)
            .opening(opening)
            .sprt(sprt)
            .games(games);
        Ok(contest.build()?)
    }
}

/// The players `new` and `old` with these weights: `default`, `zero` or a file. `each` has the
/// settings that both share.
///
/// # Errors
/// Settings that do not describe a player, or without effect.
pub fn players_with_weights(weights: [&str; 2], each: &Settings) -> Result<[Player; 2], Error> {
    let player = |name: &str, weights: &str| {
        let own = Settings::default().with("name", name).with("weights", weights);
        Player::read(own.with_common(each)?)
    };
    let [new, old] = weights;
    let players = [player("new", new)?, player("old", old)?];
    Player::check_common(each, &players)?;
    Ok(players)
}

/// The result of a match between the new and the old player.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The state of the test.
    pub trial: Trial,
    /// The counts of units by the new player's score, up to the unit at which the test ended.
    pub units: Multinomial,
}

/// Starts each program that plays in one of the contests once. A check that was stopped finds no
/// fault.
///
/// # Errors
/// A program that cannot be started or does not speak the protocol.
pub fn check_players<G: Playable>(contests: &[&Contest<G>], stop: &StopFlag) -> Result<(), Error> {
    let mut checked = Vec::new();
    for contest in contests {
        let result = contest.check_other_processes(&checked, stop);
        result.or_else(|error| if stop.is_set() { Ok(()) } else { Err(error) })?;
        checked.extend(contest.plan.players.iter().cloned());
    }
    Ok(())
}

/// Plays a match with a sequential test, until the test has decided, all games are played or `stop`
/// is set. The new player is the first one.
///
/// # Errors
/// A plan without a test, or a game that cannot be played.
#[inline(never)]
pub fn verify<G: Playable>(
    contest: &Contest<G>,
    threads: usize,
    stop: &StopFlag,
    progress: &mut dyn Progress,
) -> Result<Comparison, Error> {
    let mut log = MatchLog::new(contest)?;
    let none = || Error::from(ParseError::new("sprt", "", "a test"));
    let trial = log.trial().ok_or_else(none)?;
    check_players(&[contest], stop)?;
    // The end of the test stops the match without setting `stop`.
    let ended = Deadline::default().watch(stop);
    log.play(contest, threads, &ended, progress, |_| Ok::<(), Error>(()))?;
    let trial = log.trial().unwrap_or(trial);
    let last = trial.decided.map_or(u64::MAX, |(unit, _)| unit);
    Ok(Comparison { trial, units: log.tally().first_against_second(last) })
}

impl Comparison {
    /// Whether the test found the new player to be better.
    #[must_use]
    pub fn keeps_new(&self) -> bool {
        matches!(self.trial.decided, Some((_, Decision::H1)))
    }

    /// Whether the test found the new player to be better, or is undecided with the new player in
    /// the lead.
    #[must_use]
    pub fn prefers_new(&self) -> bool {
        let leads = || Strength::of(&self.units).is_some_and(|strength| strength.elo > 0.0);
        self.keeps_new() || self.trial.decided.is_none() && leads()
    }

    /// The lead of the new player in Elo. `None` if it won all points or none.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        Strength::of(&self.units).map(|strength| strength.elo).filter(|elo| elo.is_finite())
    }

    /// The verdict as text. `what` is the plural of the things compared.
    #[must_use]
    pub fn words(&self, what: &str) -> String {
        let games = self.units.units() * self.units.games();
        let Some(strength) = Strength::of(&self.units) else {
            return format!("not decided: no game between the new and the old {what} was played");
        };
        let figures = match strength.elo {
            f64::INFINITY => "all points".to_owned(),
            f64::NEG_INFINITY => "no point".to_owned(),
            _ => strength.figures(),
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(decided: Option<Decision>, counts: [u64; 5]) -> Comparison {
        let test = Sprt::parse("elo0=0,elo1=20").unwrap();
        let decided = decided.map(|verdict| (7, verdict));
        let units = Multinomial::new(counts.to_vec()).unwrap();
        Comparison { trial: Trial { test, llr: 0.0, attainable: None, decided }, units }
    }

    #[test]
    fn the_lead_counts_where_the_test_is_not_decided() {
        let prefers = |decided, counts| comparison(decided, counts).prefers_new();
        assert!(prefers(None, [1, 2, 4, 3, 1]));
        assert!(!prefers(None, [1, 2, 4, 2, 1]), "as many points for the old");
        assert!(!prefers(None, [1, 3, 4, 2, 1]));
        assert!(!prefers(None, [0; 5]));
        assert!(prefers(Some(Decision::H1), [0, 0, 4, 3, 1]));
        // A lead that is smaller than the test's alternative hypothesis.
        assert!(!prefers(Some(Decision::H0), [1, 2, 40, 3, 1]));
    }

    #[test]
    fn words_say_which_to_keep() {
        let verdict = |decided, counts| comparison(decided, counts).words("weights");
        let better = verdict(Some(Decision::H1), [2, 10, 30, 40, 18]);
        assert!(better.starts_with("keep the new weights: +1"), "{better}");
        assert!(better.ends_with("Elo against the old after 200 games"), "{better}");
        let worse = verdict(Some(Decision::H0), [18, 40, 30, 10, 2]);
        assert!(worse.starts_with("keep the old weights: the new have -1"), "{worse}");
        let open = verdict(None, [0, 1, 2, 1, 0]);
        assert!(open.starts_with("not decided after 8 games: the new weights have +0.0"), "{open}");
        assert!(verdict(None, [0; 5]).starts_with("not decided: no game"));
    }
}
