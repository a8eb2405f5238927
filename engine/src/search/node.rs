//! The data of one alpha-beta node.

use eval::Value;
use games::Game;

use crate::search::control::Stopped;
use crate::search::units::{Depth, Ply};
use crate::search::window::Window;

/// The value of a position, for the seat whose turn it is.
pub(crate) type Searched = Result<Value, Stopped>;

/// The value of a node with its best move. There is no best move where all moves fail low.
pub(crate) type NodeResult<M> = Result<(Value, Option<M>), Stopped>;

/// Where a node is in the tree, as the transposition table needs it.
#[derive(Clone, Copy)]
pub(crate) struct NodeInfo {
    pub(crate) depth: Depth,
    pub(crate) ply: Ply,
    /// The thread's count of estimates when the node was entered.
    pub(crate) estimates: u64,
}

/// The static evaluation of a node, made before any of its moves is searched.
#[derive(Clone, Copy)]
pub(crate) struct StaticEval {
    /// The estimate of the position, where a technique needs it.
    pub(crate) estimate: Option<Value>,
    /// Neither side has a tactical move or a win at hand. Only computed at depths at which nodes or
    /// moves may be pruned.
    pub(crate) quiet: bool,
    /// The estimate has risen since the mover's last turn, or the earlier estimate is not known.
    pub(crate) improving: bool,
}

impl StaticEval {
    /// No technique needs it, or the position is noisy.
    pub(crate) const NONE: Self = Self { estimate: None, quiet: false, improving: true };
}

/// The properties of a move from which its late move reduction follows.
#[derive(Clone, Copy)]
pub(crate) struct LmrMove {
    /// Its number in the order of moves, from 0.
    pub(crate) index: usize,
    /// The move is quiet, not noisy.
    pub(crate) quiet: bool,
    /// Its history score.
    pub(crate) history: i32,
    /// The static evaluation of the node is improving.
    pub(crate) improving: bool,
}

/// The properties of a node that stay the same while its moves are searched.
pub(crate) struct Node<'a, G: Game> {
    pub(crate) position: &'a G::Position,
    pub(crate) info: NodeInfo,
    pub(crate) window: Window,
    /// In best-reply search: the move with the highest move score.
    pub(crate) promising: Option<G::Move>,
    pub(crate) static_eval: StaticEval,
    /// How many moves deeper its moves are searched.
    pub(crate) extension: i32,
}

impl<G: Game> Node<'_, G> {
    /// The depth that is left after a move.
    #[inline(always)]
    pub(crate) fn depth_below(&self) -> Depth {
        self.info.depth.less(1 - self.extension)
    }
}
