//! Compiles the engine's side of the protocol for the listed games here, once, as `selfplay` does
//! with matches.

use std::hint::black_box;

use engine::Playable;

use crate::server::{ProtocolGame, SearchedGame};
use crate::{answer_query, info_lines, line_texts, successors};

/// Functions that are compiled in this crate.
fn entry_points<G: Playable>() {
    black_box(SearchedGame::<G>::new as fn(_, _, _, _, _) -> _);
    black_box(<SearchedGame<G> as ProtocolGame>::configure as fn(_, _, _) -> _);
    black_box(<SearchedGame<G> as ProtocolGame>::set_position as fn(_, _) -> _);
    black_box(<SearchedGame<G> as ProtocolGame>::query as fn(_, _) -> _);
    black_box(<SearchedGame<G> as ProtocolGame>::search as fn(_, _, _, _, _) -> _);
    black_box(answer_query::<G> as fn(_, _) -> _);
    black_box(info_lines::<G> as fn(_, _, _) -> _);
    black_box(line_texts::<G> as fn(_, _) -> _);
    black_box(successors::<G> as fn(_) -> _);
}

games::compile_for_each_game!(entry_points);
