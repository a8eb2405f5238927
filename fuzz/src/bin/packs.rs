//! Any text as a pack file of Buteur: with what is read a match begins and its deal can be played.

#![no_main]

use std::sync::Arc;

use fuzz::{check_error, check_state};
use games::buteur::Pack;
use games::{Actor, AnyState, Notation, State, with_state};
use libfuzzer_sys::fuzz_target;

/// Draws and moves that are played of a match, each time the first.
const STEPS: usize = 40;

fn begin<G: Notation>(state: &mut State<G>) {
    for _ in 0..STEPS {
        match state.actor() {
            Actor::Seat(_) => {
                let mut first = None;
                state.game.each_move(&state.position, |mv| first = first.or(Some(mv)));
                state.play(first.expect("a legal move"));
            }
            Actor::Chance => {
                let mut first = None;
                state.game.each_event(&state.position, |event, _| first = first.or(Some(event)));
                state.happen(first.expect("an event"));
            }
            Actor::Over(_) => return,
        }
    }
}

fuzz_target!(|text: &str| {
    let pack = match Pack::parse(text) {
        Ok(pack) => Arc::new(pack),
        Err(error) => return check_error(&error),
    };
    let packs = [Arc::clone(&pack)];
    for players in 2..=4 {
        let start = format!("buteur:pack={},players={players} startpos", pack.name());
        let mut any = AnyState::parse_with(&start, &packs).expect("a match with the pack");
        with_state!(&mut any, state => begin(state));
        with_state!(&any, state => check_state(state, |text| AnyState::parse_with(text, &packs)));
    }
});
