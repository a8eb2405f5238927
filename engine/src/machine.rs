//! Bounds on the memory and the threads of a search.

/// The largest transposition table that options accept, in MiB.
pub const MAX_HASH: u32 = 1 << 24;

/// The largest number of threads that options accept.
pub const MAX_THREADS: usize = 1024;

/// The number of threads that this process can run at once, at most [`MAX_THREADS`].
#[must_use]
pub fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)
}
