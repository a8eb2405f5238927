//! Any bytes as a file of PDN. Reading never panics. A game that is accepted and replayed is
//! written, read and written again the same; an error is one line.

#![no_main]

use draughts::{PdnReader, position_text, replay, write_pdn};
use fuzz::check_error;
use libfuzzer_sys::fuzz_target;

/// Replaying takes time, so only this many games are replayed.
const MOST: usize = 20;

fuzz_target!(|bytes: &[u8]| {
    for read in PdnReader::new(bytes).take(MOST) {
        let parts = read.and_then(|game| replay(&game, None));
        let parts = match parts {
            Ok(parts) => parts,
            Err(error) => {
                check_error(&error.error);
                continue;
            }
        };
        for part in parts {
            let written = write_pdn(&part).expect("steps and captures");
            let again = PdnReader::new(written.as_bytes()).next().expect("a game");
            let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
            let again = replay(&again, None).unwrap_or_else(|error| panic!("{error}: {written}"));
            assert_eq!(again.last().expect("a part").text(), part.text(), "{written}");
        }
    }
    if let Err(error) = position_text(&String::from_utf8_lossy(bytes)) {
        check_error(&error);
    }
});
