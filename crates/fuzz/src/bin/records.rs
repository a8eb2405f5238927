//! Any lines as the records of a match, with correct checksums: the first is the plan, the others
//! are games. Parsing never panics, parsed records are written back unchanged, and their report and
//! replay name the faults.

#![no_main]

use engine::Playable;
use games::with_game;
use libfuzzer_sys::fuzz_target;
use selfplay::{GameRecord, MatchReport, Plan, Tally, format_line, parse_line, verify};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// Turns a line of JSON into a record, with a checksum.
fn read<R: Serialize + DeserializeOwned>(line: &str) -> Option<R> {
    let value: Json = serde_json::from_str(line).ok().filter(Json::is_object)?;
    let dressed = format_line(&value).ok()?;
    let record: R = parse_line(dressed.trim_end()).ok()?;
    let written = format_line(&record).expect("a record is an object");
    let again: R = parse_line(written.trim_end()).expect("what was written");
    assert_eq!(format_line(&again).expect("an object"), written);
    Some(record)
}

fn replay<G: Playable>(plan: &Plan, tally: &mut Tally, games: &[GameRecord]) {
    for game in games {
        if tally.add(game).is_ok() {
            // Any result is fine, but there must be no panic.
            let _ = verify::<G>(plan, tally.schedule(), game);
        }
    }
}

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let Some(line) = lines.next() else { return };
    let _ = parse_line::<Plan>(line);
    let Some(mut plan) = read::<Plan>(line) else { return };
    // No openings are read from a file.
    plan.openings = None;
    let games: Vec<GameRecord> = lines.filter_map(read).collect();
    let (Ok(any), Ok(mut tally)) = (plan.start(), Tally::new(&plan)) else { return };
    with_game!(&any, G => replay::<G>(&plan, &mut tally, &games));
    if let Ok(report) = MatchReport::new(&plan, &tally) {
        assert!(report.text().ends_with('\n') && report.json().ends_with('\n'));
    }
});
