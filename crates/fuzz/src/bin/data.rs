//! Any bytes as a data file of tuning, and any text as its first line with any bytes as a game,
//! with correct checksums. Parsing never panics, parsed data is written back unchanged, and its
//! games can be replayed or are refused.

#![no_main]

use crc32fast::hash as crc32;
use games::{Notation, Resources, State, with_state};
use libfuzzer_sys::fuzz_target;
use selfplay::format_line;
use serde_json::Value as Json;
use tuning::data::{DataFile, Header, Replayer, format_data};

/// A file with one game and an end mark: the first line is JSON, the rest is the game.
fn dressed(bytes: &[u8]) -> Option<Vec<u8>> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let header: Json = serde_json::from_slice(&bytes[..end]).ok().filter(Json::is_object)?;
    let mut file = format_line(&header).ok()?.into_bytes();
    let mut link = crc32(&file);
    for body in [&bytes[end + 1..], &[]] {
        link = crc32(&[&link.to_le_bytes(), body].concat());
        file.extend((body.len() as u32).to_le_bytes());
        file.extend(body);
        file.extend(crc32(body).to_le_bytes());
        file.extend(link.to_le_bytes());
    }
    Some(file)
}

fn replay<G: Notation>(state: &State<G>, resources: &Resources, file: &DataFile) {
    let replayer = Replayer::new(state.game(), resources);
    for game in &file.games {
        if let Err(error) = replayer.each_sample(game, |_, _| {}) {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}

/// An editor on Windows adds a mark, another end of the first line, and blank lines at the end.
fn check_on_windows(bytes: &[u8], file: &DataFile) {
    let end = bytes.iter().position(|&byte| byte == b'\n').expect("a first line");
    let mark = "\u{feff}".as_bytes();
    if bytes.starts_with(mark) {
        return;
    }
    let blank = if file.finished { &b"\r\n\r\n"[..] } else { b"" };
    let edited = [mark, &bytes[..end], b"\r\n", &bytes[end + 1..], blank].concat();
    let edited = DataFile::parse(&edited, "fuzz").expect("the same file").expect("a line");
    assert_eq!((&edited.header, &edited.games), (&file.header, &file.games));
}

fn check(bytes: &[u8]) {
    match DataFile::parse(bytes, "fuzz") {
        Ok(None) => {}
        Ok(Some(file)) => {
            let written = format_data(&file.header, &file.games, file.finished).expect("bytes");
            let again =
                DataFile::parse(&written, "fuzz").expect("what was written").expect("a line");
            // Files of the present format version.
            let header = Header { tuning_data: again.header.tuning_data, ..file.header.clone() };
            assert_eq!((&again.header, &again.games), (&header, &file.games));
            check_on_windows(bytes, &file);
            let plan = &file.header.plan;
            if let (Ok(any), Ok(resources)) = (plan.start(), plan.resources()) {
                with_state!(&any, state => replay(state, &resources, &file));
            }
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    if let Some(file) = dressed(bytes) {
        check(&file);
    }
});
