//! Any text as a position with moves: reading never panics, and what is read is written and read
//! back the same, with every move that is legal there.

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
