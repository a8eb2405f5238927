//! A position in the first line, then any lines as the saved state of an unfinished proof, with a
//! correct checksum. It is refused in one line, or the search continues with it, and its new state
//! is parsed again.

#![no_main]

use crc32fast::hash as crc32;
use fuzz::parts;
use games::{AnyState, Notation, State, Tactics, format_position, with_state};
use libfuzzer_sys::fuzz_target;
use solve::{SolveError, SolveLimits, solve_on};

/// The nodes of a search.
const NODES: u64 = 300;

fn check<G: Notation + Tactics>(state: &State<G>, text: &str) {
    let position = format_position(state.game(), state.position());
    let body = format!("solve 1\n{position}\n{text}\n");
    let summed = format!("{body}sum {:08x}\n", crc32(body.as_bytes()));
    let limits = SolveLimits { nodes: Some(NODES), memory: 1, ..SolveLimits::default() };
    let solve = |known: &str| solve_on(state, &limits, Some(known), &|| false, |_, _| true);
    for text in [text, &summed] {
        match solve(text) {
            Ok(solution) => {
                let known = solution.known(state);
                assert!(solve(&known).is_ok(), "{known}");
            }
            Err(SolveError::Store(error)) => {
                assert!(error.line > 0 && !error.to_string().contains('\n'), "{error}");
            }
            Err(_) => return,
        }
    }
}

fuzz_target!(|text: &str| {
    let Some((position, text)) = parts(text) else { return };
    if let Ok(any) = AnyState::parse(position) {
        with_state!(&any, state => check(state, text));
    }
});
