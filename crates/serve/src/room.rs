//! A table that pages look at, behind its lock.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use engine::StopFlag;
use games::ParseError;
use play::Opinion;
use tabletop::{Course, Table};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::error::Refusal;
use crate::limits;
use crate::presence::Presence;
use crate::shared::Shared;
use crate::store::{Removal, Store};

/// A table that pages look at.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) id: String,
    inner: Mutex<Inner>,
    /// Held while a change is made and stored, so that changes follow each other.
    writing: Mutex<()>,
    /// Sends the number of the last change. It closes when the table is deleted.
    changes: watch::Sender<u64>,
    /// The time of the last request about the table.
    looked: Mutex<Instant>,
    /// The hint and the review that somebody waits for.
    pub(crate) hint: Shared<Opinion>,
    pub(crate) course: Shared<Result<Course, ParseError>>,
    /// The pages that show the table.
    pub(crate) presence: Presence,
    /// Held while the table of the next game is made.
    pub(crate) following: tokio::sync::Mutex<()>,
    /// The task that waits for the end of a person's time.
    pub(crate) timer: Mutex<Option<AbortHandle>>,
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
        Self {
            id,
            inner: Mutex::new(inner),
            writing: Mutex::new(()),
            changes,
            looked: Mutex::new(Instant::now()),
            hint: Shared::default(),
            course: Shared::default(),
            presence: Presence::default(),
            following: tokio::sync::Mutex::default(),
            timer: Mutex::default(),
        }
    }

    /// Notes that somebody asks about the table.
    pub(crate) fn look(&self) {
        *self.looked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Makes the last request about the table an old one.
    #[cfg(test)]
    pub(crate) fn forget_looks(&self) {
        let long_ago = Instant::now().checked_sub(limits::IDLE).expect("a time");
        *self.looked.lock().unwrap_or_else(PoisonError::into_inner) = long_ago;
    }

    /// Whether a page shows the table, or somebody has asked about it in this time.
    pub(crate) fn is_watched(&self, time: Duration) -> bool {
        let looked = *self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        self.changes.receiver_count() > 0 || looked.elapsed() < time
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
        change: impl FnOnce(&mut Table) -> Result<T, tabletop::Refusal>,
    ) -> Result<T, Refusal> {
        let _one = self.writing();
        let mut next = self.lock().clone();
        if next.deleted {
            return Err(Refusal::NotFound);
        }
        let answer = change(&mut next.table)?;
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

    /// Removes the table, from the disk first.
    pub(crate) fn remove(&self, store: &Store, to: Removal) -> std::io::Result<()> {
        let _one = self.writing();
        store.remove(&self.id, to)?;
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

    /// The last use of the table; `None` while a page shows it.
    pub(crate) fn last_use(&self) -> Option<LastUse> {
        let inner = self.lock();
        let is_shown = self.changes.receiver_count() > 0;
        let (played, changed) = (inner.table.is_played(), inner.table.kept.changed);
        (!is_shown).then_some(LastUse { played, changed })
    }

    /// Whether the table can leave the memory: nobody has asked about it for some time, and no
    /// search is under way.
    pub(crate) fn is_idle(&self) -> bool {
        !self.is_watched(limits::IDLE) && self.lock().search.is_none()
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

/// The last use of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastUse {
    /// Whether a person has played.
    pub(crate) played: bool,
    /// The time of the last change, in seconds of the Unix clock.
    pub(crate) changed: u64,
}

/// The time in seconds of the Unix clock.
pub(crate) fn now() -> u64 {
    millis() / 1000
}

/// The time in milliseconds of the Unix clock.
pub(crate) fn millis() -> u64 {
    let passed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    passed.as_millis().try_into().unwrap_or(u64::MAX)
}
