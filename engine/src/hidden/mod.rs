//! Hidden cards: three searches of a position of which one player sees a part.
//!
//! Each begins with the view of that player and never with a full position, so that no answer
//! depends on hidden cards.
//!
//! ISMCTS (`ismcts`, the default) samples worlds that agree with the view. It shares its statistics
//! among all worlds that look alike to the player, so that the player cannot plan by hidden cards.
//! The opponents do not see the player's cards either. Its answers improve with the number of
//! worlds. Where every sampled world ends within the tree, the rest of the game is solved exactly.
//!
//! The search over views (`views`, `node`, `bounds`) is an expectimax that samples no worlds. A
//! player whose cards are hidden plays, with each possible hand, the best move of that hand. The
//! search counts the hands for which each move is the best. A move leads to the same view with
//! every hand, so it is searched only once. In this search the opponents play as if they saw the
//! root player's cards.
//!
//! Determinization (`determinization`) searches sampled worlds in which all cards are open. It is
//! here for comparison.
//!
//! Sampled worlds that contradict the opponents' recent moves are mostly rejected (`clues`).

mod bounds;
mod clues;
mod determinization;
mod ismcts;
mod node;
mod rollout;
mod sampling;
mod search;
mod thread;
mod views;
