//! Counting the tree of moves and events (perft), the standard check of a move generator.

use crate::{Actor, Game};

/// The number of paths of `depth` moves and events from `position`. Each event counts once, with
/// any probability. Draws by history are ignored. The last ply is counted in bulk.
#[inline(never)]
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    paths(game, *position, depth)
}

/// The position is passed by value: if its moves are only counted, it is never written to memory.
#[inline(always)]
fn paths<G: Game>(game: &G, position: G::Position, depth: u32) -> u64 {
    if depth == 1 && !G::CHANCE {
        game.count_moves(&position)
    } else {
        longer_paths(game, position, depth)
    }
}

fn longer_paths<G: Game>(game: &G, position: G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match game.actor(&position) {
        Actor::Over(_) => 0,
        Actor::Seat(_) if depth == 1 => game.count_moves(&position),
        Actor::Seat(_) => {
            let mut total = 0;
            game.each_move(&position, |mv| {
                total += paths(game, game.play(&position, mv), depth - 1);
            });
            total
        }
        Actor::Chance => {
            let mut total = 0;
            game.each_event(&position, |event, _| {
                total += paths(game, game.apply_event(&position, event), depth - 1);
            });
            total
        }
    }
}

/// The positions after each move or event of `position`, in generation order; empty where the game
/// is over. `perft` is the sum over them.
#[inline(never)]
pub fn successors<G: Game>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let mut children = Vec::new();
    match game.actor(position) {
        Actor::Over(_) => {}
        Actor::Seat(_) => {
            let mut moves = Vec::new();
            game.list_moves(position, &mut moves);
            children.extend(moves.into_iter().map(|mv| game.play(position, mv)));
        }
        Actor::Chance => {
            game.each_event(position, |event, _| children.push(game.apply_event(position, event)));
        }
    }
    children
}
