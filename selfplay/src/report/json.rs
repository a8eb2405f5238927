//! The report of a match as JSON.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value as Json, json};
use statistics::{Adjusted, Decision, Sprt, Trial};

use crate::records::reason::Reason;
use crate::records::record::rounded;
use crate::records::timing::Timing;
use crate::report::match_report::{MatchReport, PairReport};
use crate::report::summary::{PlayerSummary, Summary};

impl MatchReport {
    /// One JSON object, with the end of the line.
    #[must_use]
    pub fn json(&self) -> String {
        format!("{}\n", json!(self))
    }
}

impl Serialize for MatchReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", &self.game)?;
        map.serialize_entry("players", &self.names().collect::<Vec<_>>())?;
        map.serialize_entry("specs", &self.specs)?;
        map.serialize_entry("seed", &self.seed)?;
        map.serialize_entry("opening", &self.opening)?;
        map.serialize_entry("units", &self.units)?;
        map.serialize_entry("games", &self.games)?;
        map.serialize_entry("interrupted", &!self.complete)?;
        map.serialize_entry("seat_names", &self.seat_names)?;
        map.serialize_entry("mean_length", &rounded(self.mean_length))?;
        map.serialize_entry("ended_by", &ReasonCounts(self))?;
        map.serialize_entry("time", &timing(&self.timing))?;
        map.serialize_entry("ratings", &self.players.iter().map(rating).collect::<Vec<_>>())?;
        match (&self.players[..], &self.pairs[..]) {
            ([first, _], [pair]) => {
                let results = first.results();
                map.serialize_entry("wins", &results.wins)?;
                map.serialize_entry("draws", &results.draws)?;
                map.serialize_entry("losses", &results.losses)?;
                map.serialize_entry("points", &rounded(first.points))?;
                map.serialize_entry("by_seat", &first.seats)?;
                pair_entries(pair, &mut map)?;
            }
            _ => map.serialize_entry("heads", &self.meetings())?,
        }
        if let Some(pieces) = &self.pieces {
            map.serialize_entry("incomplete", &incomplete(pieces))?;
        }
        if let Some(trial) = &self.test {
            map.serialize_entry("sprt", &test(trial))?;
        }
        map.serialize_entry("openings", &self.openings)?;
        map.serialize_entry("part", &self.shard)?;
        if let Some(timeline) = &self.timeline {
            map.serialize_entry("course", timeline)?;
        }
        map.end()
    }
}

impl MatchReport {
    fn meetings(&self) -> Vec<Meeting<'_>> {
        let name = |player: usize| self.players[player].name.as_str();
        self.pairs.iter().map(|pair| Meeting { pair, names: pair.players.map(name) }).collect()
    }
}

/// The score of the games of incomplete units, an object.
fn incomplete(pieces: &Summary) -> Json {
    let player = |player: &PlayerSummary| {
        let results = player.results();
        json!({
            "name": player.name,
            "wins": results.wins,
            "draws": results.draws,
            "losses": results.losses,
            "points": rounded(player.points),
            "by_seat": player.seats,
        })
    };
    let reasons = Reason::ALL.into_iter().zip(pieces.reasons);
    let reasons = reasons.map(|(reason, count)| (reason.name().to_owned(), json!(count)));
    json!({
        "games": pieces.games,
        "mean_length": rounded(pieces.mean_length()),
        "ended_by": Json::Object(reasons.collect()),
        "players": pieces.players.iter().map(player).collect::<Vec<_>>(),
    })
}

/// The number of games for each reason of their end, an object.
struct ReasonCounts<'a>(&'a MatchReport);

impl Serialize for ReasonCounts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.endings.iter().map(|(reason, count)| (reason.name(), count)))
    }
}

/// The result of a pair in a match of several players, with the names of the two.
struct Meeting<'a> {
    pair: &'a PairReport,
    names: [&'a str; 2],
}

impl Serialize for Meeting<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        pair_entries(self.pair, &mut map)?;
        map.serialize_entry("players", &self.names)?;
        map.end()
    }
}

/// The entries for the result of two players. An infinite number is written as null.
fn pair_entries<M: SerializeMap>(pair: &PairReport, map: &mut M) -> Result<(), M::Error> {
    let PairReport { units, strength, adjusted, .. } = pair;
    // The key `pairs` is from the time when all units were pairs of games.
    map.serialize_entry("pairs", units.counts())?;
    map.serialize_entry("score", &strength.map(|strength| rounded(strength.score)))?;
    map.serialize_entry("elo", &strength.map(|strength| strength.elo))?;
    map.serialize_entry("elo_interval", &strength.and_then(|strength| strength.interval))?;
    let normalized = strength.and_then(|strength| strength.normalized);
    map.serialize_entry("normalized_elo", &normalized.map(|(elo, _)| elo))?;
    map.serialize_entry("normalized_elo_error", &normalized.map(|(_, error)| error))?;
    map.serialize_entry("superiority", &strength.map(|strength| strength.superiority))?;
    if let Some(adjusted) = adjusted {
        map.serialize_entry("luck_adjusted", &without_luck(adjusted))?;
    }
    map.serialize_entry("units_by_points", units.counts())
}

fn without_luck(Adjusted { strength, worth, coefficient }: &Adjusted) -> Json {
    json!({
        "score": rounded(strength.score),
        "elo": strength.elo,
        "elo_interval": strength.interval,
        "worth_games": rounded(*worth),
        "coefficient": rounded(*coefficient),
    })
}

/// The number of games that time decided, and the share of processor time of players with a limit
/// of time.
fn timing(timing: &Timing) -> Json {
    json!({
        "decided": timing.decided,
        "starved": timing.starved,
        "processor_share": timing.share().map(rounded),
    })
}

fn rating(player: &PlayerSummary) -> Json {
    json!({
        "player": player.name,
        "elo": rounded(player.rating.elo),
        "error": player.rating.margin().map(rounded),
        "elo_interval": player.rating.interval,
        "points": rounded(player.points),
        "seats": player.seated,
        "skill": player.skill.map(|skill| [rounded(skill.mean), rounded(skill.deviation)]),
        "failures": player.failures,
        "by_seat": player.seats,
    })
}

/// The state of the test, an object.
fn test(trial: &Trial) -> Json {
    let Sprt { elo0, elo1, .. } = trial.test;
    let (low, high) = trial.test.bounds();
    let decision = trial.decided.map(|(_, decision)| match decision {
        Decision::H0 => "H0",
        Decision::H1 => "H1",
    });
    json!({
        "elo0": elo0,
        "elo1": elo1,
        "llr": rounded(trial.llr),
        "attainable": trial.attainable.map(rounded),
        "bounds": [rounded(low), rounded(high)],
        "verdict": decision,
        "unit": trial.decided.map(|(unit, _)| unit),
    })
}
