//! A position in the first line, then any text as its proof. The check ends, and an error is one
//! line. The first two lines of every proof are added here, so that the fuzzer need not find them.

#![no_main]

use fuzz::parts;
use games::{AnyState, Notation, State, format_position, with_state};
use libfuzzer_sys::fuzz_target;
use solve::{PROOF_HEAD, SolveResult, check_proof};

fn check<G: Notation>(state: &State<G>, text: &str) {
    let position = format_position(state.game(), state.position());
    for text in [text, &format!("{PROOF_HEAD}\n{position}\n{text}")] {
        match check_proof(state, text) {
            Ok(verified) => assert_ne!(verified.bounds, (SolveResult::Win, SolveResult::Loss)),
            Err(error) => assert!(error.line > 0 && !error.to_string().contains('\n'), "{error}"),
        }
    }
}

fuzz_target!(|text: &str| {
    let Some((position, text)) = parts(text) else { return };
    if let Ok(any) = AnyState::parse(position) {
        with_state!(&any, state => check(state, text));
    }
});
