//! The records of a match: one line of JSON for the plan, and one for each game.
//!
//! Every line ends with its own checksum, so that a damaged line is found.

use games::{MAX_SEATS, Outcome, Seat, SeatSet};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::records::error::LineError;
use crate::records::reason::Reason;
use crate::records::timing::Overtime;

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of its unit.
    pub unit: u64,
    /// Its number within the unit.
    pub game: u32,
    /// The seed of the match.
    pub seed: u64,
    /// The name of the player in each seat.
    pub players: Vec<String>,
    /// The position that the moves start from.
    pub start: String,
    /// The number of moves and events in the opening, before the players choose moves.
    pub opening: u32,
    /// All moves and chance events, in order.
    pub moves: Vec<String>,
    /// The expected result from -1 to 1 that the player reported, for each player move.
    pub values: Vec<Option<f64>>,
    /// The depth of the search, for each player move.
    pub depths: Vec<Option<u32>>,
    /// The nodes of the search, for each player move.
    pub nodes: Vec<Option<u64>>,
    /// The time in microseconds, for each player move.
    pub times: Vec<u64>,
    /// The processor time in microseconds, for each player move; `None` for a player without a
    /// limit of time. The list is empty if no player has a limit of time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub processor: Vec<Option<u64>>,
    /// Player moves since the start position.
    pub plies: u32,
    /// The share of one point that each seat gets.
    pub result: Vec<f64>,
    /// The reason of the end.
    pub reason: Reason,
    /// The seat of a player that failed, and the failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultRecord>,
    /// The part of its result that each seat owes to luck; only in games of chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Vec<f64>>,
}

/// A player's failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRecord {
    /// The seat of the player.
    pub seat: u8,
    /// The failure in words.
    pub words: String,
    /// The time of the move, if the player exceeded its limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overtime: Option<Overtime>,
}

impl GameRecord {
    /// The seats that share the point. `None` if no seat has a share; no valid record has such a
    /// result.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let seats = Seat::all(MAX_SEATS as u8).zip(&self.result);
        let winners: SeatSet =
            seats.filter(|&(_, &share)| share > 0.0).map(|(seat, _)| seat).collect();
        (!winners.is_empty()).then(|| Outcome::shared(winners))
    }

    /// Whether the two records agree in everything except times.
    #[must_use]
    pub fn is_replay_of(&self, other: &Self) -> bool {
        let timeless =
            |record: &Self| Self { times: Vec::new(), processor: Vec::new(), ..record.clone() };
        timeless(self) == timeless(other)
    }
}

/// The shares of `seats` players, rounded to six decimals.
#[must_use]
pub(crate) fn shares(outcome: Outcome, seats: u8) -> Vec<f64> {
    let share = |seat| {
        let (share, of) = outcome.share(Seat::new(seat));
        rounded(f64::from(share) / f64::from(of))
    };
    (0..seats).map(share).collect()
}

/// A number rounded to six decimals.
#[must_use]
pub(crate) fn rounded(number: f64) -> f64 {
    // Adding zero makes a negative zero positive.
    (number * 1e6).round() / 1e6 + 0.0
}

/// The text before the checksum.
const SUM: &str = ",\"crc\":\"";

/// A record as a line, with its checksum and the line break.
///
/// # Errors
/// A record that cannot be written as a JSON object.
pub fn format_line(record: &impl Serialize) -> Result<String, serde_json::Error> {
    let text = serde_json::to_string(record)?;
    let sum = crc32fast::hash(text.as_bytes());
    Ok(format!("{}{SUM}{sum:08x}\"}}\n", text.strip_suffix('}').unwrap_or(&text)))
}

/// Reads a line without its line break.
///
/// # Errors
/// A line that is damaged, or not such a record.
pub fn parse_line<R: DeserializeOwned>(line: &str) -> Result<R, LineError> {
    let (body, sum) = line.rsplit_once(SUM).ok_or(LineError::NoSum)?;
    // The error quotes this text, so it must be short and have no line break.
    let is_sum = |sum: &&str| sum.len() == 8 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    let read = sum.strip_suffix("\"}").filter(is_sum).ok_or(LineError::NoSum)?;
    let expected = format!("{:08x}", crc32fast::hash(format!("{body}}}").as_bytes()));
    if read != expected {
        return Err(LineError::Sum { read: read.to_owned(), expected });
    }
    Ok(serde_json::from_str(&format!("{body}}}"))?)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn record(unit: u64, game: u32) -> GameRecord {
        GameRecord {
            unit,
            game,
            seed: 1,
            players: vec!["A".to_owned(), "B".to_owned()],
            start: "maitres startpos".to_owned(),
            opening: 1,
            moves: vec!["die4".to_owned(), "c2-c6".to_owned()],
            values: vec![Some(0.25)],
            depths: vec![None],
            nodes: vec![Some(7)],
            times: vec![12],
            processor: Vec::new(),
            plies: 1,
            result: vec![1.0, 0.0],
            reason: Reason::Rules,
            fault: None,
            luck: Some(vec![0.5, -0.5]),
        }
    }

    #[test]
    fn lines_read_back() {
        let line = format_line(&record(3, 1)).unwrap();
        assert_eq!(parse_line::<GameRecord>(line.trim_end()).unwrap(), record(3, 1));
        assert_eq!(line.matches('\n').count(), 1);
    }

    /// The standard check value of the checksum, so that old files stay valid.
    #[test]
    fn sums_are_those_of_the_standard() {
        assert_eq!(crc32fast::hash(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32fast::hash(b""), 0);
    }

    /// Every change and every loss of a byte is detected.
    #[test]
    fn damage_is_found() {
        let line = format_line(&record(3, 1)).unwrap();
        let line = line.trim_end();
        for place in 0..line.len() {
            let mut bytes = line.as_bytes().to_vec();
            bytes[place] ^= 1;
            let changed = String::from_utf8(bytes.clone()).unwrap();
            assert!(parse_line::<GameRecord>(&changed).is_err(), "{changed}");
            bytes.remove(place);
            let cut = String::from_utf8(bytes).unwrap();
            assert!(parse_line::<GameRecord>(&cut).is_err(), "{cut}");
            assert!(parse_line::<GameRecord>(&line[..place]).is_err());
        }
        let sum = format!("{},\"crc\":\"", &line[..10]);
        let broken = parse_line::<GameRecord>(&format!("{line}{sum}\n\"}}")).unwrap_err();
        assert!(!broken.to_string().contains('\n'), "{broken}");
    }

    #[test]
    fn shares_tell_the_outcome() {
        for winners in [&[0][..], &[1], &[2], &[0, 2], &[0, 1, 2]] {
            let outcome = Outcome::shared(winners.iter().copied().map(Seat::new).collect());
            let result = shares(outcome, 3);
            assert_eq!(GameRecord { result, ..record(0, 0) }.outcome(), Some(outcome));
        }
        assert_eq!(shares(Outcome::draw(3), 3), [0.333_333; 3]);
    }

    #[test]
    fn a_replay_may_take_another_time() {
        let one = record(0, 0);
        assert!(one.is_replay_of(&GameRecord { times: vec![99], ..one.clone() }));
        assert!(!one.is_replay_of(&GameRecord { values: vec![None], ..one.clone() }));
    }
}
