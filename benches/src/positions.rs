//! Positions to search.

use games::{Actor, State, Tactics, random_step};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// `count` positions in which a seat acts. The first is the start (after a first event, if chance
/// begins), the others follow after a few random moves. None has a win by the next move. They are
/// always the same.
pub fn opening_positions<G: Tactics>(game: &G, count: usize) -> Vec<State<G>> {
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    let mut found = Vec::new();
    let mut steps = 0;
    while found.len() < count {
        let mut state = State::start(game.clone());
        let mut buffer = Vec::new();
        for _ in 0..steps {
            random_step(&mut state, &mut buffer, &mut rng);
        }
        if state.actor() == Actor::Chance {
            random_step(&mut state, &mut buffer, &mut rng);
        }
        let quiet = matches!(state.actor(), Actor::Seat(_)) && !game.wins_now(state.position());
        if quiet {
            // A single position without history.
            found.push(state.without_history());
        }
        // The start occurs only once.
        steps = 1 + steps % 11;
    }
    found
}
