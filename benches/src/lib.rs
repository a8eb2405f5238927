//! The common parts of the benchmarks: interleaved timing, means, positions, and other engines.
//!
//! Every benchmark asserts the answers that it times. A comparison is a ratio from one run, in
//! which the contestants alternate, because a machine is seldom idle.
//!
//! ```
//! use benches::{interleaved, opening_positions, ratio, seconds};
//! use games::{State, maitres::Maitres, perft};
//!
//! let game = State::<Maitres>::parse("maitres startpos")?.into_game();
//! let positions = opening_positions(&game, 3);
//! let count = |depth| positions.iter().map(|state| perft(&game, state.position(), depth)).sum::<u64>();
//! let [short, long] = interleaved(3, [&mut || seconds(|| count(1)).0, &mut || seconds(|| count(2)).0]);
//! println!("a move more takes {:.1} times as long", ratio(&[long], &[short]));
//! assert!(count(2) > count(1));
//! # Ok::<(), games::ParseError>(())
//! ```

mod checkers;
mod peer;
mod positions;
mod quantised;
mod run;
mod timing;

pub use checkers::Checkers;
pub use peer::{Peer, PeerState, peer_options, peer_value};
pub use positions::opening_positions;
pub use quantised::{Quantised, QuantisedGame, QuantisedLinear};
pub use run::BenchRun;
pub use timing::{geometric_mean, interleaved, median, ratio, seconds};
