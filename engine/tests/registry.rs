//! Every listed game can be searched from its start. A search of a fixed size gives the same answer
//! again.

use engine::{Playable, Request, Searcher};
use games::{Actor, AnyState, Information, State, random_step, with_state};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The first position in which a player is to act, as that player sees it.
fn first_decision<G: Playable>(mut state: State<G>) -> State<G> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    while state.actor() == Actor::Chance {
        random_step(&mut state, &mut Vec::new(), &mut rng);
    }
    state.seen_by(G::Information::player(state.game(), state.position()))
}

fn repeats<G: Playable>(name: &str, start: State<G>) {
    let state = first_decision(start);
    let search =
        |_| Searcher::new(state.game().clone()).search(&state, &Request::new().nodes(2000));
    let [one, two] = [1, 2].map(search);
    assert!(one.best().is_some_and(|mv| state.is_legal(mv)), "a legal move in {name}");
    assert_eq!(one.variations, two.variations, "{name}");
    assert_eq!((one.value, one.nodes), (two.value, two.nodes), "{name}");
}

#[test]
fn every_game_is_searched_from_its_start() {
    for name in AnyState::NAMES {
        let any = AnyState::start(name).expect("a game");
        with_state!(any, start => repeats(name, start));
    }
}
