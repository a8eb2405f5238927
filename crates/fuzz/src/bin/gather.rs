//! Any text as the parts of a match in a folder, and as the records that were gathered before, with
//! correct checksums. The first line is the plan, and blank lines separate the parts. A part that
//! begins with the key `out` is the earlier records. Gathering never panics, and its file is valid.
//! Parts that arrive in two pieces give the same units as whole ones.

#![no_main]

use std::fs;
use std::path::{Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use selfplay::{Gathering, Plan, Records, format_line, parse_line};
use serde_json::{Map, Value as Json};

/// The greatest number of parts.
const MOST: usize = 8;

/// The folder of this process, in memory if the system has such a folder.
fn place() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    parent.join(format!("fuzz-gather-{}", std::process::id()))
}

fn object(line: &str) -> Option<Map<String, Json>> {
    match serde_json::from_str(line) {
        Ok(Json::Object(object)) => Some(object),
        _ => None,
    }
}

/// A line with its checksum; other text stays as it is.
fn dressed(line: &str, dress: impl Fn(Map<String, Json>) -> Map<String, Json>) -> String {
    let found = object(line).and_then(|object| format_line(&dress(object)).ok());
    found.unwrap_or_else(|| format!("{line}\n"))
}

/// A part: its first line changes the plan, and the others are games of the plan.
fn part(text: &str, plan: &Map<String, Json>, digest: &str) -> String {
    let (first, games) = text.split_once('\n').unwrap_or((text, ""));
    let of_plan = |own: Map<String, Json>| plan.clone().into_iter().chain(own).collect();
    let of_match = |mut game: Map<String, Json>| {
        game.insert("match".to_owned(), digest.into());
        game
    };
    let games = games.lines().map(|line| dressed(line, of_match));
    std::iter::once(dressed(first, of_plan)).chain(games).collect()
}

/// Gathers the parts in the folder. Returns the number of units, and of those before the first one
/// that is missing.
fn gather(place: &Path, plan: &Plan) -> Option<(u64, u64)> {
    let out = place.join("out");
    let looked = Gathering::open(&place.join("parts"), &out, Some(plan.clone()), &[]);
    let looked = looked.and_then(|gathering| {
        let mut gathering = gathering.expect("the plan is known");
        gathering.look()?;
        Ok(gathering.report())
    });
    match looked {
        Ok(report) => {
            assert!(report.text().ends_with('\n') && report.json().ends_with('\n'));
            let records = Records::read(&out).expect("valid records");
            let numbers: Vec<_> = records.games.iter().map(|game| (game.unit, game.game)).collect();
            assert!(numbers.is_sorted(), "{numbers:?}");
            let games = report.units * u64::from(report.games_per_unit);
            assert_eq!(numbers.len() as u64, games);
            Some((report.units, report.prefix))
        }
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            None
        }
    }
}

/// Begins with an empty folder, and the records that were gathered before.
fn begin(place: &Path, before: Option<&String>) {
    let _ = fs::remove_dir_all(place);
    fs::create_dir_all(place.join("parts")).expect("a folder");
    if let Some(before) = before {
        fs::write(place.join("out"), before).expect("a file");
    }
}

fn put(place: &Path, parts: &[String], length: impl Fn(usize) -> usize) {
    for (number, part) in parts.iter().enumerate() {
        let path = place.join("parts").join(number.to_string());
        fs::write(path, &part.as_bytes()[..length(part.len())]).expect("a file");
    }
}

fuzz_target!(|text: &str| {
    let mut sections = text.split("\n\n");
    let line = sections.next().unwrap_or_default();
    let line = dressed(line, |plan| plan);
    let Ok(plan) = parse_line::<Plan>(line.trim_end()) else { return };
    let (Ok(Json::Object(own)), Ok(digest)) = (serde_json::to_value(&plan), plan.digest()) else {
        return;
    };
    let mut sections = sections.take(MOST).peekable();
    let has_before = sections.peek().is_some_and(|text| text.starts_with("{\"out\""));
    let mut parts: Vec<_> = sections.map(|text| part(text, &own, &digest)).collect();
    let before = has_before.then(|| parts.remove(0));
    let place = place();
    begin(&place, before.as_ref());
    put(&place, &parts, |length| length);
    let whole = gather(&place, &plan);
    assert_eq!(gather(&place, &plan), whole, "a second look");
    begin(&place, before.as_ref());
    put(&place, &parts, |length| length / 2);
    let _ = gather(&place, &plan);
    put(&place, &parts, |length| length);
    assert_eq!(gather(&place, &plan), whole, "parts in two pieces");
    let _ = fs::remove_dir_all(&place);
});
