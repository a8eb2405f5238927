//! The search under uncertainty: expectimax over what one player knows.
//!
//! It searches views, never full positions, so that nothing depends on what the player cannot see and no
//! plan either: a later turn of his own is one decision for all that the others may hold.
//! A player whose cards are hidden chooses the best of the moves that he holds, for each hand that he may
//! hold; how many hands make each move the choice is counted, not sampled. His moves lead to the same
//! views whatever else he holds, so each is searched once for all his hands.
//!
//! What is left out: players draw no conclusions from what others did, and those with hidden cards play
//! as if they saw the cards of the player who asks.

mod node;
mod root;
mod sampling;
mod tree;
mod worlds;

pub(crate) use root::{Findings, Inquiry};
