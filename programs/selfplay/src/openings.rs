//! `selfplay openings`.

use cli::{Failure, print, shown_progress};
use engine::Playable;
use games::{State, with_state};
use selfplay::BalancedOpenings;

use super::args::OpeningsArguments;

/// Draws openings that are nearly even.
pub(crate) fn run(args: &OpeningsArguments) -> Result<(), Failure> {
    let pack = args.pack.read()?;
    with_state!(&pack.start(&args.game)?, state => draw(state, args))
}

fn draw<G: Playable>(start: &State<G>, args: &OpeningsArguments) -> Result<(), Failure> {
    let mut openings = BalancedOpenings::new(start, args.seed)?;
    (openings.moves, openings.within, openings.nodes) = (args.opening, args.within, args.nodes);
    let mut progress = shown_progress(args.quiet);
    progress.begin(args.count, 0);
    for number in 1..=args.count {
        let (position, _) = openings.next()?;
        print(&format!("{position}\n"))?;
        progress.advance(number, &|| "openings".to_owned());
    }
    progress.finish();
    Ok(())
}
