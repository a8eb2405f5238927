//! Three seats: Monte Carlo tree search in which everyone plays for himself, with estimates for random games.
//!
//! Each way down the tree ends at a move that was not looked at before. The position after it becomes a node: all its
//! moves get the shares that a max^n quiescence search finds after them, and the best for its mover counts for the whole
//! way. A move is worth the mean of what the ways through it have found, for who makes it. So a reply counts as much as
//! it is good for its player, where a max^n search stakes all on the one that looks best, and a best-reply search takes it
//! for granted that others play against one. The root seat settles on his best moves; of what the others do no more is thought
//! certain than after some ways, as they may not see what the tree sees.
//!
//! CITE: N. Sturtevant, "An analysis of UCT in multi-player games", CG 2008 (max^n in trees); N. Sturtevant, M. Bowling,
//! "Robust game play against unknown opponents", AAMAS 2006 (replies that are a mix); C. Rosin, "Multi-armed
//! bandits with episode context", 2011, and D. Silver and others, Nature 550, 2017 (the bound with a prior, estimates in
//! place of random games); G. Chaslot and others, "Parallel Monte-Carlo tree search", CG 2008 (virtual losses).

mod expand;
mod expansion;
mod quiescence_cache;
mod search;
mod tree;
