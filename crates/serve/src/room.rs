//! A table that pages look at, behind its lock.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use engine::StopFlag;
use tabletop::Table;
use tokio::sync::watch;

use crate::error::Refusal;
use crate::store::Store;

/// A table that pages look at.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) id: String,
    inner: Mutex<Inner>,
    /// Held while a change is made and stored, so that changes follow each other.
    writing: Mutex<()>,
    /// Sends the number of the last change. It closes when the table is deleted.
    changes: watch::Sender<u64>,
}

/// The state behind the lock.
#[derive(Clone, Debug)]
pub(crate) struct Inner {
    pub(crate) table: Table,
    /// The engine's search for a move, and the number of the change before it.
    pub(crate) search: Option<(u64, StopFlag)>,
    pub(crate) deleted: bool,
}

impl Room {
    pub(crate) fn new(id: String, table: Table) -> Self {
        let changes = watch::Sender::new(table.kept.version);
        let inner = Inner { table, search: None, deleted: false };
        Self { id, inner: Mutex::new(inner), writing: Mutex::new(()), changes }
    }

    /// Locks the table. No code waits for a task or the disk while it holds the lock.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn writing(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the table, and waits for the disk. The change is made on a copy. Once the copy is
    /// stored, it takes the place of the table, and the pages are told. After an error the table is
    /// as before, in memory and on disk.
    pub(crate) fn change<T>(
        &self,
        store: &Store,
        change: impl FnOnce(&mut Inner) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let _one = self.writing();
        let mut next = self.lock().clone();
        if next.deleted {
            return Err(Refusal::NotFound);
        }
        let answer = change(&mut next)?;
        if let Err(error) = store.save(&self.id, &next.table.record()) {
            // If the write failed at its very end, the file is new already.
            let before = self.lock().table.record();
            let _ = store.save(&self.id, &before);
            return Err(Refusal::Storage(format!("it is not stored, so it is not done: {error}")));
        }
        let mut inner = self.lock();
        let moved = next.table.kept.version != inner.table.kept.version;
        next.search = inner.search.take();
        *inner = next;
        if moved {
            inner.stop_search();
            self.changes.send_replace(inner.table.kept.version);
        }
        Ok(answer)
    }

    /// Deletes the table, from the disk first.
    pub(crate) fn delete(&self, store: &Store) -> std::io::Result<()> {
        let _one = self.writing();
        store.delete(&self.id)?;
        let mut inner = self.lock();
        inner.deleted = true;
        inner.stop_search();
        self.changes.send_modify(|version| *version += 1);
        Ok(())
    }

    /// Forgets the search of the position with this number. It has ended without a move.
    pub(crate) fn end_search(&self, version: u64) {
        let mut inner = self.lock();
        if inner.search.as_ref().is_some_and(|(asked, _)| *asked == version) {
            inner.search = None;
        }
    }

    /// Receives the numbers of future changes.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The time since which a table is unused: no page shows it, and no person has played there.
    pub(crate) fn unused_since(&self) -> Option<u64> {
        let inner = self.lock();
        (!inner.table.is_played() && self.changes.receiver_count() == 0)
            .then_some(inner.table.kept.changed)
    }
}

impl Inner {
    /// Stops the search of an old position.
    fn stop_search(&mut self) {
        if let Some((_, stop)) = self.search.take() {
            stop.stop();
        }
    }
}

/// The time in seconds of the Unix clock.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
