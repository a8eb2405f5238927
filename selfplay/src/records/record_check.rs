//! Checks that games belong to a match.

use crate::records::error::ForeignRecord;
use crate::records::record::GameRecord;
use crate::schedule::plan::Plan;
use crate::schedule::seating::Schedule;
use crate::schedule::shard::Shard;

/// Decides whether a game belongs to a match, or to a part of it.
#[derive(Clone, Debug)]
pub(crate) struct RecordCheck {
    seed: u64,
    units: u64,
    shard: Shard,
    seats: usize,
    /// The names of the players.
    pub(crate) names: Vec<String>,
    /// The seats of the players in every game.
    pub(crate) schedule: Schedule,
}

impl RecordCheck {
    /// The check for a plan, in a game with this number of seats.
    pub(crate) fn of(plan: &Plan, seats: usize) -> Self {
        let names: Vec<_> = plan.players.iter().map(|player| player.name().to_owned()).collect();
        let schedule = Schedule::new(plan.kind, names.len(), seats);
        let Plan { seed, units, shard, .. } = *plan;
        Self { seed, units, shard, seats, names, schedule }
    }

    /// The number of the player in each seat of a recorded game.
    ///
    /// # Errors
    /// A record that does not belong to this match, or to this part of it.
    pub(crate) fn players(&self, record: &GameRecord) -> Result<Vec<usize>, ForeignRecord> {
        let GameRecord { unit, game, .. } = *record;
        let wrong = |what: String| ForeignRecord { unit, game, what };
        if record.seed != self.seed {
            let (read, expected) = (record.seed, self.seed);
            return Err(wrong(format!("seed: read {read}, expected {expected} as in the plan")));
        }
        if unit >= self.units {
            let expected = format!("expected a number below {} by the plan", self.units);
            return Err(wrong(format!("unit: read {unit}, {expected}")));
        }
        if !self.shard.contains(unit) {
            return Err(wrong(format!("unit: read {unit}, expected one of part {}", self.shard)));
        }
        let games = self.schedule.games_per_unit();
        if game >= games {
            return Err(wrong(format!("game: read {game}, expected a number below {games}")));
        }
        let players = self.schedule.seated(unit, game);
        let expected: Vec<_> = players.iter().map(|&player| &self.names[player]).collect();
        if !expected.iter().copied().eq(&record.players) {
            let read = &record.players;
            return Err(wrong(format!(
                "players: read {read:?}, expected {expected:?} by the plan"
            )));
        }
        let (read, seats) = (&record.result, self.seats);
        let whole = (read.iter().sum::<f64>() - 1.0).abs() < 1e-5;
        let is_shared = whole && read.iter().all(|share| (0.0..=1.0).contains(share));
        if read.len() != seats || !is_shared {
            let expected = format!("expected shares of {seats} seats, one point in all");
            return Err(wrong(format!("result: read {read:?}, {expected}")));
        }
        Ok(players)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::tests::record;

    #[test]
    fn what_does_not_belong_is_named() {
        let players = vec!["A".into(), "B".into()];
        let whole = Plan::new("maitres", players, 1, 10);
        let part = Plan { shard: Shard::Every { index: 1, count: 2 }, ..whole.clone() };
        let of = |plan| RecordCheck::of(plan, 2);
        assert_eq!(of(&whole).players(&record(9, 0)).unwrap(), [0, 1]);
        assert_eq!(of(&part).players(&record(9, 0)).unwrap(), [0, 1]);
        let turned = GameRecord { players: vec!["B".to_owned(), "A".to_owned()], ..record(0, 0) };
        for (plan, record, words) in [
            (&whole, GameRecord { seed: 2, ..record(0, 0) }, "seed: read 2, expected 1 as in"),
            (&whole, record(10, 0), "unit: read 10, expected a number below 10 by the plan"),
            (&part, record(2, 0), "unit: read 2, expected one of part 1/2"),
            (&whole, record(0, 2), "game: read 2, expected a number below 2"),
            (&whole, turned, "players: read [\"B\", \"A\"], expected [\"A\", \"B\"]"),
            (&whole, GameRecord { result: vec![1.0], ..record(0, 0) }, "result: read [1.0]"),
            (&whole, GameRecord { result: vec![0.0; 2], ..record(0, 0) }, "result: read [0.0, 0"),
            (&whole, GameRecord { result: vec![5.0; 2], ..record(0, 0) }, "result: read [5.0, 5"),
            (&whole, GameRecord { result: vec![2.0, -1.0], ..record(0, 0) }, "result: read [2.0"),
        ] {
            let error = of(plan).players(&record).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
            assert!(error.starts_with(&format!("unit {}, game", record.unit)), "{error}");
        }
    }
}
