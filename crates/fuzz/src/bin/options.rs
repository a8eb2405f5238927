//! Any text as a game with options. Parsed options are written and parsed again unchanged.

#![no_main]

use fuzz::{check_error, check_options};
use games::{AnyState, with_state};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match AnyState::start(text) {
        Ok(any) => with_state!(&any, state => check_options(state)),
        Err(error) => check_error(&error),
    }
});
