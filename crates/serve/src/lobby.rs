//! All tables, and the folder in which they are kept.

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
    /// The packs that position texts may name.
    pub(crate) packs: Packs,
    /// The address at which other devices reach the server.
    pub(crate) lan_address: Option<SocketAddr>,
    /// The permits for searches of the engine.
    pub(crate) searches: Arc<Semaphore>,
    /// The permits for analyses.
    pub(crate) analyses: Arc<Semaphore>,
    sockets: AtomicUsize,
    /// Turns `true` when the server ends.
    pub(crate) closing: watch::Sender<bool>,
}

impl Lobby {
    /// Opens the tables of a folder. Also returns the ids of the tables that could not be read.
    pub(crate) fn open(
        store: Store,
        folder: &std::path::Path,
        packs: Packs,
        lan_address: Option<SocketAddr>,
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
            lan_address,
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

    /// The table with this id.
    pub(crate) fn room(&self, id: &str) -> Result<Arc<Room>, Refusal> {
        self.rooms().get(id).cloned().ok_or(Refusal::NotFound)
    }

    /// All tables.
    pub(crate) fn all(&self) -> Vec<Arc<Room>> {
        self.rooms().values().cloned().collect()
    }

    /// Adds a table. If there are too many tables, it replaces an unused one, at which nobody has
    /// played.
    pub(crate) async fn add(&self, room: Arc<Room>) -> Result<(), Refusal> {
        self.add_to(room, limits::TABLES).await
    }

    async fn add_to(&self, room: Arc<Room>, most: usize) -> Result<(), Refusal> {
        let given_up = {
            let mut rooms = self.rooms();
            let given_up = (rooms.len() >= most).then(|| {
                let unused = rooms.values().filter_map(|room| Some((room.unused_since()?, room)));
                unused.min_by_key(|(since, _)| *since).map(|(_, room)| room.clone())
            });
            if matches!(given_up, Some(None)) {
                return Err(Refusal::TooMany("tables: delete one first"));
            }
            rooms.insert(room.id.clone(), room.clone());
            given_up.flatten()
        };
        if let Some(given_up) = given_up {
            self.delete(&given_up).await?;
        }
        self.keep(&room).await
    }

    /// Writes a table to disk, in the state that it has when the write begins. Once this returns,
    /// the state survives a crash.
    pub(crate) async fn keep(&self, room: &Arc<Room>) -> Result<(), Refusal> {
        let (room, store) = (room.clone(), self.store.clone());
        blocking(move || store.save(&room.id, || room.record())).await
    }

    /// Deletes a table.
    pub(crate) async fn delete(&self, room: &Room) -> Result<(), Refusal> {
        self.rooms().remove(&room.id);
        room.close();
        let (id, store) = (room.id.clone(), self.store.clone());
        blocking(move || store.delete(&id)).await
    }

    /// A place for one more socket. Dropping the value frees the place.
    pub(crate) fn socket(self: &Arc<Self>) -> Result<Place, Refusal> {
        let place = Place(self.clone());
        if self.sockets.fetch_add(1, SeqCst) >= limits::SOCKETS {
            return Err(Refusal::TooMany("sockets are open"));
        }
        Ok(place)
    }
}

/// Runs work that may wait for the disk on another thread, so that requests are still answered.
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

#[cfg(test)]
mod tests {
    use games::Resources;
    use play::{Controller, Level, Turn};

    use super::*;
    use crate::room::RoomPlan;

    fn lobby(name: &str) -> (Arc<Lobby>, std::path::PathBuf) {
        let folder = std::env::temp_dir().join(format!("serve-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let store = Store::open(&folder).expect("a store");
        let packs = Packs::read(None).expect("packs");
        (Lobby::open(store, &folder, packs, None).expect("a lobby").0, folder)
    }

    fn room(id: &str, text: &str, seed: u64) -> Arc<Room> {
        let controllers = vec![Controller::Person; 2];
        let plan = RoomPlan {
            text: text.to_owned(),
            seed,
            controllers,
            names: Vec::new(),
            typed: false,
            open: false,
        };
        let mut tokens = (0..).map(|number| format!("token {number}"));
        let token = || tokens.next().expect("without end");
        Arc::new(Room::new(id.to_owned(), plan, Resources::none(), token).expect("a room"))
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(future)
    }

    /// An engine that is still thinking writes nothing after its table was deleted.
    #[test]
    fn what_is_deleted_stays_so() {
        let (lobby, folder) = lobby("deleted");
        let room = room("game", "benedictine", 1);
        block_on(async {
            lobby.add(room.clone()).await.expect("added");
            assert_eq!(lobby.store.load().expect("records").0.len(), 1);
            lobby.delete(&room).await.expect("deleted");
            lobby.keep(&room).await.expect("nothing to do");
        });
        assert!(lobby.store.load().expect("records").0.is_empty());
        drop(lobby);
        std::fs::remove_dir_all(folder).expect("removed");
    }

    /// New tables replace unused ones, the oldest first. Tables with moves stay.
    #[test]
    fn played_tables_stay() {
        let (lobby, folder) = lobby("full");
        let rooms = ["a", "b", "c", "d"].map(|id| room(id, "benedictine", 1));
        rooms[0].lock().game.step("c2-d3@f2").expect("a move");
        rooms[1].lock().kept.changed = 7;
        block_on(async {
            for room in &rooms[..3] {
                lobby.add_to(room.clone(), 2).await.expect("added");
            }
            assert!(lobby.room("b").is_err(), "nobody played there");
            let looking = rooms[2].watch();
            let refused = lobby.add_to(rooms[3].clone(), 2).await;
            assert!(matches!(refused, Err(Refusal::TooMany(_))), "one played, one looked at");
            drop(looking);
            lobby.add_to(rooms[3].clone(), 2).await.expect("added");
        });
        let (kept, _) = lobby.store.load().expect("records");
        assert_eq!(kept.keys().collect::<Vec<_>>(), ["a", "d"]);
        drop(lobby);
        std::fs::remove_dir_all(folder).expect("removed");
    }

    /// In Buteur, a move that was taken back before any card was shown can be replayed. The test
    /// finds such moves in games of weak players.
    #[test]
    fn what_was_taken_back_is_taken_up() {
        let level = Level::new(1).expect("a level");
        let mut found = 0;
        // One game may have no such move.
        for seed in 0..20 {
            if found > 3 {
                break;
            }
            let room = room("game", "buteur", seed);
            let mut inner = room.lock();
            for _ in 0..40 {
                inner.game.roll_all();
                let Turn::Player { .. } = inner.game.turn() else { break };
                let mut question = inner.game.question().expect("somebody is to act");
                let mv = question.choose(level, inner.game.choice_seed(), &Default::default());
                inner.game.step(&mv).expect("a move");
                if inner.game.undo().is_err() {
                    continue;
                }
                let cursor = inner.game.cursor();
                drop(inner);
                let record = room.record().expect("it is there");
                assert!(record.cursor < record.steps.len());
                let again = Room::restore("game", record, Resources::none()).expect("taken up");
                assert_eq!(again.lock().game.cursor(), cursor);
                inner = room.lock();
                inner.game.redo().expect("played again");
                found += 1;
            }
        }
        assert!(found > 3, "{found}");
    }
}
