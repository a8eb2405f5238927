//! Compiles the searches for proofs in the listed games here, once, as `selfplay` does with
//! matches.

use std::hint::black_box;

use games::{Notation, Tactics};

use crate::{Chances, ShortestGames, Solution, check_proof, solve};

/// Functions that are compiled in this crate.
fn entry_points<G: Tactics + Notation>() {
    black_box(solve::<G> as fn(_, _, _) -> _);
    black_box(Solution::<G>::known as fn(_, _) -> _);
    black_box(Solution::<G>::proof as fn(_, _) -> _);
    black_box(check_proof::<G> as fn(_, _) -> _);
    black_box(Chances::<'_, G>::new as fn(_, _) -> _);
    black_box(Chances::<'_, G>::deepen as fn(_, _) -> _);
    black_box(ShortestGames::<'_, G>::new as fn(_, _) -> _);
    black_box(ShortestGames::<'_, G>::deepen as fn(_, _) -> _);
}

games::compile_for_each_game!(entry_points);
