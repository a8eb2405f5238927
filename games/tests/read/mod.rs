//! Functions on the texts of positions, for the tests of the rules.
#![allow(dead_code, reason = "no game asks for all of them")]

use games::{Actor, AnyState, Notation, Outcome, ParseError, State, format_position, with_state};

/// The state of a position text with its moves.
pub(crate) fn read(text: &str) -> AnyState {
    AnyState::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The error of a text that is not a position.
pub(crate) fn error(text: &str) -> ParseError {
    match AnyState::parse(text) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => error,
    }
}

/// Who acts: the seat's name, `chance`, `over` and the winners, or `draw` where all share.
pub(crate) fn actor(text: &str) -> String {
    with_state!(&read(text), state => name_actor(state))
}

fn name_actor<G: Notation>(state: &State<G>) -> String {
    match state.actor() {
        Actor::Seat(seat) => state.game().seat_name(seat).to_owned(),
        Actor::Chance => "chance".to_owned(),
        Actor::Over(outcome) if outcome == Outcome::draw(state.game().seats()) => "draw".to_owned(),
        Actor::Over(outcome) => {
            let seats = games::Seat::all(state.game().seats());
            let names = seats.filter(|&seat| outcome.winners().contains(seat));
            names.fold("over".to_owned(), |text, seat| {
                format!("{text} {}", state.game().seat_name(seat))
            })
        }
    }
}

/// The texts of all moves and events, sorted; one that is generated twice stands here twice.
pub(crate) fn moves(text: &str) -> Vec<String> {
    with_state!(&read(text), state => list_moves(state))
}

fn list_moves<G: Notation>(state: &State<G>) -> Vec<String> {
    let (game, position) = (state.game(), state.position());
    let mut texts = Vec::new();
    match state.actor() {
        Actor::Seat(_) => game.each_move(position, |mv| texts.push(game.format_move(position, mv))),
        Actor::Chance => game.each_event(position, |event, _| texts.push(game.format_event(event))),
        Actor::Over(_) => {}
    }
    texts.sort();
    texts
}

/// The moves of a position that satisfy `wanted`.
pub(crate) fn moves_where(text: &str, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    moves(text).into_iter().filter(|mv| wanted(mv)).collect()
}

/// The moves that begin with the piece on `square`.
pub(crate) fn moves_from(text: &str, square: &str) -> Vec<String> {
    moves_where(text, |mv| mv.starts_with(&format!("{square}-")))
}

/// The canonical text of the position that a text leads to.
pub(crate) fn position_of(text: &str) -> String {
    with_state!(&read(text), state => format_position(state.game(), state.position()))
}

/// The words of a text, sorted, as [`moves`] lists them.
pub(crate) fn sorted(words: &str) -> Vec<String> {
    let mut words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
    words.sort();
    words
}
