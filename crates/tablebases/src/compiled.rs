//! Compiles the tables of the listed games here, once, as `selfplay` does with matches.

use std::hint::black_box;

use crate::Tabled;

/// Functions that are compiled in this crate.
fn entry_points<G: Tabled>() {
    black_box(G::open_tables as fn(_, _) -> _);
    black_box(G::own_tables as fn(_) -> _);
    black_box(G::build_tables as fn(_, _, _, _, _, _) -> _);
    black_box(G::verify_tables as fn(_, _, _, _) -> _);
    black_box(G::list_tables as fn(_, _) -> _);
}

games::compile_for_each_game!(entry_points);
