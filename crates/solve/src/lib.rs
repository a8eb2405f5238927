//! Proofs of the results that a player can force: found by proof-number search, written as a
//! strategy, and checked by the rules alone.
//!
//! [`solve`] asks two questions about a position. Can the player to act force the whole point? Can
//! the other players force that he gets nothing? A proof is a strategy that reaches the goal
//! against every defence. A refutation is a strategy of the defence that avoids it for ever.
//! [`Solution::proof`] writes a proof as text, and [`check_proof`] checks such a text by the rules
//! alone.
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
//! Little can be forced with a die. [`Chances`] bounds the expected result instead, more closely
//! with each move of look-ahead.
//!
//! [`ShortestGames`] finds the shortest games, in which all players help one of them to win.
//!
//! # Draws by history
//!
//! A winning strategy never needs a position twice: the move of its last visit is possible at its
//! first visit, with as many quiet turns left or more. So a repeated position in the current line
//! is a failure for the attacker, and a win holds under every rule of repetition.
//!
//! A refutation can depend on a repetition. Then it is valid only in the current line, until it
//! depends on no earlier position (the graph-history interaction problem). Cycles create too many
//! lines to follow each of them. So from time to time all visited positions are examined together,
//! on the assumption that every unexpanded position reaches the goal. A position that cannot reach
//! it even then is refuted.
//!
//! A position that has occurred so often that one more occurrence is a draw counts as a draw. Quiet
//! turns are counted in the position itself. A win that is longer than the moves left (`plies`) is
//! not a win.
//!
//! CITE: df-pn, A. Nagai, 2002; virtual proof numbers for several threads, T. Kaneko, "Parallel
//! depth first proof number search", AAAI 2010; weak proof numbers, which count a position only
//! once when several paths lead to it, T. Ueda and others, 2008; graph-history interaction, A.
//! Kishimoto and M. Müller, "A general solution to the graph history interaction problem", AAAI
//! 2004.

mod chance;
mod check;
#[cfg(not(test))]
mod compiled;
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
#[cfg(not(test))]
#[doc(hidden)]
pub use compiled::compiled_for_each_game;
pub use goal::Goal;
pub use proof::PROOF_HEAD;
pub use shortest::{ShortGame, ShortestGames};
pub use solution::{Solution, SolveError, SolveLimits, SolveResult, solve, solve_on};
pub use store::StoreError;
