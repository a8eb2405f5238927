//! The result of a match as a value. [`MatchReport::text`], [`MatchReport::json`] and
//! [`MatchReport::page`] say the same of it.

use statistics::{Adjusted, Multinomial, Strength, Trial};

use crate::Error;
use crate::records::reason::Reason;
use crate::records::tally::Tally;
use crate::records::timing::Timing;
use crate::report::summary::{PlayerSummary, Summary};
use crate::report::timeline::Timeline;
use crate::schedule::plan::Plan;
use crate::schedule::shard::Shard;

/// All that is to be said of a match. It has no times in it but for its timeline and for players
/// whose time is limited: the same games, the same report.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchReport {
    /// The game with its options.
    pub game: String,
    /// The players as they were given.
    pub specs: Vec<String>,
    /// What starts and chance are drawn from.
    pub seed: u64,
    /// A file of positions to start from.
    pub openings: Option<String>,
    /// Random moves that open the games of a unit.
    pub opening: u32,
    /// The part of the match that this is.
    pub shard: Shard,
    /// Whether all units are there, or the test has ended.
    pub complete: bool,
    /// How many units count.
    pub units: u64,
    /// How many games those are.
    pub games: u64,
    /// Games that were played and do not count.
    pub left_out: u64,
    /// If no unit is complete: the games that were played, such as one game between people and the
    /// engine.
    pub pieces: Option<Summary>,
    /// The names of the seats.
    pub seat_names: Vec<&'static str>,
    /// The mean length of a game in player moves.
    pub mean_length: f64,
    /// Games by what ended them; every reason is there.
    pub endings: Vec<(Reason, u64)>,
    /// What time did.
    pub timing: Timing,
    /// What each player achieved.
    pub players: Vec<PlayerSummary>,
    /// The players that met; where there are two, these two even without a game.
    pub pairs: Vec<PairReport>,
    /// The test that ends the match.
    pub test: Option<Trial>,
    /// How it came about, where that was asked for.
    pub timeline: Option<Timeline>,
}

/// Two players against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct PairReport {
    /// Their numbers among the players.
    pub players: [usize; 2],
    /// Units by the points of the first of the two.
    pub units: Multinomial,
    /// How much stronger the first one is; none without a unit.
    pub strength: Option<Strength>,
    /// The same without luck; only in games of chance.
    pub adjusted: Option<Adjusted>,
}

impl MatchReport {
    /// The report of the games of a match.
    ///
    /// # Errors
    /// A plan that is none.
    pub fn new(plan: &Plan, tally: &Tally) -> Result<Self, Error> {
        let games = tally.schedule().games_per_unit();
        let test = plan.test(games)?.map(|mut test| tally.look(&mut test));
        let decided = test.and_then(|trial| trial.decided);
        let summary = Summary::of(tally, decided.map(|(unit, _)| unit));
        Ok(Self {
            game: plan.game.clone(),
            specs: plan.players.iter().map(ToString::to_string).collect(),
            seed: plan.seed,
            openings: plan.openings.clone(),
            opening: plan.opening,
            shard: plan.shard,
            complete: decided.is_some() || summary.units >= plan.own_units(),
            units: summary.units,
            games: summary.games,
            left_out: tally.games() - summary.games,
            pieces: (summary.units == 0 && tally.games() > 0).then(|| Summary::of_pieces(tally)),
            seat_names: tally.seat_names().to_vec(),
            mean_length: summary.mean_length(),
            timing: summary.timing,
            endings: Reason::ALL.into_iter().zip(summary.reasons).collect(),
            pairs: pairs(&summary),
            players: summary.players,
            test,
            timeline: None,
        })
    }

    /// The same with how the match came about.
    #[must_use]
    pub fn with_timeline(self, timeline: Timeline) -> Self {
        Self { timeline: Some(timeline), ..self }
    }

    /// The names of the players.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.players.iter().map(|player| player.name.as_str())
    }
}

fn pairs(summary: &Summary) -> Vec<PairReport> {
    let count = summary.players.len();
    let all = (0..count).flat_map(|one| (one + 1..count).map(move |two| [one, two]));
    let pair = |[one, two]: [usize; 2]| {
        let head = summary.head(one, two);
        PairReport {
            players: [one, two],
            units: head.units.clone(),
            strength: head.strength(),
            adjusted: head.adjusted(),
        }
    };
    all.map(pair).filter(|pair| count == 2 || pair.strength.is_some()).collect()
}
