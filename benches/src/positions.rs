//! Positions to search.

use engine::{Limits, Question, StopFlag, Techniques};
use games::{Actor, Game, State, Tactics, random_step};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// `count` positions where a seat acts, the first that of the start (after a first event, if chance
/// begins), the others after a few random moves; none with a win at hand. Always the same.
pub fn opening_positions<G: Tactics>(game: &G, count: usize) -> Vec<State<G>> {
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    let mut found = Vec::new();
    let mut steps = 0;
    while found.len() < count {
        let mut state = State::new(game.clone(), game.start());
        let mut buffer = Vec::new();
        for _ in 0..steps {
            random_step(&mut state, &mut buffer, &mut rng);
        }
        if state.actor() == Actor::Chance {
            random_step(&mut state, &mut buffer, &mut rng);
        }
        let quiet = matches!(state.actor(), Actor::Seat(_)) && !game.wins_now(&state.position);
        if quiet {
            // A position to search, not a game: no history.
            found.push(State::new(game.clone(), state.position));
        }
        // The start itself comes once.
        steps = 1 + steps % 11;
    }
    found
}

/// A question about a position, to be searched to a depth.
pub fn question<'a, G: Game>(
    state: &'a State<G>,
    depth: u32,
    techniques: Techniques,
    interrupt: &'a StopFlag,
) -> Question<'a, G> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    Question { state, limits, lines: 1, seed: 0, techniques, interrupt }
}
