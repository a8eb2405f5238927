//! The search under uncertainty: three ways to allow for what one player does not see.
//!
//! All begin with his view, never with a full position, so that nothing depends on what is hidden from him.
//!
//! The tree search (`tree`, how the engine plays) deals worlds that agree with the view and shares what it
//! learns among all that look alike to the player: a later turn of his own is one decision. Nor do the others
//! choose by what he holds. It is better with each world; where every world ends, the game is solved.
//!
//! The search over views (`views`, `node`, `bounds`) is an expectimax without dealing. A player whose cards are hidden
//! chooses the best of the moves that he holds, for each hand that he may hold; how many hands make each move
//! the choice is counted. His moves lead to the same views whatever else he holds, so each is searched once for
//! all his hands. There players with hidden cards play as if they saw the cards of the player who asks.
//!
//! Plain sampled worlds (`determinization`) are there to compare with. Whoever deals worlds deals few that what others did lately belies
//! (`clues`).

mod bounds;
mod clues;
mod determinization;
mod edge;
mod ismcts;
mod node;
mod rollout;
mod sampling;
mod search;
mod thread;
mod views;
