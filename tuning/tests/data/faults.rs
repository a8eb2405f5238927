//! Files that were cut, changed or mixed up, or that belong to another program. No data of them are
//! lost, and no wrong data are accepted.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use engine::StopFlag;
use selfplay::{Plan, format_line};
use tuning::data::{DataFile, Header, format_data};
use tuning::fit::{Labels, load};

use super::{generate, path, plan, refusal, try_generate};

/// The first line of a file, and its frames, of which the last is the end frame.
fn parts(bytes: &[u8]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let line = bytes.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    let (mut left, mut frames) = (&bytes[line..], Vec::new());
    while let Some(length) = left.first_chunk() {
        let (frame, rest) = left.split_at(4 + u32::from_le_bytes(*length) as usize + 8);
        frames.push(frame.to_vec());
        left = rest;
    }
    (bytes[..line].to_vec(), frames)
}

/// The bytes of a generated file.
fn generated(seed: u64, games: u64) -> Vec<u8> {
    // Tests may run in parallel.
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let out = path(&format!("generated-{}", COUNT.fetch_add(1, Relaxed)));
    let plan = Plan { seed, ..plan("ruches", games, "random=yes") };
    generate(&plan, &out, 2, &StopFlag::default());
    let bytes = fs::read(&out).expect("a file");
    fs::remove_file(out).expect("a file");
    bytes
}

/// The error of the command that should continue a file. The file must stay unchanged.
fn refused_to_go_on(out: &Path, games: u64) -> String {
    let before = fs::read(out).expect("a file");
    let plan = Plan { seed: 1, ..plan("ruches", games, "random=yes") };
    let error =
        try_generate(&plan, out, 1, &StopFlag::default()).expect_err("it is refused").to_string();
    assert!(fs::read(out).expect("a file") == before, "it was touched");
    error
}

/// A game is valid only in its own file and in its own place.
#[test]
fn games_belong_to_their_file() {
    let (line, own) = parts(&generated(1, 8));
    let (_, other) = parts(&generated(2, 8));
    let out = path("mixed");
    let with = |change: &dyn Fn(&mut Vec<Vec<u8>>)| {
        let mut frames = own.clone();
        change(&mut frames);
        fs::write(&out, [&line[..], &frames.concat()].concat()).unwrap();
        let (read, resumed) = (refusal(&out), refused_to_go_on(&out, 8));
        assert_eq!(read, resumed);
        read
    };
    for (number, found) in [
        (3, with(&|frames| frames[2].clone_from(&other[2]))),
        (5, with(&|frames| drop(frames.remove(4)))),
        (1, with(&|frames| drop(frames.remove(0)))),
        (2, with(&|frames| frames.insert(1, own[0].clone()))),
        (4, with(&|frames| frames.swap(3, 4))),
        (6, with(&|frames| drop(frames.drain(5..8)))),
    ] {
        let expected = format!("game {number}: read the link ");
        assert!(found.contains(&expected), "{number}: {found}");
    }
    let found = with(&|frames| frames.extend([own[0].clone()]));
    assert!(found.contains("behind the end that comes after 8 games, expected none"), "{found}");
    let found = with(&|frames| frames[2][3] = 0x7f);
    assert!(found.contains("game 3: read a length of 2130706"), "{found}");
    fs::remove_file(out).unwrap();
}

/// The error is one line, however long the damaged line is.
#[test]
fn errors_are_one_line() {
    let line = format_line(&serde_json::json!({
        "tuning_data": 2, "plan": {"format": 2, "game": "ruches", "kind": "so\nlo"},
    }));
    let out = path("lines");
    fs::write(&out, line.unwrap()).unwrap();
    let found = refusal(&out);
    assert!(found.contains("unknown variant `so?lo`") && !found.contains('\n'), "{found}");
    fs::remove_file(out).unwrap();
}

/// If a file is cut between two games, a fit reports the missing games. The command that wrote the
/// file continues it to the same bytes and the same counts.
#[test]
fn a_cut_between_games_is_told() {
    let plan = plan("benedictine:plies=12", 60, "random=yes");
    let out = path("cut-between");
    let expected = generate(&plan, &out, 2, &StopFlag::default());
    assert!(expected.duplicates > 0, "{expected:?}");
    let whole = fs::read(&out).unwrap();
    assert_eq!(DataFile::read(&out).unwrap().missing(), None);
    let (line, frames) = parts(&whole);
    assert_eq!(frames.len(), 61);
    for kept in [0, 1, 30, 59, 60] {
        fs::write(&out, [&line[..], &frames[..kept].concat()].concat()).unwrap();
        let missing = DataFile::read(&out).unwrap().missing();
        let start = format!("{kept} of 60 games: it was cut off");
        assert_eq!(missing.is_some_and(|words| words.starts_with(&start)), kept < 60);
        if kept == 30 {
            let labels = Labels { held_out: 50, ..Labels::default() };
            let loaded = load(std::slice::from_ref(&out), labels).expect("thirty games");
            assert_eq!(loaded.missing.len(), 1);
            assert!(loaded.files[0].ends_with(", not finished"), "{:?}", loaded.files);
        }
        assert_eq!(generate(&plan, &out, 2, &StopFlag::default()), expected, "{kept}");
        assert!(fs::read(&out).unwrap() == whole, "{kept}");
    }
    fs::remove_file(out).unwrap();
}

/// A file that is not a data file of this match stays unchanged.
#[test]
fn files_of_others_are_left_alone() {
    let out = path("diary");
    for text in ["diary", "{}", "diary\nof today\n", "\0"] {
        fs::write(&out, text).unwrap();
        let error = refused_to_go_on(&out, 8);
        assert!(error.contains("diary") && error.contains("expected"), "{error}");
    }
    fs::remove_file(out).unwrap();
}

/// Files of format 1 have neither links nor an end frame. They can be read, but not added to.
#[test]
fn older_files_are_read() {
    let whole = generated(1, 40);
    let out = path("older");
    fs::write(&out, &whole).unwrap();
    let file = DataFile::read(&out).unwrap();
    let header = Header { tuning_data: 1, ..file.header.clone() };
    let mut bytes = format_line(&header).unwrap().into_bytes();
    let (_, mut frames) = parts(&whole);
    frames.pop();
    for frame in &frames {
        // The frame's last field, the number of removed samples, is left out.
        let body = &frame[4..frame.len() - 9];
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(body);
        bytes.extend(crc32fast::hash(body).to_le_bytes());
    }
    fs::write(&out, &bytes).unwrap();
    let older = DataFile::read(&out).unwrap();
    assert_eq!(older.missing(), None);
    let samples = |file: &DataFile| -> Vec<_> {
        file.games.iter().map(|game| (game.steps.clone(), game.samples.clone())).collect()
    };
    assert_eq!(samples(&older), samples(&file));
    let again = format_data(&older.header, &older.games, true).unwrap();
    let again = DataFile::parse(&again, "again").unwrap().unwrap();
    assert_eq!((again.header.tuning_data, again.games), (2, older.games.clone()));
    assert!(refused_to_go_on(&out, 40).contains("expected a file of format 2, not 1"));
    fs::write(&out, &bytes[..bytes.len() - frames[39].len() + 5]).unwrap();
    assert!(DataFile::read(&out).unwrap().missing().unwrap().starts_with("39 of 40 games"));
    fs::remove_file(out).unwrap();
}
