//! Any bytes as a position text with moves: reading never panics, and what is read is written and
//! read back the same, with every move that is legal there.

#![no_main]

use games::{Actor, AnyState, Notation, State, format_position, with_state};
use libfuzzer_sys::fuzz_target;

/// Reading a move looks at all moves, so that only so many are read back.
const MOST: usize = 60;

fn check<G: Notation>(state: &State<G>) {
    let (game, position) = (&state.game, &state.position);
    let text = format_position(game, position);
    let again = AnyState::parse(&text).expect("a text that was written");
    let written = with_state!(&again, state => format_position(&state.game, &state.position));
    assert_eq!(text, written);
    if !matches!(state.actor(), Actor::Seat(_)) {
        return;
    }
    let mut moves = Vec::new();
    game.each_move(position, |mv| moves.push(mv));
    assert_eq!(moves.len() as u64, game.count_moves(position));
    assert!(!moves.is_empty(), "{text}");
    for &mv in moves.iter().step_by(1 + moves.len() / MOST) {
        let name = game.format_move(position, mv);
        assert_eq!(game.parse_move(position, &name), Ok(mv), "{name} in {text}");
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match AnyState::parse(text) {
        Ok(any) => with_state!(&any, state => check(state)),
        Err(error) => {
            assert!(!error.field.is_empty());
            assert!(!error.to_string().contains('\n'));
        }
    }
});
