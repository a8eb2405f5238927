//! `tuning cma`.

use clap::Args;
use cli::{Failure, read_count, whole};
use engine::Playable;
use games::with_game;
use serde::Serialize;
use tuning::optimisers::Cma;
use tuning::tune::{ByCma, Variable};

use super::tune::{TuneArguments, Tuner};

pub(super) const EXAMPLE: &str = "Example: tuning cma ruches --weights-group points,takes_mover,mobility \
    --each nodes=1000 --games 60000 --out three --for 8h --verify";

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    tune: TuneArguments,
    /// Units played by each candidate
    #[arg(long, value_name = "N", default_value = "50", value_parser = read_count)]
    units: u64,
    /// Candidates in a generation [default: 4 + 3 ln(number of values)]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(4, 1000))]
    population: Option<u32>,
}

/// Everything that the result depends on, in addition to the plan.
#[derive(Serialize)]
struct CmaOptions<'a> {
    variables: &'a [Variable],
    units_of_candidate: u64,
    population: usize,
}

/// Searches by CMA-ES.
pub(super) fn run(args: &Arguments) -> Result<(), Failure> {
    with_game!(&args.tune.start()?, G => tune::<G>(args))
}

fn tune<G: Playable>(args: &Arguments) -> Result<(), Failure> {
    let tuner = Tuner::<G>::new(&args.tune)?;
    let seed = args.tune.run.seed;
    let population = args.population.map(|count| count as usize);
    let cma = Cma::new(tuner.variables.dimensions(), seed, population);
    let options = CmaOptions {
        variables: &tuner.variables.list,
        units_of_candidate: args.units,
        population: cma.population(),
    };
    let games_per_unit = tuner.duel.games_per_unit();
    let least = (options.population as u64).saturating_mul(args.units);
    let method = ByCma { cma, seed, units: args.units, games_per_unit };
    tuner.run(&method, "cma", &options, least.saturating_mul(games_per_unit))
}
