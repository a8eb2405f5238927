//! `tuning spsa`.

use clap::Args;
use cli::{Failure, read_count};
use engine::Playable;
use games::{ParseError, with_game};
use serde::Serialize;
use tuning::optimisers::Spsa;
use tuning::tune::{BySpsa, Variable};

use super::tune::{TuneArguments, Tuner};

pub(super) const EXAMPLE: &str = "Example: tuning spsa benedictine --params lmr_min_move,lmr_base \
    --each nodes=2000 --games 40000 --out lmr --until 07:00 --verify";

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    tune: TuneArguments,
    /// Units in an iteration
    #[arg(long, value_name = "N", default_value = "8", value_parser = read_count)]
    units: u64,
    /// The learning rate at the end: the share of its step by which one won game changes a number
    #[arg(long, value_name = "R", default_value = "0.002", value_parser = read_share)]
    r_end: f64,
}

fn read_share(text: &str) -> Result<f64, ParseError> {
    let share = text.parse().ok().filter(|&share: &f64| share > 0.0 && share <= 1.0);
    share.ok_or_else(|| ParseError::new("share", text, "a number above 0, at most 1"))
}

/// Everything that the result depends on, in addition to the plan.
#[derive(Serialize)]
struct SpsaOptions<'a> {
    variables: &'a [Variable],
    units_of_iteration: u64,
    r_end: f64,
}

/// Searches by SPSA.
pub(super) fn run(args: &Arguments) -> Result<(), Failure> {
    with_game!(&args.tune.start()?, G => tune::<G>(args))
}

fn tune<G: Playable>(args: &Arguments) -> Result<(), Failure> {
    let tuner = Tuner::<G>::new(&args.tune)?;
    let games_per_unit = tuner.duel.games_per_unit();
    let dimensions = tuner.variables.dimensions();
    let pairs = args.tune.games / games_per_unit;
    let seed = args.tune.run.seed;
    let spsa = Spsa::new(dimensions, seed, pairs, args.r_end);
    let method = BySpsa { spsa, seed, units: args.units, games_per_unit };
    let variables = &tuner.variables.list;
    let options = SpsaOptions { variables, units_of_iteration: args.units, r_end: args.r_end };
    tuner.run(&method, "spsa", &options, args.units.saturating_mul(games_per_unit))
}
