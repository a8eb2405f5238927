//! Monte Carlo tree search (MCTS): one tree for every search that grows one.
//!
//! A simulation *selects* a path of moves from the root, *expands* the tree by a node at its end,
//! *evaluates* that leaf, and *backpropagates* the value: each move of the path counts it for the
//! seat that made the move. So any number of seats may play (max^n).
//!
//! | part | here |
//! |---|---|
//! | nodes, edges, backpropagation | [`Tree`] |
//! | selection of a move | [`SelectionRule`] |
//! | evaluation of a leaf | [`LeafEvaluation`] |
//! | simulations in sampled worlds | [`SampledTree`], [`Simulator`] |
//!
//! Three searches use it. They differ in the selection rule and in the evaluation of leaves:
//!
//! | search | selection rule | evaluation of a leaf |
//! |---|---|---|
//! | three seats (`mcts::maxn`) | UCB with a prior (PUCT) | max^n quiescence search |
//! | hidden cards (`hidden::ismcts`) | UCB1 by availability | a short rollout, then an estimate |
//! | the UCT baseline of matches | UCB1 | random moves to the end of the game |
//!
//! CITE: L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006 (UCT);
//! N. Sturtevant, "An analysis of UCT in multi-player games", CG 2008 (max^n in trees).

pub(crate) mod maxn;
mod select;
mod simulation;
mod tree;

pub use select::SelectionRule;
pub use simulation::{LeafEvaluation, SampledTree, Simulator};
pub use tree::{Edge, Node, Step, Tree};
