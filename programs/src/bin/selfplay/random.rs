//! `selfplay random`.

use games::{AnyState, Notation, State, format_game, with_state};
use programs::{Failure, print, shown_progress};
use selfplay::{RandomGames, check_random_game};

use super::args::Random;

/// Plays random games.
pub(crate) fn run(args: &Random) -> Result<(), Failure> {
    with_state!(&AnyState::start(&args.game)?, state => play(state, args))
}

fn play<G: Notation>(start: &State<G>, args: &Random) -> Result<(), Failure> {
    let mut progress = shown_progress(args.quiet);
    progress.begin(args.games, 0);
    let mut results = RandomGames::default();
    for number in 0..args.games {
        let (end, outcome) = check_random_game(start, args.seed, number)?;
        results.add(&end, outcome);
        progress.advance(number + 1, &|| "random games".to_owned());
    }
    progress.finish();
    print(&results.text(&format_game(&start.game)))
}
