//! Tables: the transposition table, the near table of each thread, and the evaluation cache.

pub(crate) mod entry;
pub(crate) mod evaluation_cache;
pub(crate) mod near;
pub(crate) mod transposition;
