//! Parses the lines of a file as records. Lines that are damaged, of another version or of another
//! match are refused.

use std::collections::HashSet;

use games::{Game as _, with_state};
use reader::plain_line;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::records::error::{ForeignRecord, LineError};
use crate::records::record::{GameRecord, format_line, parse_line};
use crate::records::record_check::RecordCheck;
use crate::schedule::plan::{FORMAT, Plan, PlanLine};

/// A game in the form of its line. The digest of the plan binds it to its match, so a line of
/// another match is never accepted.
#[derive(Serialize, Deserialize)]
struct BoundRecord<R> {
    #[serde(rename = "match")]
    digest: String,
    #[serde(flatten)]
    record: R,
}

/// A game as a line of the records of a match, with the line break.
///
/// # Errors
/// A record that cannot be written as JSON, or has a number that is not finite: JSON would have
/// null in its place.
pub(crate) fn format_game(digest: &str, record: &GameRecord) -> Result<String, serde_json::Error> {
    let values = record.values.iter().flatten();
    let mut numbers = values.chain(&record.result).chain(record.luck.iter().flatten());
    if let Some(wrong) = numbers.find(|number| !number.is_finite()) {
        let message = format!("record: read {wrong}, expected finite numbers");
        return Err(serde::ser::Error::custom(message));
    }
    format_line(&BoundRecord { digest: digest.to_owned(), record })
}

/// Parses the line of one game of a match.
///
/// # Errors
/// A line that is damaged or of another match.
pub(crate) fn parse_game(
    line: &[u8],
    digest: &str,
    record_check: &RecordCheck,
) -> Result<GameRecord, LineError> {
    let line = plain_line(std::str::from_utf8(line)?);
    let bound = parse_line::<BoundRecord<GameRecord>>(line)?;
    if bound.digest != digest {
        return Err(LineError::OtherMatch { read: bound.digest, expected: digest.to_owned() });
    }
    record_check.players(&bound.record)?;
    Ok(bound.record)
}

/// Parses the lines of a file, one after another.
pub(crate) struct Parser {
    /// The plan of the match.
    pub(crate) plan: Plan,
    /// The games that were read.
    pub(crate) games: Vec<GameRecord>,
    digest: String,
    /// The number of seats; `None` if the game is not in the list of games.
    seats: Option<usize>,
    record_check: Option<RecordCheck>,
    seen: HashSet<(u64, u32)>,
}

impl Parser {
    /// Parses the first line, the plan.
    ///
    /// # Errors
    /// A line that is damaged, is not a plan, or has another version of the format.
    pub(crate) fn begin(line: &str) -> Result<Self, LineError> {
        // Another version may have another checksum and other keys.
        let version = serde_json::from_str(line).ok();
        let version = version.and_then(|value: Json| value["format"].as_u64());
        if let Some(read) = version.filter(|&version| version != u64::from(FORMAT)) {
            let which = if read > u64::from(FORMAT) { "a later" } else { "an earlier" };
            return Err(LineError::Format { read, expected: FORMAT, which });
        }
        let plan = Plan::try_from(parse_line::<PlanLine>(line)?)?;
        plan.check()?;
        let seats = plan.start().ok();
        let seats =
            seats.map(|start| with_state!(&start, state => usize::from(state.game().seats())));
        let (digest, games) = (plan.digest()?, Vec::new());
        Ok(Self { plan, games, digest, seats, record_check: None, seen: HashSet::new() })
    }

    /// Parses a further line, a game.
    ///
    /// # Errors
    /// A line that is damaged or of another match, or a game that was read before.
    pub(crate) fn add(&mut self, line: &str) -> Result<(), LineError> {
        if line.starts_with("{\"format\":") {
            return Err(LineError::SecondPlan);
        }
        let BoundRecord { digest, record } = parse_line::<BoundRecord<GameRecord>>(line)?;
        if digest != self.digest {
            return Err(LineError::OtherMatch { read: digest, expected: self.digest.clone() });
        }
        // If the game is not in the list of games, its first record gives the number of seats.
        let seats = self.seats.unwrap_or(record.players.len());
        let record_check = match &mut self.record_check {
            Some(record_check) => record_check,
            none => none.insert(RecordCheck::of(&self.plan, seats)),
        };
        record_check.players(&record)?;
        let GameRecord { unit, game, .. } = record;
        if !self.seen.insert((unit, game)) {
            let what = "recorded twice".to_owned();
            return Err(ForeignRecord { unit, game, what }.into());
        }
        self.games.push(record);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::tests::record;

    fn plan(seed: u64) -> Plan {
        Plan::new("maitres", vec!["A".into(), "B".into()], seed, 10)
    }

    fn line(plan: &Plan, record: &GameRecord) -> String {
        format_game(&plan.digest().unwrap(), record).unwrap().trim_end().to_owned()
    }

    #[track_caller]
    fn refused(found: Result<(), LineError>, words: &str) {
        let error = found.unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }

    #[test]
    fn lines_of_other_matches_are_refused() {
        let mut parser = Parser::begin(format_line(&plan(1)).unwrap().trim_end()).unwrap();
        parser.add(&line(&plan(1), &record(0, 0))).unwrap();
        let stranger = line(&plan(2), &record(1, 0));
        let (theirs, ours) = (plan(2).digest().unwrap(), plan(1).digest().unwrap());
        refused(parser.add(&stranger), &format!("match: read {theirs}, expected {ours}"));
        let bare = format_line(&record(1, 0)).unwrap();
        refused(parser.add(bare.trim_end()), "missing field `match`");
        refused(parser.add(&line(&plan(1), &record(10, 0))), "unit: read 10, expected a number");
        refused(parser.add(&line(&plan(1), &record(0, 0))), "unit 0, game 0: recorded twice");
        refused(parser.add(format_line(&plan(1)).unwrap().trim_end()), "read a second plan");
        assert_eq!(parser.games, [record(0, 0)]);
    }

    /// The parts of a match have the same digest, so `merge` accepts them. Any other change of the
    /// plan gives another digest.
    #[test]
    fn a_part_has_the_digest_of_the_whole() {
        let whole = plan(1);
        let shard = crate::Shard::Every { index: 1, count: 3 };
        let digest = whole.digest().unwrap();
        assert_eq!(Plan { shard, ..whole.clone() }.digest().unwrap(), digest);
        for other in [
            plan(2),
            Plan { units: 11, ..whole.clone() },
            Plan { game: "maitres:passage=leap".to_owned(), ..whole.clone() },
            Plan { fingerprint: String::new(), ..whole },
        ] {
            assert_ne!(other.digest().unwrap(), digest);
        }
    }

    #[test]
    fn other_versions_are_refused_in_words() {
        for (format, words) in [(FORMAT + 1, "of a later version"), (1, "of an earlier version")] {
            let line = format_line(&Plan { format, ..plan(1) }).unwrap();
            let error = Parser::begin(line.trim_end()).err().unwrap().to_string();
            assert!(
                error.contains(&format!("format: read {format}, expected {FORMAT}")),
                "{error}"
            );
            assert!(error.contains(words), "{error}");
        }
    }
}
