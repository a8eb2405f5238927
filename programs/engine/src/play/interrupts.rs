//! Ctrl-C: the first one stops the engine's search, the second one ends the game.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};

use cli::Failure;
use engine::StopFlag;

/// The number of interrupts, and the search that an interrupt stops.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupts {
    count: Arc<AtomicUsize>,
    search: Arc<Mutex<StopFlag>>,
}

impl Interrupts {
    /// Counts interrupts from now on. A program can call this only once.
    pub(super) fn catch() -> Result<Self, Failure> {
        let interrupts = Self::default();
        let caught = interrupts.clone();
        let handler = move || caught.note();
        ctrlc::set_handler(handler).map_err(|error| Failure::Broken(error.to_string()))?;
        Ok(interrupts)
    }

    /// Counts an interrupt.
    pub(super) fn note(&self) {
        self.count.fetch_add(1, SeqCst);
        self.search.lock().unwrap_or_else(PoisonError::into_inner).stop();
    }

    /// The flag of a search that begins now.
    pub(super) fn search(&self) -> StopFlag {
        let stop = StopFlag::default();
        *self.search.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
        stop
    }

    /// Whether there were two interrupts without a line of input between them.
    pub(super) fn twice(&self) -> bool {
        self.count.load(SeqCst) >= 2
    }

    /// A line of input came: counting starts again.
    pub(super) fn forget(&self) {
        self.count.store(0, SeqCst);
    }
}
