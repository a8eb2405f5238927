//! What is remembered: the transposition table, its near part, and the evaluation cache.

pub(crate) mod entry;
pub(crate) mod evaluation_cache;
pub(crate) mod near;
pub(crate) mod transposition;
