//! Alpha-beta: iterative deepening, principal variation and zero-window nodes, quiescence,
//! ordering.

pub(crate) mod abdada;
pub(crate) mod alpha_beta;
pub(crate) mod aspiration;
pub(crate) mod control;
pub(crate) mod deepening;
pub(crate) mod endings;
pub(crate) mod memory;
pub(crate) mod move_picker;
pub(crate) mod node;
pub(crate) mod ordering;
pub(crate) mod parallel;
pub(crate) mod perfect;
pub(crate) mod pruning;
pub(crate) mod quiescence;
pub(crate) mod root;
pub(crate) mod statistics;
pub(crate) mod thread;
pub(crate) mod units;
pub(crate) mod window;
