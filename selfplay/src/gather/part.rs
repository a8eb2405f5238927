//! Reads one part: the complete units in a file of records that may be half-written or damaged.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use reader::plain_line;

use super::index::PartState;
use crate::records::error::LineError;
use crate::records::journal::LONGEST_LINE;
use crate::records::parser::{Parser, parse_game};
use crate::records::reason::Reason;
use crate::records::record_check::RecordCheck;
use crate::schedule::plan::Plan;

/// A unit with all its games.
#[derive(Clone, Debug, Default)]
pub(super) struct WholeUnit {
    /// The lines of its games, in order.
    pub(super) lines: Vec<String>,
    /// The games in which a player lost on time.
    pub(super) late: u64,
    /// The games in which a player failed in another way.
    pub(super) failures: u64,
}

/// The match that the games belong to.
pub(super) struct Expected<'a> {
    pub(super) digest: &'a str,
    pub(super) check: &'a RecordCheck,
}

/// The beginning of a part.
pub(super) enum PartHead {
    /// The plan is of this match.
    Own(Box<Plan>),
    /// The plan is of another match, in words.
    Foreign(String),
    /// The first line cannot be used, in words.
    Unusable(String),
}

/// Reads the first line of a part.
pub(super) fn read_head(path: &Path, expected: &Plan) -> PartHead {
    let mut line = Vec::new();
    let read = File::open(path)
        .and_then(|file| BufReader::new(file.take(LONGEST_LINE)).read_until(b'\n', &mut line));
    if let Err(error) = read {
        return PartHead::Unusable(error.to_string());
    }
    if line.pop() != Some(b'\n') {
        return PartHead::Unusable("half-written: the first line is not complete".to_owned());
    }
    let parsed = std::str::from_utf8(&line).map_err(LineError::from);
    match parsed.and_then(|line| Parser::begin(plain_line(line))) {
        Err(error) => PartHead::Unusable(format!("no records: line 1: {error}")),
        Ok(Parser { plan, .. }) => match expected.difference(&plan) {
            None => PartHead::Own(Box::new(plan)),
            Some([key, expected, read]) => {
                PartHead::Foreign(format!("{key}: read {read}, expected {expected} by the plan"))
            }
        },
    }
}

/// A unit of which some games are missing.
struct Open {
    lines: Vec<Option<String>>,
    whole: WholeUnit,
    /// The place of the first of its lines.
    place: u64,
}

/// Reads a part from the place where the last look ended, and hands over each unit that is
/// complete and that `known` does not have. The state gets the new place and the faults.
pub(super) fn read_part(
    path: &Path,
    expected: &Expected<'_>,
    state: &mut PartState,
    known: &mut dyn FnMut(u64) -> bool,
    hand_over: &mut dyn FnMut(u64, WholeUnit),
) -> std::io::Result<()> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(state.read))?;
    let mut lines = BufReader::with_capacity(1 << 16, file);
    let size = expected.check.schedule.games_per_unit() as usize;
    let (mut open, mut place) = (BTreeMap::<u64, Open>::new(), state.read);
    let (mut damaged, mut damage) = (0_u64, None);
    let mut bytes = Vec::new();
    let cut = loop {
        bytes.clear();
        let length = lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? as u64;
        if bytes.pop() != Some(b'\n') {
            // The line is not finished, or has no end within reason.
            break length > 0;
        }
        let begins = place;
        place += length;
        if begins == 0 || bytes.trim_ascii().is_empty() {
            continue;
        }
        let record = match parse_game(&bytes, expected.digest, expected.check) {
            Ok(record) => record,
            Err(error) => {
                damaged += 1;
                damage.get_or_insert_with(|| format!("at byte {begins}: {error}"));
                continue;
            }
        };
        let (unit, game) = (record.unit, record.game as usize);
        if known(unit) {
            continue;
        }
        let entry = open.entry(unit).or_insert_with(|| Open {
            lines: vec![None; size],
            whole: WholeUnit::default(),
            place: begins,
        });
        if entry.lines[game].is_some() {
            continue;
        }
        bytes.push(b'\n');
        entry.lines[game] = Some(String::from_utf8_lossy(&bytes).into_owned());
        match record.reason {
            Reason::Time | Reason::Stall => entry.whole.late += 1,
            reason if reason.is_fault() => entry.whole.failures += 1,
            _ => {}
        }
        if entry.lines.iter().all(Option::is_some) {
            let Some(Open { lines, whole, .. }) = open.remove(&unit) else { continue };
            hand_over(unit, WholeUnit { lines: lines.into_iter().flatten().collect(), ..whole });
        }
    };
    state.read = open.values().map(|open| open.place).min().unwrap_or(place);
    let begun = open.len();
    state.fault = match (damage, cut, begun) {
        (Some(first), ..) => Some(format!("{damaged} damaged lines, the first {first}")),
        (None, true, _) => Some("half-written: the last line is not complete".to_owned()),
        (None, false, 0) => None,
        (None, false, _) => Some(format!("half-written: {begun} units are not complete")),
    };
    Ok(())
}
