//! Improves parameters and weights by games: the variables, the matches and the runs.

mod by_cma;
mod by_spsa;
mod comparison;
mod duel;
mod exchange;
mod run;
mod variables;

pub use by_cma::{ByCma, ByCmaState};
pub use by_spsa::BySpsa;
pub use comparison::{
    Comparison, NewAgainstOld, check_players, in_whole_units, players_with_weights, verify,
};
pub use duel::{Batch, Configuration, Duel};
pub use exchange::Exchange;
pub use run::{IterationRecord, LOG, Method, Run};
pub use variables::{Variable, Variables};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The seed of the games of one batch.
fn seed_of_games(seed: u64, batch: u64) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    // These streams are far from those of the optimisers.
    rng.set_stream(u64::MAX - batch);
    rng.random()
}
