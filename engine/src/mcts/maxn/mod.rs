//! Three seats: Monte Carlo tree search in which each seat plays for itself (max^n), with static
//! evaluations in place of rollouts.
//!
//! A simulation ends at a move that has no node yet. The position after it becomes a node. Each of
//! that node's moves gets an estimate: the shares that a max^n quiescence search finds after the
//! move. The estimate that is best for the node's mover is the value of the simulation.
//!
//! The value of a move is the mean of its simulations for the seat that makes it. So opponents
//! answer with a mix of good replies. A max^n search relies on the one reply with the best value,
//! and a best-reply search assumes that the opponents play against the root seat.
//!
//! CITE: N. Sturtevant, "An analysis of UCT in multi-player games", CG 2008 (max^n in trees); N.
//! Sturtevant, M. Bowling, "Robust game play against unknown opponents", AAMAS 2006 (mixed
//! replies); C. Rosin, "Multi-armed bandits with episode context", 2011, and D. Silver and others,
//! Nature 550, 2017 (PUCT, estimates in place of random games); G. Chaslot and others, "Parallel
//! Monte-Carlo tree search", CG 2008 (virtual losses).

mod edge;
mod evaluation;
mod search;
mod tree;
