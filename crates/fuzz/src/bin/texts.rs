//! Any bytes as text from elsewhere: as plain text, as a list of items, as a command line, as a
//! player, and as the settings of a test and of adjudication. Parsed texts are written and parsed
//! again unchanged, also after an editor on Windows changed their lines.

#![no_main]

use fuzz::check_error;
use libfuzzer_sys::fuzz_target;
use reader::{decode, entries, items, plain, plain_line, quoted, words, words_text};
use selfplay::{Adjudication, Player};
use statistics::Sprt;

fn check_lines(text: &str) {
    let text = text.replace(['\u{feff}', '\r'], "");
    let edited = format!("\u{feff}{}\r\n \r\n", text.replace('\n', "\r\n"));
    assert_eq!(plain(&edited), plain(&format!("{text}\n")));
    assert!(entries(&edited).eq(entries(&text)));
    if !text.contains('\n') {
        assert_eq!(plain_line(&format!("\u{feff}{text}\r\n")), text);
    }
}

fn check_lists(text: &str) {
    match items("list", text) {
        Ok(list) => {
            let raw: Vec<_> =
                list.iter().map(|item| format!("{}={}", item.key, item.raw)).collect();
            assert_eq!(raw.join(","), text);
        }
        Err(error) => check_error(&error),
    }
    let list = format!("a={},b=1", quoted(text));
    let found = items("list", &list).expect("what was written");
    assert_eq!((found.len(), &*found[0].value()), (2, text));
    match words("words", text) {
        Ok(found) => {
            let line = words_text(&found);
            assert_eq!(words("words", &line).expect("what was written"), found);
            let list = format!("a={line},b=1");
            let list = items("list", &list).expect("what was written");
            assert_eq!(words("words", list[0].raw).expect("what was written"), found);
        }
        Err(error) => check_error(&error),
    }
}

fn check_settings(text: &str) {
    match text.parse::<Player>() {
        Ok(player) => assert_eq!(player.to_string(), text),
        Err(error) => check_error(&error),
    }
    match Sprt::parse(text) {
        Ok(test) => assert_eq!(Sprt::parse(&test.to_string()).as_ref(), Ok(&test)),
        Err(error) => check_error(&error),
    }
    match Adjudication::parse(text) {
        Ok(rules) => assert_eq!(Adjudication::parse(&rules.to_string()).as_ref(), Ok(&rules)),
        Err(error) => check_error(&error),
    }
}

fuzz_target!(|bytes: &[u8]| {
    if let Some(text) = decode(bytes.to_vec()) {
        check_lines(&text);
        check_lists(&text);
        check_settings(&text);
    }
});
