//! A game in the first line, then any text as a weights file: what is read is written and read back
//! the same.

#![no_main]

use eval::{Evaluate, Weights};
use games::{AnyState, State, with_state};
use libfuzzer_sys::fuzz_target;

fn check<G: Evaluate>(state: &State<G>, text: &str) {
    match Weights::parse(&state.game, text) {
        Ok(weights) => {
            let again = Weights::parse(&state.game, &weights.format(&state.game));
            assert_eq!(again.as_ref(), Ok(&weights));
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
}

fuzz_target!(|text: &str| {
    let Some((game, text)) = text.split_once('\n') else { return };
    if let Ok(any) = AnyState::start(game) {
        with_state!(&any, state => check(state, text));
    }
});
