//! Compiles the tables of the listed games here, once, as `selfplay` does with matches.

use std::hint::black_box;

use crate::Tabled;

/// Functions that are compiled in this crate.
fn entry_points<G: Tabled>() {
    black_box(G::open_tables as fn(_, _) -> _);
    black_box(G::build_tables as fn(_, _, _, _, _, _) -> _);
    black_box(G::verify_tables as fn(_, _, _, _) -> _);
    black_box(G::list_tables as fn(_, _) -> _);
}

macro_rules! compile {
    ($id:ident, $game:ty) => {
        entry_points::<$game>();
    };
}

/// Names the entry points for each listed game. It is never called.
#[doc(hidden)]
#[inline(never)]
pub fn compiled_for_each_game() {
    games::for_each_game!(compile);
}
