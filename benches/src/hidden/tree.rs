//! Monte Carlo tree search over information sets, to compare with.
//!
//! CITE: P. Cowling, E. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE
//! Transactions on Computational Intelligence and AI in Games 4(2), 2012: single observer, one world
//! an iteration, a child's visits compared with the iterations in which it could be chosen.

use std::collections::HashMap;

use eval::{Evaluator, Linear, Value};
use games::buteur::{Buteur, Move, Position};
use games::{Actor, Game, Hidden, Key, Seat, pick_event};
use rand_chacha::ChaCha8Rng;

/// What is known of a move in an information set.
#[derive(Clone, Copy, Default)]
struct Child {
    visits: f64,
    available: f64,
    sum: f64,
}

type Node = HashMap<Move, Child>;

/// How much a move tried seldom is preferred.
const EXPLORATION: f64 = 0.4;

/// The move visited most after so many iterations.
pub(super) fn best_by_tree(
    game: &Buteur,
    view: &Position,
    iterations: u32,
    evaluator: &Linear,
    rng: &mut ChaCha8Rng,
) -> Move {
    let player = game.player(view);
    let mut tree: HashMap<Key, Node> = HashMap::new();
    for _ in 0..iterations {
        let mut world = game.resample(view, rng);
        let mut path = Vec::new();
        let value = loop {
            match game.actor(&world) {
                Actor::Over(outcome) => {
                    let (numerator, denominator) = outcome.share(games::Seat::FIRST);
                    break 2.0 * f64::from(numerator) / f64::from(denominator) - 1.0;
                }
                Actor::Chance => {
                    let event = pick_event(game, &world, rng).expect("an event");
                    world = game.happen(&world, event);
                }
                Actor::Seat(seat) => {
                    // The information set: what the player who asks sees.
                    let key = game.key(&game.view(&world, player));
                    let is_new = !tree.contains_key(&key);
                    let node = tree.entry(key).or_default();
                    let mv = select(game, &world, node);
                    path.push((key, seat, mv));
                    world = game.play(&world, mv);
                    if is_new && path.len() > 1 {
                        let view = game.view(&world, player);
                        let estimate = evaluator.estimate(game, &view, Seat::FIRST);
                        break f64::from(estimate.0) / f64::from(Value::ONE);
                    }
                }
            }
        };
        for (key, seat, mv) in path {
            let child = tree.entry(key).or_default().entry(mv).or_default();
            child.visits += 1.0;
            child.sum += if seat.0 == 0 { value } else { -value };
        }
    }
    let root = &tree[&game.key(view)];
    let mut best = None;
    game.each_group(view, |mv| {
        let visits = root.get(&mv).map_or(0.0, |child| child.visits);
        if best.is_none_or(|(most, _)| visits > most) {
            best = Some((visits, mv));
        }
    });
    best.expect("a move").1
}

/// The move with the highest upper bound of those possible in this world.
fn select(game: &Buteur, world: &Position, node: &mut Node) -> Move {
    let mut best = None;
    game.each_group(world, |mv| {
        let child = node.entry(mv).or_default();
        child.available += 1.0;
        let bound = if child.visits == 0.0 {
            // Promising ones first.
            1e6 + f64::from(games::Tactics::promise(game, world, mv))
        } else {
            child.sum / child.visits + EXPLORATION * (child.available.ln() / child.visits).sqrt()
        };
        if best.is_none_or(|(highest, _)| bound > highest) {
            best = Some((bound, mv));
        }
    });
    best.expect("a move").1
}
