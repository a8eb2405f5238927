//! Proofs: what a player can force, found by proof-number search, written as a strategy, and checked by the rules alone.
//!
//! [`solve`] asks two questions of a position: can the player to act force the whole point, and can the others force that
//! he gets nothing? A proof is a strategy that reaches the goal against every defence; a refutation is a strategy by which
//! the defence avoids it for ever. [`Solution::proof`] writes one as text, and [`check_proof`] goes through such a text with nothing but
//! the rules.
//!
//! ```
//! use games::{State, etoile::EtoileOnSquare8};
//! use solve::{SolveLimits, CheckedProof, check_proof, solve};
//!
//! let text = "etoile:board=square8,players=2,rules=english A Kc3 Kg3 0 -";
//! let state = State::<EtoileOnSquare8>::parse(text)?;
//! let solution = solve(&state, &SolveLimits { nodes: Some(100_000), ..SolveLimits::default() }, &|| false)?;
//! println!("{}", solution.result.word());
//!
//! let proof = solution.proof(&state)?.expect("it was decided");
//! assert!(matches!(check_proof(&state, &proof), Ok(CheckedProof { .. })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With a die nothing is forced for long: [`Chances`] bounds what a player can expect, more closely with each move ahead.
//!
//! [`ShortestGames`] are those in which all players help one of them.
//!
//! # Draws that depend on how a game came about
//!
//! A strategy that wins never needs a position twice: what it does when it is there for the last time, it can do when
//! it is there for the first time, with as many quiet turns to spare or more. So a position that returns in the line under search is a failure
//! for who tries, and a win that is found holds under every rule of repetition. A refutation may rest on such a return. Then it is
//! known for that line only, until it rests on no position before its own (the graph-history interaction problem).
//! Cycles make too many lines to follow one by one. So now and then we look at all positions seen so far, and suppose that
//! every one not yet looked into reaches the goal. A position that cannot reach it even then is refuted.
//! Positions that the game has been through so often that one more time is a draw are draws. Quiet turns are counted in
//! the positions themselves. A win that is longer than the moves left (`plies`) is none.
//!
//! CITE: df-pn, A. Nagai, 2002; virtual proof numbers for many threads, T. Kaneko, "Parallel depth first proof number search",
//! AAAI 2010; weak proof numbers, which count a position once that can be reached in many ways, T. Ueda and others, 2008; the interaction, A.
//! Kishimoto and M. Müller, "A general solution to the graph history interaction problem", AAAI 2004.

mod chance;
mod check;
mod endless;
mod goal;
mod numbers;
mod proof;
mod prover;
mod shortest;
mod solution;
mod store;

pub use chance::{Chance, Chances};
pub use check::{CheckError, CheckedProof, check_proof};
pub use goal::Goal;
pub use proof::PROOF_HEAD;
pub use shortest::{ShortGame, ShortestGames};
pub use solution::{Solution, SolveError, SolveLimits, SolveResult, solve, solve_on};
pub use store::StoreError;
