//! Alpha-beta: iterative deepening, principal variation and zero-window nodes, quiescence, ordering.

pub(crate) mod abdada;
pub(crate) mod ordering;
pub(crate) mod pv_node;
pub(crate) mod quiescence;
pub(crate) mod root;
pub(crate) mod window;
pub(crate) mod worker;
pub(crate) mod zero_window;
