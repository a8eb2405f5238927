//! Nodes where chance acts: expectimax with bounds (Star1, Star2).

pub(crate) mod branch;
pub(crate) mod mean;
pub(crate) mod node;
