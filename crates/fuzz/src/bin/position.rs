//! Any text as a position with moves. Parsing never panics. A parsed position is written and parsed
//! again unchanged, and so is each of its legal moves.

#![no_main]

use fuzz::{check_error, check_state};
use games::{AnyState, with_state};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match AnyState::parse(text) {
        Ok(any) => with_state!(&any, state => check_state(state, AnyState::parse)),
        Err(error) => check_error(&error),
    }
});
