//! All tables, and the folder in which they last.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Semaphore, watch};

use crate::error::{DatabaseError, Error, Refusal};
use crate::limits;
use crate::packs::Packs;
use crate::room::Room;
use crate::store::Store;

/// All tables.
#[derive(Debug)]
pub(crate) struct Lobby {
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    store: Arc<Store>,
    /// What texts of positions may name.
    pub(crate) packs: Packs,
    /// Where other devices reach the server.
    pub(crate) reached_at: Option<SocketAddr>,
    /// Searches of the engine at a time.
    pub(crate) searches: Arc<Semaphore>,
    /// Analyses at a time.
    pub(crate) analyses: Arc<Semaphore>,
    sockets: AtomicUsize,
    /// Says `true` when the server ends.
    pub(crate) closing: watch::Sender<bool>,
}

impl Lobby {
    /// The tables of a folder, and what of it could not be read.
    pub(crate) fn open(
        store: Store,
        folder: &std::path::Path,
        packs: Packs,
        reached_at: Option<SocketAddr>,
    ) -> Result<(Arc<Self>, Vec<String>), Error> {
        let failed = |error| Error::Data(folder.to_owned(), error);
        let (records, mut broken) = store.load().map_err(failed)?;
        let mut rooms = HashMap::new();
        for (id, record) in records {
            match Room::restore(&id, record, &packs.resources) {
                Ok(room) => drop(rooms.insert(id, Arc::new(room))),
                Err(_) => broken.push(id),
            }
        }
        let lobby = Self {
            rooms: Mutex::new(rooms),
            store: Arc::new(store),
            packs,
            reached_at,
            searches: Arc::new(Semaphore::new(limits::SEARCHES)),
            analyses: Arc::new(Semaphore::new(limits::ANALYSES)),
            sockets: AtomicUsize::new(0),
            closing: watch::Sender::new(false),
        };
        Ok((Arc::new(lobby), broken))
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of an id.
    pub(crate) fn room(&self, id: &str) -> Result<Arc<Room>, Refusal> {
        self.rooms().get(id).cloned().ok_or(Refusal::NotFound)
    }

    /// All tables.
    pub(crate) fn all(&self) -> Vec<Arc<Room>> {
        self.rooms().values().cloned().collect()
    }

    /// Adds a table.
    pub(crate) async fn add(&self, room: Arc<Room>) -> Result<(), Refusal> {
        {
            let mut rooms = self.rooms();
            if rooms.len() >= limits::TABLES {
                return Err(Refusal::TooMany("tables: delete one first"));
            }
            rooms.insert(room.id.clone(), room.clone());
        }
        self.keep(&room).await
    }

    /// Writes a table down; once this returns it outlives a crash.
    pub(crate) async fn keep(&self, room: &Room) -> Result<(), Refusal> {
        let (id, record, store) = (room.id.clone(), room.record(), self.store.clone());
        blocking(move || store.save(&id, &record)).await
    }

    /// Forgets a table.
    pub(crate) async fn delete(&self, room: &Room) -> Result<(), Refusal> {
        self.rooms().remove(&room.id);
        room.close();
        let (id, store) = (room.id.clone(), self.store.clone());
        blocking(move || store.delete(&id)).await
    }

    /// A place for one more socket; it is given back when the value is dropped.
    pub(crate) fn socket(self: &Arc<Self>) -> Result<Place, Refusal> {
        let place = Place(self.clone());
        if self.sockets.fetch_add(1, SeqCst) >= limits::SOCKETS {
            return Err(Refusal::TooMany("sockets are open"));
        }
        Ok(place)
    }
}

/// Runs what may wait for the disk apart from those who answer requests.
async fn blocking(
    work: impl FnOnce() -> Result<(), DatabaseError> + Send + 'static,
) -> Result<(), Refusal> {
    let refused = |error: &dyn std::fmt::Display| Refusal::Storage(error.to_string());
    let done = tokio::task::spawn_blocking(work).await.map_err(|error| refused(&error))?;
    done.map_err(|error| refused(&error))
}

/// The place of an open socket.
#[derive(Debug)]
pub(crate) struct Place(Arc<Lobby>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, SeqCst);
    }
}
