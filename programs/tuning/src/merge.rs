//! `tuning merge`.

use std::path::PathBuf;

use clap::Args;
use cli::{Failure, print_line};
use games::{Notation, Resources, with_state};
use selfplay::lock_unwritten;
use selfplay::write_atomically;
use tuning::data::{CompactGame, DataFile, Deduplicator, format_data, merge_data};

pub(super) const EXAMPLE: &str = "Example: tuning merge part-0.data part-1.data --out whole.data";

#[derive(Args)]
pub(super) struct Arguments {
    /// Data of parts of one run; merged data can be merged again
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file to write; it may be one of the input files
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Merges parts.
pub(super) fn run(args: &Arguments) -> Result<(), Failure> {
    // The lock is held until the end.
    let old = lock_unwritten(&args.out)?;
    if old.as_ref().is_some_and(|old| old.metadata().is_ok_and(|about| about.len() > 0)) {
        // A file that is not a data file is never replaced.
        DataFile::read(&args.out)?;
    }
    let parts = args.files.iter().map(|file| DataFile::read(file)).collect::<Result<_, _>>()?;
    let (header, mut games, finished) = merge_data(parts)?;
    let resources = header.plan.resources()?;
    let start = header.plan.start()?;
    with_state!(&start, state => keep_new(state.game(), &resources, &mut games))?;
    write_atomically(&args.out, &format_data(&header, &games, finished)?)?;
    let positions: usize = games.iter().map(|game| game.samples.len()).sum();
    let dropped: u64 = games.iter().map(|game| u64::from(game.dropped)).sum();
    let count = games.len();
    let missing = if finished { "" } else { "; some games are missing" };
    print_line(&format!(
        "{count} games, {positions} positions, {dropped} more seen before{missing}"
    ))
}

fn keep_new<G: Notation>(
    game: &G,
    resources: &Resources,
    games: &mut [CompactGame],
) -> Result<(), Failure> {
    let mut deduplicator = Deduplicator::new(game, resources);
    let keep = |game| deduplicator.keep_new(game).map(drop);
    games.iter_mut().try_for_each(keep).map_err(Failure::input)
}
