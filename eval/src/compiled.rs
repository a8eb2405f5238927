//! Compiles what depends on features for the listed games here, once, as `selfplay` does with
//! matches.

use std::hint::black_box;

use games::Notation;

use crate::{Evaluate, Explanation, Linear, Trace, Weights};

/// Functions that are compiled in this crate.
fn entry_points<G: Evaluate + Notation>() {
    black_box(Weights::zero::<G> as fn(_) -> _);
    black_box(Weights::default_for::<G> as fn(_) -> _);
    black_box(Weights::format::<G> as fn(_, _) -> _);
    black_box(Linear::sums::<G> as fn(_, _, _) -> _);
    black_box(Trace::of::<G> as fn(_, _) -> _);
    black_box(Explanation::of::<G> as fn(_, _, _) -> _);
}

games::compile_for_each_game!(entry_points);
