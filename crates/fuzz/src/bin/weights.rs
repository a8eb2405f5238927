//! A game in the first line, then any text as a weights file. Parsed weights are written and parsed
//! again unchanged.

#![no_main]

use eval::{Evaluate, Weights};
use games::{AnyState, State, with_state};
use libfuzzer_sys::fuzz_target;

fn check<G: Evaluate>(state: &State<G>, file: &[u8]) {
    match Weights::parse(state.game(), file) {
        Ok(weights) => {
            let again = Weights::parse(state.game(), weights.format(state.game()));
            assert_eq!(again.as_ref(), Ok(&weights));
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
}

fuzz_target!(|data: &[u8]| {
    let Some(end) = data.iter().position(|&byte| byte == b'\n') else { return };
    let (game, file) = (&data[..end], &data[end + 1..]);
    if let Ok(Ok(any)) = std::str::from_utf8(game).map(AnyState::start) {
        with_state!(&any, state => check(state, file));
    }
});
