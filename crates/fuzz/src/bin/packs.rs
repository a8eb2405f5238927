//! Any text as a pack file of Buteur. A match with a parsed pack starts, and its deal can be
//! played.

#![no_main]

use fuzz::{check_error, check_state};
use games::buteur::Pack;
use games::{Actor, AnyState, Notation, Resources, State, with_state};
use libfuzzer_sys::fuzz_target;

/// The number of draws and moves that are played, each time the first.
const STEPS: usize = 40;

fn begin<G: Notation>(state: &mut State<G>) {
    for _ in 0..STEPS {
        match state.actor() {
            Actor::Seat(_) => {
                let mut first = None;
                state.game().each_move(state.position(), |mv| first = first.or(Some(mv)));
                state.play_unchecked(first.expect("a legal move"));
            }
            Actor::Chance => {
                let mut first = None;
                state.game().each_event(state.position(), |event, _| first = first.or(Some(event)));
                state.apply_event_unchecked(first.expect("an event"));
            }
            Actor::Over(_) => return,
        }
    }
}

fuzz_target!(|text: &str| {
    let pack = match Pack::parse(text) {
        Ok(pack) => pack,
        Err(error) => return check_error(&error),
    };
    let name = pack.name().to_owned();
    let resources = Resources::default().with_pack(pack);
    for players in 2..=4 {
        let start = format!("buteur:pack={name},players={players} startpos");
        let mut any = AnyState::parse_with(&start, &resources).expect("a match with the pack");
        with_state!(&mut any, state => begin(state));
        with_state!(&any, state => check_state(state, |text| AnyState::parse_with(text, &resources)));
    }
});
