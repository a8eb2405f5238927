//! The known results of the games of a match.

use std::collections::{BTreeMap, HashSet};

use games::{Notation, Outcome, ParseError, Seat, with_state};
use statistics::{Multinomial, Sequential, Trial};

use crate::Error;
use crate::records::error::RecordsError;
use crate::records::reason::Reason;
use crate::records::record::GameRecord;
use crate::records::record_check::RecordCheck;
use crate::records::timing::Timing;
use crate::schedule::plan::Plan;
use crate::schedule::seating::Schedule;

/// The data of one game that the statistics use.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The number of the player in each seat.
    pub players: Vec<usize>,
    /// The seats that share the point.
    pub outcome: Outcome,
    /// The number of player moves.
    pub plies: u32,
    /// The reason of the end.
    pub reason: Reason,
    /// The player that failed.
    pub failed: Option<usize>,
    /// The part of its result that each seat owes to luck.
    pub luck: Option<Vec<f64>>,
    /// The games that time decided, and the thinking times.
    pub timing: Timing,
}

impl GameResult {
    /// The share of the point that a seat got.
    #[must_use]
    pub fn share(&self, seat: u8) -> f64 {
        share(self.outcome, seat)
    }

    /// The half points of one player against another: two if its mean share is greater.
    #[must_use]
    pub fn half_points(&self, one: usize, two: usize) -> u32 {
        half_points(self.outcome, &self.players, [one, two])
    }

    /// The part of the result that the seats of a player owe to luck, if it is known.
    #[must_use]
    pub fn luck_of(&self, player: usize) -> Option<f64> {
        let seats = self.luck.as_ref()?.iter().zip(&self.players);
        Some(seats.filter(|&(_, &seated)| seated == player).map(|(luck, _)| luck).sum())
    }
}

fn share(outcome: Outcome, seat: u8) -> f64 {
    let (share, of) = outcome.share(Seat::new(seat));
    f64::from(share) / f64::from(of)
}

/// The half points of one player against another in a game: two if the mean share over its seats
/// is greater.
pub(crate) fn half_points(outcome: Outcome, seated: &[usize], [one, two]: [usize; 2]) -> u32 {
    let mean_share = |player| {
        let own = (0..).zip(seated).filter(|&(_, &seated)| seated == player);
        let (mut sum, mut seats) = (0.0, 0.0);
        for (seat, _) in own {
            sum += share(outcome, seat);
            seats += 1.0;
        }
        sum / seats
    };
    let [share, other] = [mean_share(one), mean_share(two)];
    if share > other { 2 } else { u32::from(share == other) }
}

/// The games of a match, grouped by unit. The statistics count only units with all their games,
/// since only those are fair to all seats.
#[derive(Clone, Debug)]
pub struct Tally {
    record_check: RecordCheck,
    seat_names: Vec<&'static str>,
    units: BTreeMap<u64, Vec<Option<GameResult>>>,
}

impl Tally {
    /// An empty tally.
    ///
    /// # Errors
    /// A plan that is not valid.
    pub fn new(plan: &Plan) -> Result<Self, ParseError> {
        plan.check()?;
        let start = plan.start()?;
        Ok(with_state!(&start, state => Self::of(plan, state.game())))
    }

    /// An empty tally for a game that need not be in the list of games.
    #[must_use]
    pub fn of<G: Notation>(plan: &Plan, game: &G) -> Self {
        let seat_names: Vec<_> = Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect();
        let record_check = RecordCheck::of(plan, seat_names.len());
        Self { record_check, seat_names, units: BTreeMap::new() }
    }

    /// The names of the players.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.record_check.names
    }

    /// The complete units up to number `last`, by the score of the first player against the second.
    #[must_use]
    pub fn first_against_second(&self, last: u64) -> Multinomial {
        let mut results = Multinomial::empty(self.schedule().games_per_unit());
        for (_, games) in self.units().take_while(|&(unit, _)| unit <= last) {
            results.add(games.iter().map(|game| game.half_points(0, 1)).sum());
        }
        results
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seat_names.len()
    }

    /// The names of the seats.
    #[must_use]
    pub fn seat_names(&self) -> &[&'static str] {
        &self.seat_names
    }

    /// The seats of the players in every game.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.record_check.schedule
    }

    /// Adds a game. Returns `false` if the tally has it already.
    ///
    /// # Errors
    /// A record that does not belong to this match.
    pub fn add(&mut self, record: &GameRecord) -> Result<bool, Error> {
        let GameRecord { unit, game, .. } = *record;
        let players = self.record_check.players(record).map_err(RecordsError::from)?;
        let failed = record.fault.as_ref().and_then(|fault| players.get(usize::from(fault.seat)));
        let result = GameResult {
            failed: failed.copied(),
            outcome: record.outcome().expect("a record of the match has the whole point"),
            plies: record.plies,
            reason: record.reason,
            timing: Timing::of(record),
            luck: record.luck.clone().filter(|luck| luck.len() == self.seats()),
            players,
        };
        let size = self.schedule().games_per_unit() as usize;
        let unit = self.units.entry(unit).or_insert_with(|| vec![None; size]);
        let place = &mut unit[game as usize];
        let new = place.is_none();
        if new {
            *place = Some(result);
        }
        Ok(new)
    }

    /// Whether the tally has a game.
    #[must_use]
    pub fn has(&self, unit: u64, game: u32) -> bool {
        self.units.get(&unit).is_some_and(|games| games[game as usize].is_some())
    }

    /// The games of the tally, by unit and number within the unit.
    #[must_use]
    pub fn played(&self) -> HashSet<(u64, u32)> {
        let units = self.units.iter();
        units
            .flat_map(|(&unit, games)| {
                let numbered = (0..).zip(games).filter(|(_, game)| game.is_some());
                numbered.map(move |(game, _)| (unit, game))
            })
            .collect()
    }

    /// The games of a unit, if the unit is complete.
    #[must_use]
    pub fn unit(&self, unit: u64) -> Option<Vec<&GameResult>> {
        whole(self.units.get(&unit)?)
    }

    /// Lets a test count the complete units that are new to it, in order.
    pub(crate) fn count(&self, test: &mut Sequential) {
        test.count(u64::MAX, |unit| self.half_points(unit));
    }

    /// The state of a test that has counted all complete units.
    pub fn look(&self, test: &mut Sequential) -> Trial {
        test.look(|unit| self.half_points(unit))
    }

    /// The half points of the first player against the second, for each game of a complete unit.
    pub(crate) fn half_points(&self, unit: u64) -> Option<Vec<u32>> {
        let games = self.unit(unit)?;
        Some(games.into_iter().map(|game| game.half_points(0, 1)).collect())
    }

    /// The complete units, in order.
    pub fn units(&self) -> impl Iterator<Item = (u64, Vec<&GameResult>)> {
        self.units.iter().filter_map(|(&unit, games)| Some((unit, whole(games)?)))
    }

    /// The games of incomplete units.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Vec<&GameResult>> {
        let lacking = self.units.values().filter(|games| games.contains(&None));
        lacking.map(|games| games.iter().flatten().collect())
    }

    /// The number of games, including those of incomplete units.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.units.values().flatten().flatten().count() as u64
    }
}

fn whole(games: &[Option<GameResult>]) -> Option<Vec<&GameResult>> {
    games.iter().map(Option::as_ref).collect()
}
