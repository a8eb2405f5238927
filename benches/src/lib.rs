//! What the benchmarks share: interleaved timing, means, positions, and the peers.
//!
//! Every benchmark asserts the answers that it times. Figures that compare are ratios taken in one
//! run, with the contestants in turn round by round, since a machine is seldom idle.

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
