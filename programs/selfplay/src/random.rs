//! `selfplay random`.

use cli::{Failure, print, shown_progress};
use games::{Notation, Resources, State, format_game, with_state};
use selfplay::{RandomGames, check_random_game};

use super::args::RandomArguments;

/// Plays random games.
pub(crate) fn run(args: &RandomArguments) -> Result<(), Failure> {
    let pack = args.pack.read()?;
    with_state!(&pack.start(&args.game)?, state => play(state, &pack.resources, args))
}

fn play<G: Notation>(
    start: &State<G>,
    resources: &Resources,
    args: &RandomArguments,
) -> Result<(), Failure> {
    let mut progress = shown_progress(args.quiet);
    progress.begin(args.games, 0);
    let mut results = RandomGames::default();
    for number in 0..args.games {
        let (end, outcome) = check_random_game((start, resources), args.seed, number)?;
        results.add(&end, outcome);
        progress.advance(number + 1, &|| "random games".to_owned());
    }
    progress.finish();
    print(&results.text(&format_game(start.game())))
}
