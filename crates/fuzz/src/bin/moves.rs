//! A position in the first line, then any texts as moves or chance events. Each is played if it is
//! legal: a text that parses is a legal move, and the text of the move parses as the same move.

#![no_main]

use fuzz::check_error;
use games::{Actor, AnyState, Notation, State, with_state};
use libfuzzer_sys::fuzz_target;

fn play<G: Notation>(mut state: State<G>, texts: &[&str]) {
    for text in texts {
        if matches!(state.actor(), Actor::Seat(_))
            && let Ok(mv) = state.parse_move(text)
        {
            assert!(state.is_legal(mv), "{text}");
            let name = state.game().format_move(state.position(), mv);
            assert_eq!(state.game().parse_move(state.position(), &name), Ok(mv), "{text}");
        }
        if let Err(error) = state.try_step(text) {
            check_error(&error);
        }
    }
}

fuzz_target!(|text: &str| {
    let lines: Vec<_> = text.lines().collect();
    let Some((position, texts)) = lines.split_first() else { return };
    if let Ok(any) = AnyState::parse(position) {
        with_state!(any, state => play(state, texts));
    }
});
