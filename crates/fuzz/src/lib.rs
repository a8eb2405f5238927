//! The checks of the fuzz targets for everything that is parsed.

use games::{
    Actor, AnyState, Notation, ParseError, State, format_game, format_position, with_state,
};

/// Parsing a move generates all moves, so only this many moves are parsed.
const MOST: usize = 60;

/// A position is written and parsed unchanged, and so are its moves.
pub fn check_state<G: Notation>(
    state: &State<G>,
    parse: impl Fn(&str) -> Result<AnyState, ParseError>,
) {
    let (game, position) = (state.game(), state.position());
    let text = format_position(game, position);
    let again = parse(&text).expect("a text that was written");
    assert_eq!(text, with_state!(&again, state => format_position(state.game(), state.position())));
    if !matches!(state.actor(), Actor::Seat(_)) {
        return;
    }
    let mut moves = Vec::new();
    game.list_moves(position, &mut moves);
    assert_eq!(moves.len() as u64, game.count_moves(position));
    assert!(!moves.is_empty(), "{text}");
    for &mv in moves.iter().step_by(1 + moves.len() / MOST) {
        let name = game.format_move(position, mv);
        assert_eq!(game.parse_move(position, &name), Ok(mv), "{name} in {text}");
    }
}

/// The options of a game are written and parsed unchanged.
pub fn check_options<G: Notation>(state: &State<G>) {
    let text = format_game(state.game());
    let again = AnyState::start(&text).expect("options that were written");
    assert_eq!(text, with_state!(&again, state => format_game(state.game())));
}

/// An error names its field and is one line.
pub fn check_error(error: &ParseError) {
    assert!(!error.field.is_empty());
    assert!(!error.to_string().contains('\n'));
}

/// The first line and the rest.
#[must_use]
pub fn parts(text: &str) -> Option<(&str, &str)> {
    text.split_once('\n')
}
