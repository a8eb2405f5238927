//! Compiles the tuning of the listed games here, once, as `selfplay` does with matches.

use std::hint::black_box;

use engine::{Playable, StopFlag};
use selfplay::Silent;

use crate::data::{Deduplicator, Recorder};
use crate::fit::load_as;
use crate::tune::{ByCma, BySpsa, Duel, Method, NewAgainstOld, Variables, verify};
use crate::{Error, Fitting, Generation, Night, Round};

/// Functions that are compiled in this crate.
fn entry_points<G: Playable>() {
    black_box(Generation::<G>::run as fn(_, _, _, _, _) -> _);
    black_box(Recorder::<G>::new as fn(_, _, _, _) -> _);
    black_box(Recorder::<G>::compact as fn(_, _) -> _);
    black_box(Deduplicator::<G>::new as fn(_, _) -> _);
    black_box(Deduplicator::<G>::keep_new as fn(_, _) -> _);
    black_box(load_as::<G> as fn(_, _) -> _);
    black_box(Fitting::<'_, G>::never as fn(_) -> _);
    black_box(Duel::<G>::new as fn(_, _, _) -> _);
    black_box(Duel::<G>::searches as fn(_) -> _);
    black_box(Duel::<G>::between as fn(_, _, _, _) -> _);
    black_box(<BySpsa as Method<G>>::iterate as fn(_, _, _, _, _) -> _);
    black_box(<ByCma as Method<G>>::iterate as fn(_, _, _, _, _) -> _);
    black_box(Variables::parse::<G> as fn(_, _, _, _, _) -> _);
    black_box(NewAgainstOld::contest::<G> as fn(_, _) -> _);
    black_box(verify::<G> as fn(_, _, _, _) -> _);
    black_box(night::<G> as fn(_, _) -> _);
}

/// A night without output.
fn night<G: Playable>(night: &Night<'_>, game: &G) -> Result<Vec<Round>, Error> {
    night.run(game, &StopFlag::default(), &mut Silent, |_| Ok(()))
}

games::compile_for_each_game!(entry_points);
