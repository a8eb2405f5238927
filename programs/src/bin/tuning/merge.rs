//! `tuning merge`.

use std::path::PathBuf;

use clap::Args;
use games::{Notation, Resources, with_state};
use programs::{Failure, print_line};
use selfplay::lock_unwritten;
use selfplay::write_atomically;
use tuning::data::{CompactGame, DataFile, Deduplicator, ReplayError, format_data, merge_data};

pub(super) const EXAMPLE: &str = "Example: tuning merge part-0.data part-1.data --out whole.data";

#[derive(Args)]
pub(super) struct Arguments {
    /// Data of parts of one run, also some that have been merged
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file to write; it may be one of those that are read
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Merges parts.
pub(super) fn run(args: &Arguments) -> Result<(), Failure> {
    // Held until the end.
    let old = lock_unwritten(&args.out)?;
    let parts = args.files.iter().map(|file| DataFile::read(file)).collect::<Result<_, _>>()?;
    if old.is_some() {
        // Only data is ever replaced.
        DataFile::read(&args.out)?;
    }
    let (header, mut games) = merge_data(parts)?;
    let resources = header.plan.resources()?;
    let start = header.plan.start()?;
    let dropped = with_state!(&start, state => keep_new(&state.game, &resources, &mut games))?;
    write_atomically(&args.out, &format_data(&header, &games)?)?;
    let positions: usize = games.iter().map(|game| game.samples.len()).sum();
    let count = games.len();
    print_line(&format!("{count} games, {positions} positions, {dropped} more seen before"))
}

fn keep_new<G: Notation>(
    game: &G,
    resources: &Resources,
    games: &mut [CompactGame],
) -> Result<usize, Failure> {
    let mut deduplicator = Deduplicator::new(game, resources);
    let dropped = games.iter_mut().map(|game| deduplicator.keep_new(game));
    dropped.sum::<Result<usize, ReplayError>>().map_err(Failure::input)
}
