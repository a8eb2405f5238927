//! Checked play: a state accepts legal moves, and names a move that it refuses.

use std::time::{Duration, Instant};

use games::benedictine::Benedictine;
use games::etoile::{Etoile, Square8, Star};
use games::maitres::Maitres;
use games::{Actor, Game, PlayError, State};

#[test]
fn legal_moves_are_taken_and_others_named() {
    let start = State::<Benedictine>::parse("benedictine startpos").expect("a position");
    let moves = start.legal_moves();
    assert_eq!(moves.len() as u64, games::perft(start.game(), start.position(), 1));
    assert!(moves.iter().all(|&mv| start.is_legal(mv)));
    let mut state = start.clone();
    state.play(moves[0]).expect("a legal move");
    assert_ne!(state.position(), start.position());
    let before = *state.position();
    let refused = state.play(moves[0]).expect_err("a move of the other side");
    assert_eq!(refused, PlayError::Illegal(format!("{:?}", moves[0])));
    assert_eq!(*state.position(), before, "a refused move changes nothing");
}

#[test]
fn chance_and_players_take_turns() {
    let mut state = State::<Maitres>::parse("maitres startpos").expect("a position");
    assert_eq!(state.actor(), Actor::Chance);
    assert!(state.legal_moves().is_empty());
    let total: u32 = state.legal_events().iter().map(|&(_, weight)| weight).sum();
    assert_eq!(total, 6);
    let die = state.parse_event("die4").expect("an event");
    let error = state.parse_move("c2-c6").expect_err("chance acts");
    assert_eq!(error.to_string(), "move: read \"c2-c6\", expected no move: chance acts");
    state.apply_event(die).expect("a possible event");
    assert!(matches!(state.apply_event(die), Err(PlayError::SeatActs(_))));
    let mv = state.parse_move("c2-c6").expect("a move");
    state.play(mv).expect("a legal move");
    assert!(matches!(state.play(mv), Err(PlayError::ChanceActs(_))));
}

#[test]
fn nothing_is_legal_after_the_end() {
    let text = "etoile:players=2,rules=english A Aa1 - 0 -";
    let mut state = State::<Etoile<Star>>::parse(text).expect("a position");
    assert!(matches!(state.actor(), Actor::Over(_)));
    assert!(state.legal_moves().is_empty() && state.legal_events().is_empty());
    let mv = State::start(*state.game()).legal_moves()[0];
    assert!(matches!(state.play(mv), Err(PlayError::GameOver(_))));
}

#[test]
fn texts_of_other_games_are_refused() {
    let error = State::<Maitres>::parse("benedictine startpos").expect_err("another game");
    assert_eq!(
        error.to_string(),
        "game: read \"benedictine startpos\", expected a position of maitres"
    );
    let error = State::<Etoile<Square8>>::parse("etoile startpos").expect_err("another board");
    assert_eq!(error.field, "option board");
}

/// Reading 160,000 moves takes a second, whatever the repetitions. A linear search for repetitions
/// would take twenty seconds.
#[test]
fn long_games_are_read_in_linear_time() {
    let started = Instant::now();
    let shuffle = "b1-a1 b7-a7 a1-b1 a7-b7 ".repeat(40_000);
    let text = format!("benedictine:plies=0,repetition=99999999 startpos moves {shuffle}");
    let state = State::<Benedictine>::parse(text.trim_end()).expect("legal moves");
    assert_eq!(state.history().plies(), 160_000);
    let key = state.game().repetition_key(state.position());
    assert_eq!(state.history().occurrences(key), 40_001);
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
}
