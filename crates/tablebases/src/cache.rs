//! A cache of table blocks that were read recently, shared by all threads.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use crate::file::BLOCK;

/// The number of blocks in the cache: 128 MiB of them.
const CACHED: usize = (128 << 20) / (2 * BLOCK);

/// The number of shards. Each has its own lock, so that threads seldom wait for each other.
const SHARDS: usize = 16;

/// The number of a table and of a block in it.
pub(crate) type BlockKey = (usize, usize);

/// A cache of blocks of codes. The oldest blocks are dropped first.
pub(crate) struct Cache {
    shards: [Mutex<CacheShard>; SHARDS],
    /// The greatest number of blocks of a shard.
    most: usize,
}

#[derive(Default)]
struct CacheShard {
    blocks: HashMap<BlockKey, Arc<[u16]>>,
    order: VecDeque<BlockKey>,
}

impl Cache {
    /// A cache of 128 MiB.
    pub(crate) fn new() -> Self {
        Self::of_blocks(CACHED)
    }

    /// A cache of about this number of blocks.
    fn of_blocks(blocks: usize) -> Self {
        let shards = std::array::from_fn(|_| Mutex::new(CacheShard::default()));
        Self { shards, most: (blocks / SHARDS).max(1) }
    }

    /// A block. If it is not in the cache, `read` reads it.
    pub(crate) fn get<E>(
        &self,
        key: BlockKey,
        read: impl FnOnce() -> Result<Vec<u16>, E>,
    ) -> Result<Arc<[u16]>, E> {
        let shard = &self.shards[(key.0 ^ key.1) % SHARDS];
        // Each change is one insertion or removal. So the cache is valid even if a thread panicked
        // while it held the lock.
        let lock = || shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(block) = lock().blocks.get(&key) {
            return Ok(Arc::clone(block));
        }
        // Other threads may read the same block at the same time. This costs a little work, but
        // nobody waits.
        let block: Arc<[u16]> = read()?.into();
        let mut shard = lock();
        if shard.blocks.insert(key, Arc::clone(&block)).is_none() {
            shard.order.push_back(key);
        }
        while shard.blocks.len() > self.most
            && let Some(oldest) = shard.order.pop_front()
        {
            shard.blocks.remove(&oldest);
        }
        Ok(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_blocks_make_room() {
        let cache = Cache::of_blocks(SHARDS);
        let read = |value: u16| move || Ok::<_, ()>(vec![value]);
        assert_eq!(*cache.get((0, 0), read(7)).unwrap(), [7]);
        assert_eq!(*cache.get((0, 0), read(8)).unwrap(), [7], "at hand");
        assert_eq!(*cache.get((0, SHARDS), read(9)).unwrap(), [9], "of the same shard");
        assert_eq!(*cache.get((0, 0), read(8)).unwrap(), [8], "read again");
        assert_eq!(cache.get((1, 0), || Err::<Vec<u16>, _>("damaged")), Err("damaged"));
    }
}
