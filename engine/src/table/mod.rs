//! Tables: the transposition table, and those of each thread: the near table, the evaluation cache
//! and the cache of quiescence searches for three seats.

pub(crate) mod entry;
pub(crate) mod evaluation_cache;
pub(crate) mod near;
pub(crate) mod quiescence_cache;
pub(crate) mod transposition;
