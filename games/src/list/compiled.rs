//! Compiles functions of the listed games here, once, as `selfplay` does with matches. All of them,
//! and the larger functions that they call, have `#[inline(never)]`.

use std::hint::black_box;

use crate::{Actions, Listed, State, format_game, format_position, perft, successors};

/// Functions that are compiled in this crate. Those of the trait [`Notation`](crate::Notation) are
/// here for games with several boards, whose code is generic.
fn entry_points<G: Listed + Actions>() {
    black_box(G::list_moves as fn(_, _, _));
    black_box(G::list_routes as fn(_, _, _));
    black_box(G::from_options as fn(_) -> _);
    black_box(G::option_values as fn(_) -> _);
    black_box(G::parse_fields as fn(_, _) -> _);
    black_box(G::format_fields as fn(_, _) -> _);
    black_box(G::format_move as fn(_, _, _) -> _);
    black_box(G::format_moves as fn(_, _, _) -> _);
    black_box(G::parse_move as fn(_, _, _) -> _);
    black_box(G::parse_moves as fn(_, _, _) -> _);
    black_box(G::other_routes as fn(_, _) -> _);
    black_box(G::diagram as fn(_, _, _) -> _);
    black_box(State::<G>::parse_with as fn(_, _) -> _);
    black_box(State::<G>::move_text as fn(_, _) -> _);
    black_box(State::<G>::move_texts as fn(_, _) -> _);
    black_box(State::<G>::legal_texts as fn(_) -> _);
    black_box(State::<G>::legal_events as fn(_) -> _);
    black_box(State::<G>::is_legal as fn(_, _) -> _);
    black_box(State::<G>::parse_event as fn(_, _) -> _);
    black_box(State::<G>::parse_step as fn(_, _) -> _);
    black_box(State::<G>::try_step as fn(_, _) -> _);
    black_box(format_game::<G> as fn(_) -> _);
    black_box(format_position::<G> as fn(_, _) -> _);
    black_box(perft::<G> as fn(_, _, _) -> _);
    black_box(successors::<G> as fn(_, _) -> _);
}

compile_for_each_game!(entry_points);
