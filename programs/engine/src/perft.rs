//! `engine perft`.

use cli::{Failure, print_line};
use games::{Actor, AnyState, Notation, State, perft, successors, with_state};
use rayon::prelude::*;

use super::args::Perft;

/// Counts the tree of moves and events.
pub(crate) fn run(any: &AnyState, args: &Perft) -> Result<(), Failure> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.count())
        .build()
        .map_err(|error| Failure::input(format!("--threads: {error}")))?;
    pool.install(|| with_state!(any, state => count(state, args)))
}

fn count<G: Notation>(state: &State<G>, args: &Perft) -> Result<(), Failure> {
    let (game, position) = (state.game(), state.position());
    if args.depth == 0 {
        return print_line("1");
    }
    let counts: Vec<u64> = successors(game, position)
        .par_iter()
        .map(|child| split_perft(game, child, args.depth - 1))
        .collect();
    if args.divide {
        let mut lines: Vec<_> = texts(game, position).into_iter().zip(&counts).collect();
        lines.sort();
        for (text, count) in lines {
            print_line(&format!("{text}: {count}"))?;
        }
    }
    print_line(&counts.iter().sum::<u64>().to_string())
}

/// `perft`, with the children of the position counted in parallel.
fn split_perft<G: Notation>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth < 3 {
        return perft(game, position, depth);
    }
    successors(game, position).par_iter().map(|child| perft(game, child, depth - 1)).sum()
}

/// The texts of the moves or events, in generation order.
fn texts<G: Notation>(game: &G, position: &G::Position) -> Vec<String> {
    let mut texts = Vec::new();
    match game.actor(position) {
        Actor::Over(_) => {}
        Actor::Seat(_) => {
            let mut moves = Vec::new();
            game.list_moves(position, &mut moves);
            texts = game.format_moves(position, &moves);
        }
        Actor::Chance => game.each_event(position, |event, _| texts.push(game.format_event(event))),
    }
    texts
}
