//! Compiles matches of the listed games here, once.
//!
//! A crate does not compile a generic function again if a crate below it has compiled the function
//! for the same types. At optimisation levels 0 and 1 this holds for all functions, at level 3 for
//! those with `#[inline(never)]`. Without this module, each program and each test compiles the
//! players and the referee for every game.

use std::hint::black_box;

use engine::Playable;

use crate::{
    BalancedOpenings, Contest, LuckMeter, Match, MatchLog, Openings, PlayerPool, RandomGames,
    SearchSettings, Tally, Timeline, WeightsSource, check_random_game, verify, view,
};

/// Functions that are compiled in this crate.
fn entry_points<G: Playable>() {
    black_box(Contest::<G>::new as fn(_) -> _);
    black_box(Contest::<G>::check_processes as fn(_, _) -> _);
    black_box(Contest::<G>::play as fn(_, _, _, _, _) -> _);
    black_box(Contest::<G>::play_all as fn(_, _) -> _);
    black_box(PlayerPool::<G>::new as fn(_) -> _);
    black_box(Match::<G>::build as fn(_) -> _);
    black_box(Match::<G>::run as fn(_) -> _);
    black_box(LuckMeter::luck::<G> as fn(_, _, _, _) -> _);
    black_box(MatchLog::open::<G> as fn(_, _, _) -> _);
    black_box(SearchSettings::factory::<G> as fn(_) -> _);
    black_box(Openings::<G>::read as fn(_, _, _) -> _);
    black_box(BalancedOpenings::<G>::new as fn(_, _) -> _);
    black_box(BalancedOpenings::<G>::next as fn(_) -> _);
    black_box(RandomGames::add::<G> as fn(_, _, _) -> _);
    black_box(check_random_game::<G> as fn(_, _, _) -> _);
    black_box(Tally::of::<G> as fn(_, _) -> _);
    black_box(Timeline::of::<G> as fn(_, _) -> _);
    black_box(WeightsSource::load::<G> as fn(_, _) -> _);
    black_box(verify::<G> as fn(_, _, _) -> _);
    black_box(view::<G> as fn(_, _) -> _);
}

games::compile_for_each_game!(entry_points);
