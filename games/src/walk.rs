//! Random games, for tests, benches, openings and baselines. The caller owns the generator.

use rand::{Rng, RngExt};

use crate::{Actor, Game, Outcome, State};

/// A legal move drawn uniformly, or `None` where no seat acts. `buffer` is scratch space.
pub fn pick_move<G: Game>(
    game: &G,
    position: &G::Position,
    buffer: &mut Vec<G::Move>,
    rng: &mut impl Rng,
) -> Option<G::Move> {
    game.list_moves(position, buffer);
    (!buffer.is_empty()).then(|| buffer[rng.random_range(0..buffer.len())])
}

/// A chance event drawn by its probability, or `None` where there is none.
pub fn pick_event<G: Game>(
    game: &G,
    position: &G::Position,
    rng: &mut impl Rng,
) -> Option<G::Event> {
    let mut left = rng.random_range(0..game.total_weight(position));
    let mut picked = None;
    game.each_event(position, |event, weight| {
        if picked.is_none() {
            if left < weight {
                picked = Some(event);
            } else {
                left -= weight;
            }
        }
    });
    picked
}

/// Applies a random move or event; the outcome where the game is over instead.
pub fn random_step<G: Game>(
    state: &mut State<G>,
    buffer: &mut Vec<G::Move>,
    rng: &mut impl Rng,
) -> Option<Outcome> {
    match state.actor() {
        Actor::Over(outcome) => return Some(outcome),
        Actor::Seat(_) => {
            if let Some(mv) = pick_move(state.game(), state.position(), buffer, rng) {
                state.play_unchecked(mv);
            }
        }
        Actor::Chance => {
            if let Some(event) = pick_event(state.game(), state.position(), rng) {
                state.apply_event_unchecked(event);
            }
        }
    }
    None
}

/// Plays a random game to its end: the outcome and the number of moves and events.
pub fn playout<G: Game>(
    mut state: State<G>,
    buffer: &mut Vec<G::Move>,
    rng: &mut impl Rng,
) -> (Outcome, u64) {
    let mut steps = 0;
    loop {
        if let Some(outcome) = random_step(&mut state, buffer, rng) {
            return (outcome, steps);
        }
        steps += 1;
    }
}
