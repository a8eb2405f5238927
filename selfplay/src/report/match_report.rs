//! The result of a match as a value. [`MatchReport::text`], [`MatchReport::json`] and
//! [`MatchReport::page`] show the same values.

use statistics::{Adjusted, Multinomial, Strength, Trial};

use crate::Error;
use crate::records::reason::Reason;
use crate::records::tally::Tally;
use crate::records::timing::Timing;
use crate::report::summary::{PlayerSummary, Summary};
use crate::report::timeline::Timeline;
use crate::schedule::plan::Plan;
use crate::schedule::shard::Shard;

/// The report of a match. The same games give the same report: it has no times except in its
/// timeline and for players with a limit of time.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchReport {
    /// The game with its options.
    pub game: String,
    /// The texts of the players as the user wrote them.
    pub specs: Vec<String>,
    /// The seed of openings and chance events.
    pub seed: u64,
    /// A file of starting positions.
    pub openings: Option<String>,
    /// Random moves that open the games of a unit.
    pub opening: u32,
    /// The part of the match that the report is about.
    pub shard: Shard,
    /// Whether all units were played, or the test has ended.
    pub complete: bool,
    /// The number of units that count.
    pub units: u64,
    /// The number of games in these units.
    pub games: u64,
    /// The number of games that do not count.
    pub left_out: u64,
    /// The result of the games that were played, if no unit is complete. An example is one game
    /// between people and the engine.
    pub pieces: Option<Summary>,
    /// The names of the seats.
    pub seat_names: Vec<&'static str>,
    /// The mean length of a game in player moves.
    pub mean_length: f64,
    /// The number of games for each reason of their end, for all reasons.
    pub endings: Vec<(Reason, u64)>,
    /// Thinking times, and the number of games that time decided.
    pub timing: Timing,
    /// The results of each player.
    pub players: Vec<PlayerSummary>,
    /// The pairs of players that met. With two players it is their pair, even without a game.
    pub pairs: Vec<PairReport>,
    /// The test that ends the match.
    pub test: Option<Trial>,
    /// The course of the match, if it was computed.
    pub timeline: Option<Timeline>,
}

/// The result of two players against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct PairReport {
    /// The numbers of the two players.
    pub players: [usize; 2],
    /// Units by the score of the first player.
    pub units: Multinomial,
    /// The difference of strength in favour of the first player; `None` without a unit.
    pub strength: Option<Strength>,
    /// The difference from scores adjusted for luck; only in games of chance.
    pub adjusted: Option<Adjusted>,
}

impl MatchReport {
    /// The report of the games of a match.
    ///
    /// # Errors
    /// A plan that is not valid.
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

    /// The report with a timeline.
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
