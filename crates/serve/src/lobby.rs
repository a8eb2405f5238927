//! All tables, and the folder in which they are kept.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tabletop::{Packs, Right, Table};
use tokio::sync::watch;

use crate::error::Refusal;
use crate::limits::{self, ClientLimits};
use crate::notice::Log;
use crate::rate::Rates;
use crate::room::{LastUse, Room, millis, now};
use crate::searches::Searches;
use crate::store::{Damage, Removal, Store};

/// All tables.
#[derive(Debug)]
pub(crate) struct Lobby {
    entries: Mutex<HashMap<String, Entry>>,
    store: Store,
    /// Whether the last write failed.
    fails: AtomicBool,
    /// The packs that position texts may name.
    pub(crate) packs: Packs,
    /// The address at which other devices reach the server.
    pub(crate) lan_address: Option<SocketAddr>,
    /// The queue of all searches.
    pub(crate) searches: Arc<Searches>,
    /// The tables that each address may still make.
    makers: Rates,
    /// The number of open sockets of each address.
    sockets: Mutex<HashMap<IpAddr, usize>>,
    /// Turns `true` when the server ends.
    pub(crate) closing: watch::Sender<bool>,
    pub(crate) log: Log,
}

/// A table, as far as the server knows it. Its game is replayed when somebody first asks for the
/// table, because that takes long.
#[derive(Debug)]
enum Entry {
    /// The record is on disk only. The last use is known once the record was read.
    Stored { last_use: Option<LastUse> },
    /// The record is damaged.
    Damaged(String),
    /// The table is in memory.
    Loaded(Arc<Room>),
}

impl Lobby {
    /// Opens the tables of a folder, without reading them.
    pub(crate) fn open(
        store: Store,
        packs: Packs,
        lan_address: Option<SocketAddr>,
        limits: ClientLimits,
        log: Log,
    ) -> io::Result<Arc<Self>> {
        let ids = store.files.ids()?.into_iter();
        let entries = ids.map(|id| (id, Entry::Stored { last_use: None })).collect();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Arc::new(Self {
            entries: Mutex::new(entries),
            store,
            fails: AtomicBool::new(false),
            packs,
            lan_address,
            searches: Searches::new(cores),
            makers: Rates::with_pause(limits.tables, limits::TABLE_PAUSE),
            sockets: Mutex::default(),
            closing: watch::Sender::new(false),
            log,
        }))
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the records of all tables that nobody has asked for, and tells which are damaged.
    pub(crate) fn examine(&self) {
        let stored = |(id, entry): (&String, &Entry)| {
            matches!(entry, Entry::Stored { .. }).then(|| id.clone())
        };
        let ids: Vec<_> = self.entries().iter().filter_map(stored).collect();
        for id in ids {
            let read = self.store.files.read(&id);
            if let (Ok(record), Some(Entry::Stored { last_use })) =
                (&read, self.entries().get_mut(&id))
            {
                let (played, changed) = (record.played, record.kept.changed);
                *last_use = Some(LastUse { played, changed });
            }
            read.err().into_iter().for_each(|damage| self.note(&id, &damage));
            if *self.closing.borrow() {
                return;
            }
        }
    }

    /// Notes that a table is damaged, and tells it once. A file that cannot be read now is only
    /// told of: the system may lack file handles now, and have some later.
    fn note(&self, id: &str, damage: &Damage) {
        let why = damage.to_string();
        match self.entries().get_mut(id) {
            Some(entry) if matches!(entry, Entry::Stored { .. }) => {
                if !matches!(damage, Damage::File(_)) {
                    *entry = Entry::Damaged(why.clone());
                }
            }
            _ => return,
        }
        let rest = "its file is left as it is, and the other tables are served";
        self.log.warn(format!("table {id}: {why}; {rest}"));
    }

    /// The table with this id, and whether this is the first request for it since the start.
    pub(crate) async fn room(self: &Arc<Self>, id: &str) -> Result<(Arc<Room>, bool), Refusal> {
        if let Some(Entry::Loaded(room)) = self.entries().get(id) {
            return Ok((room.clone(), false));
        }
        if !self.entries().contains_key(id) {
            if !self.store.archive.has(id) {
                return Err(Refusal::NotFound);
            }
            self.make_room(limits::TABLES).await?;
            let (lobby, id) = (self.clone(), id.to_owned());
            blocking(move || lobby.take_back(&id, Store::unarchive)).await?;
        }
        let (lobby, id) = (self.clone(), id.to_owned());
        blocking(move || Ok((lobby.load(&id)?, true))).await
    }

    /// Brings a table back that is among those in use no more.
    fn take_back(&self, id: &str, back: fn(&Store, &str) -> io::Result<()>) -> Result<(), Refusal> {
        let mut entries = self.entries();
        if !entries.contains_key(id) {
            back(&self.store, id).map_err(|error| Refusal::Storage(error.to_string()))?;
            entries.insert(id.to_owned(), Entry::Stored { last_use: None });
        }
        Ok(())
    }

    /// Brings a deleted table back, for its host.
    pub(crate) async fn undelete(self: &Arc<Self>, id: &str, token: &str) -> Result<(), Refusal> {
        if self.entries().contains_key(id) {
            return Err(tabletop::Refusal::NotNow("the table is not deleted").into());
        }
        if !self.store.deleted.has(id) {
            return Err(Refusal::NotFound);
        }
        let (lobby, id, token) = (self.clone(), id.to_owned(), token.to_owned());
        let allowed = {
            let (lobby, id) = (lobby.clone(), id.clone());
            move || {
                let record = lobby.store.deleted.read(&id);
                let table =
                    record.and_then(|record| Ok(Table::restore(record, &lobby.packs.games)?));
                let damaged = |damage: Damage| tabletop::Refusal::Damaged(damage.to_string());
                match table.map_err(damaged)?.right(&token)? {
                    Right::Host => Ok(()),
                    _ => Err(tabletop::Refusal::Forbidden.into()),
                }
            }
        };
        blocking(allowed).await?;
        self.make_room(limits::TABLES).await?;
        blocking(move || lobby.take_back(&id, Store::undelete)).await
    }

    /// Loads a table from the disk.
    fn load(&self, id: &str) -> Result<Arc<Room>, Refusal> {
        if let Some(Entry::Damaged(why)) = self.entries().get(id) {
            return Err(tabletop::Refusal::Damaged(why.clone()).into());
        }
        let read = self.store.files.read(id);
        let table = |record| Table::restore(record, &self.packs.games).map_err(Damage::from);
        match read.and_then(table) {
            Ok(restored) => match self.entries().get_mut(id) {
                None => Err(Refusal::NotFound),
                // Another request was faster.
                Some(Entry::Loaded(room)) => Ok(room.clone()),
                Some(entry) => {
                    let mut restored = restored;
                    restored.resume_clock(millis());
                    let room = Arc::new(Room::new(id.to_owned(), restored));
                    *entry = Entry::Loaded(room.clone());
                    Ok(room)
                }
            },
            Err(damage) => {
                // Each request would tell it again.
                if !matches!(damage, Damage::File(_)) {
                    self.note(id, &damage);
                }
                Err(tabletop::Refusal::Damaged(damage.to_string()).into())
            }
        }
    }

    /// All tables in memory.
    pub(crate) fn loaded(&self) -> Vec<Arc<Room>> {
        let room = |entry: &Entry| match entry {
            Entry::Loaded(room) => Some(room.clone()),
            Entry::Stored { .. } | Entry::Damaged(_) => None,
        };
        self.entries().values().filter_map(room).collect()
    }

    /// Stores and adds a table that a client has made.
    pub(crate) async fn add(
        self: &Arc<Self>,
        room: &Arc<Room>,
        client: IpAddr,
    ) -> Result<(), Refusal> {
        if !self.makers.takes(client, Instant::now()) {
            return Err(tabletop::Refusal::TooMany("new tables of one address").into());
        }
        self.add_to(room, limits::TABLES).await
    }

    async fn add_to(self: &Arc<Self>, room: &Arc<Room>, most: usize) -> Result<(), Refusal> {
        self.make_room(most).await?;
        self.entries().insert(room.id.clone(), Entry::Loaded(room.clone()));
        // The first record.
        let added = self.change(room, |_| Ok(())).await;
        if added.is_err() {
            self.entries().remove(&room.id);
        }
        added
    }

    /// Changes a table as [`Room::change`] does, on another thread.
    pub(crate) async fn change<T: Send + 'static>(
        self: &Arc<Self>,
        room: &Arc<Room>,
        change: impl FnOnce(&mut Table) -> Result<T, tabletop::Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (lobby, room) = (self.clone(), room.clone());
        blocking(move || {
            let changed = room.change(&lobby.store, change);
            match &changed {
                Err(Refusal::Storage(why)) if !lobby.fails.swap(true, SeqCst) => {
                    lobby.log.warn(format!("a change of table {} is refused: {why}", room.id));
                }
                Ok(_) if lobby.fails.swap(false, SeqCst) => {
                    lobby.log.warn("changes are stored again".to_owned());
                }
                _ => {}
            }
            changed
        })
        .await
    }

    /// Deletes a table. For a day its host can bring it back.
    pub(crate) async fn delete(self: &Arc<Self>, id: &str) -> Result<(), Refusal> {
        let (lobby, id) = (self.clone(), id.to_owned());
        blocking(move || lobby.take_away(&id, Removal::Deleted)).await
    }

    fn take_away(&self, id: &str, to: Removal) -> Result<(), Refusal> {
        let removed = self.remove(id, to);
        removed.map_err(|error| Refusal::Storage(format!("the table is not removed: {error}")))
    }

    /// Makes room for one more table, if there are too many. The table whose last change is the
    /// oldest is archived, or deleted if nobody has played at it. A table at which nobody has
    /// played for some time goes first. Tables that a page shows stay.
    async fn make_room(self: &Arc<Self>, most: usize) -> Result<(), Refusal> {
        while let Some((id, last_use)) = self.least_used(most)? {
            let lobby = self.clone();
            let to = if last_use.played { Removal::Archived } else { Removal::Unused };
            blocking(move || {
                // Somebody may have come to the table meanwhile.
                let now = lobby.entries().get(&id).and_then(Entry::last_use);
                if now == Some(last_use) { lobby.take_away(&id, to) } else { Ok(()) }
            })
            .await?;
        }
        Ok(())
    }

    /// The table that goes if there is no room for one more.
    fn least_used(&self, most: usize) -> Result<Option<(String, LastUse)>, Refusal> {
        let entries = self.entries();
        if entries.len() < most {
            return Ok(None);
        }
        // Somebody may be about to play at a new table.
        let new = now().saturating_sub(limits::NEW);
        let order = |last: &LastUse| (last.played || last.changed >= new, last.changed);
        let unshown = entries.iter().filter_map(|(id, entry)| Some((id, entry.last_use()?)));
        let (id, last_use) = unshown
            .min_by_key(|(_, last)| order(last))
            .ok_or(tabletop::Refusal::TooMany("tables that somebody looks at"))?;
        Ok(Some((id.clone(), last_use)))
    }

    /// Archives old tables, deletes those for good that were deleted long ago, and takes tables
    /// from memory that nobody asks for.
    pub(crate) fn keep_house(&self) {
        let long_ago = now().saturating_sub(limits::ARCHIVED);
        let old = |(id, entry): (&String, &Entry)| {
            entry.last_use().is_some_and(|last| last.changed < long_ago).then(|| id.clone())
        };
        let old: Vec<_> = self.entries().iter().filter_map(old).collect();
        let archived = old.iter().try_for_each(|id| self.remove(id, Removal::Archived));
        if let Err(error) = archived.and_then(|()| self.store.purge(limits::DELETED)) {
            self.log.warn(format!("old tables stay where they are: {error}"));
        }
        for entry in self.entries().values_mut() {
            let Entry::Loaded(room) = entry else { continue };
            // Those who work with the room hold it, too.
            if Arc::strong_count(room) == 1 && room.is_idle() {
                let last_use = room.last_use();
                *entry = Entry::Stored { last_use };
            }
        }
    }

    /// Removes a table from the disk, then from memory.
    fn remove(&self, id: &str, to: Removal) -> io::Result<()> {
        let entry = {
            let mut entries = self.entries();
            match entries.get(id) {
                None => return Ok(()),
                Some(Entry::Loaded(room)) => Entry::Loaded(room.clone()),
                // A table that is not in memory leaves the list first, so that nobody loads it.
                Some(_) => entries.remove(id).unwrap_or(Entry::Stored { last_use: None }),
            }
        };
        let deleted = match &entry {
            Entry::Loaded(room) => room.remove(&self.store, to),
            Entry::Stored { .. } | Entry::Damaged(_) => self.store.remove(id, to),
        };
        if deleted.is_ok() {
            self.entries().remove(id);
        } else {
            self.entries().insert(id.to_owned(), entry);
        }
        deleted
    }

    /// A place for one more socket of a client. Dropping the value frees the place.
    pub(crate) fn socket(self: &Arc<Self>, client: IpAddr) -> Result<Place, Refusal> {
        let mut sockets = self.sockets();
        let (all, own) = (sockets.values().sum::<usize>(), sockets.get(&client).copied());
        if all >= limits::SOCKETS || own.is_some_and(|own| own >= limits::CLIENT_SOCKETS) {
            return Err(tabletop::Refusal::TooMany("sockets are open").into());
        }
        *sockets.entry(client).or_default() += 1;
        Ok(Place(self.clone(), client))
    }

    fn sockets(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    /// The last use of a table; `None` if it is not known, or while a page shows the table.
    fn last_use(&self) -> Option<LastUse> {
        match self {
            Self::Stored { last_use } => *last_use,
            Self::Damaged(_) => None,
            Self::Loaded(room) => room.last_use(),
        }
    }
}

/// Runs work that may wait for the disk on another thread, so that requests are still answered. The
/// work goes on to its end, even if the requester does not wait for it.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Refusal::Storage(error.to_string()))?
}

/// The place of an open socket.
#[derive(Debug)]
pub(crate) struct Place(Arc<Lobby>, IpAddr);

impl Drop for Place {
    fn drop(&mut self) {
        let mut sockets = self.0.sockets();
        if let Some(count) = sockets.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::sync::mpsc;
    use std::time::Duration;

    use play::{Controller, Games, Level};
    use tabletop::TablePlan;

    use super::*;
    use crate::room::now;
    use crate::search::advance;
    use crate::store::TableFiles;
    use crate::store::tests::record;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("serve-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    /// The tables of a folder, and the warnings.
    fn open(folder: &Path) -> (Arc<Lobby>, mpsc::Receiver<String>) {
        let store = Store::open(folder).expect("a store");
        let packs = Packs::read(None).expect("packs");
        let (tell, told) = mpsc::channel();
        let log = Log::new(move |notice| match notice {
            crate::Notice::Warning(text) => tell.send(text).expect("the test listens"),
            crate::Notice::Listening(_) => {}
        });
        let limits = ClientLimits::default();
        (Lobby::open(store, packs, None, limits, log).expect("a lobby"), told)
    }

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn room(id: &str, text: &str, seed: u64) -> Arc<Room> {
        room_of(id, text, seed, [Controller::Person; 2])
    }

    fn room_of(id: &str, text: &str, seed: u64, controllers: [Controller; 2]) -> Arc<Room> {
        let controllers = controllers.to_vec();
        let plan = TablePlan {
            text: text.to_owned(),
            seed,
            controllers,
            names: Vec::new(),
            typed: false,
            open: false,
            hints: true,
            clock: None,
            analysis: None,
        };
        let mut tokens = (0..).map(|number| format!("token {number}"));
        let token = || tokens.next().expect("without end");
        let table = Table::new(plan, &Games::all(Default::default()), token, now());
        Arc::new(Room::new(id.to_owned(), table.expect("a table")))
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_time().build().expect("a runtime").block_on(future)
    }

    fn play(text: &'static str) -> impl Fn(&mut Table) -> Result<(), tabletop::Refusal> {
        move |table| table.change(millis(), |table| table.step(text))
    }

    /// What is stored of a table: the steps and the number of the last change.
    fn stored(files: &TableFiles, id: &str) -> (usize, u64) {
        let record = files.read(id).expect("a record");
        (record.steps.len(), record.kept.version)
    }

    fn shown(room: &Room) -> (usize, u64) {
        let inner = room.lock();
        (inner.table.game.steps().len(), inner.table.kept.version)
    }

    /// Makes every write fail for a time: the folder of the tables has another name.
    fn fail(folder: &Path) {
        fs::rename(folder.join("tables"), folder.join("gone")).expect("renamed");
    }

    fn mend(folder: &Path) {
        fs::rename(folder.join("gone"), folder.join("tables")).expect("renamed");
    }

    /// A change that cannot be stored is not made: an act, a claim, a new table, a deletion. As
    /// soon as writing is possible again, all of them succeed, and the log says so.
    #[test]
    fn a_change_is_stored_and_made_or_neither() {
        let folder = folder("neither");
        let (lobby, told) = open(&folder);
        let files = lobby.store.files.clone();
        let (one, other) = (room("one", "benedictine", 1), room("other", "benedictine", 1));
        let claim = |table: &mut Table| {
            let link = table.kept.seats[1].clone();
            table.change(millis(), |table| table.take_seat(&link, "taken".to_owned(), 7))
        };
        block_on(async {
            lobby.add(&one, HERE).await.expect("added");
            lobby.change(&one, play("c2-d3@f2")).await.expect("played");
            let watched = one.watch();
            fail(&folder);
            for _ in 0..3 {
                for refused in [
                    lobby.change(&one, play("c6-d5")).await,
                    lobby.change(&one, claim).await,
                    lobby.delete("one").await,
                    lobby.add(&other, HERE).await,
                ] {
                    assert!(matches!(refused, Err(Refusal::Storage(_))), "{refused:?}");
                }
            }
            assert_eq!(shown(&one), (1, 1));
            assert!(
                !one.lock().table.kept.claimed[1] && !watched.has_changed().expect("it is there")
            );
            assert!(matches!(lobby.room("other").await, Err(Refusal::NotFound)));
            mend(&folder);
            assert_eq!(stored(&files, "one"), (1, 1));
            lobby.change(&one, play("c6-d5")).await.expect("played");
            lobby.change(&one, claim).await.expect("taken");
            assert_eq!((shown(&one), stored(&files, "one")), ((2, 3), (2, 3)));
            assert!(files.read("one").expect("a record").kept.claimed[1]);
            lobby.add(&other, HERE).await.expect("added");
            lobby.delete("one").await.expect("deleted");
        });
        assert_eq!(files.ids().expect("ids"), ["other"]);
        let warnings: Vec<_> = told.try_iter().collect();
        assert_eq!(warnings.len(), 2, "one of each: {warnings:?}");
        drop(lobby);
        fs::remove_dir_all(folder).expect("removed");
    }

    /// The engine plays no move that is not stored. It plays as soon as writing is possible again.
    #[test]
    fn the_engine_waits_for_the_disk() {
        let folder = folder("engine");
        let (lobby, told) = open(&folder);
        let files = lobby.store.files.clone();
        let level = Controller::Engine(Level::new(1).expect("a level"));
        let room = room_of("game", "benedictine", 1, [Controller::Person, level]);
        block_on(async {
            lobby.add(&room, HERE).await.expect("added");
            lobby.change(&room, play("c2-d3@f2")).await.expect("played");
            fail(&folder);
            advance(&lobby, &room, HERE);
            while told.try_recv().is_err() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            assert_eq!(shown(&room), (1, 1));
            mend(&folder);
            let mut watched = room.watch();
            watched.changed().await.expect("a move");
        });
        assert_eq!((shown(&room), stored(&files, "game")), ((2, 2), (2, 2)));
        drop(lobby);
        fs::remove_dir_all(folder).expect("removed");
    }

    /// A game between engines rests while nobody looks, and goes on when somebody does.
    #[test]
    fn games_between_engines_rest() {
        let folder = folder("rest");
        let (lobby, _told) = open(&folder);
        let level = Controller::Engine(Level::new(1).expect("a level"));
        let room = room_of("game", "benedictine:plies=4", 1, [level; 2]);
        block_on(async {
            lobby.add(&room, HERE).await.expect("added");
            room.forget_looks();
            advance(&lobby, &room, HERE);
            tokio::time::sleep(Duration::from_millis(200)).await;
            assert_eq!(shown(&room).0, 0);
            let mut watched = room.watch();
            advance(&lobby, &room, HERE);
            while shown(&room).0 < 4 {
                watched.changed().await.expect("a move");
            }
        });
        drop(lobby);
        fs::remove_dir_all(folder).expect("removed");
    }

    /// A start reads and replays no game. A game is replayed when it is first asked for. A record
    /// that cannot be replayed is told then, others that are damaged soon after the start.
    #[test]
    fn tables_are_loaded_when_asked_for() {
        let folder = folder("lazy");
        let (lobby, _) = open(&folder);
        let mut wrong = record();
        for id in ["a", "b", "torn"] {
            lobby.store.save(id, &wrong).expect("saved");
        }
        wrong.steps[0] = "a1-a9".to_owned();
        lobby.store.save("wrong", &wrong).expect("saved");
        drop(lobby);
        fs::write(folder.join("tables/torn.table"), "torn").expect("written");
        let (lobby, told) = open(&folder);
        assert!(lobby.loaded().is_empty() && told.try_recv().is_err());
        lobby.examine();
        lobby.examine();
        let warnings: Vec<_> = told.try_iter().collect();
        assert!(warnings.len() == 1 && warnings[0].contains("torn"), "{warnings:?}");
        block_on(async {
            assert!(lobby.room("a").await.expect("a table").1, "the first request");
            assert!(!lobby.room("a").await.expect("a table").1);
            assert_eq!(lobby.loaded().len(), 1);
            for id in ["torn", "wrong", "wrong"] {
                assert!(
                    matches!(
                        lobby.room(id).await,
                        Err(Refusal::Table(tabletop::Refusal::Damaged(_)))
                    ),
                    "{id}"
                );
            }
        });
        assert!(told.try_recv().expect("a warning").contains("wrong") && told.try_recv().is_err());
        drop(lobby);
        // A file that cannot be read now may be readable later.
        let (file, folder_there) = (folder.join("tables/a.table"), folder.join("tables/a.table/b"));
        let bytes = fs::read(&file).expect("bytes");
        fs::remove_file(&file).expect("removed");
        fs::create_dir_all(&folder_there).expect("a folder");
        let (lobby, told) = open(&folder);
        lobby.examine();
        assert!(told.try_iter().any(|text| text.contains("table a: the file cannot be read")));
        fs::remove_dir_all(&file).expect("removed");
        fs::write(&file, bytes).expect("written");
        assert!(block_on(lobby.room("a")).is_ok());
        drop(lobby);
        fs::remove_dir_all(folder).expect("removed");
    }

    /// Tables without a change for a month are archived, and come back. So do deleted ones.
    #[test]
    fn the_house_is_kept() {
        let folder = folder("house");
        let (lobby, _told) = open(&folder);
        let month = limits::ARCHIVED + 60;
        for (id, age) in [("new", 0), ("old", month)] {
            let mut record = record();
            record.kept.changed = now() - age;
            lobby.store.save(id, &record).expect("saved");
        }
        drop(lobby);
        let (lobby, _told) = open(&folder);
        lobby.examine();
        block_on(async {
            lobby.room("new").await.expect("a table");
            lobby.keep_house();
            assert_eq!(lobby.loaded().len(), 1, "somebody has just asked for it");
            assert_eq!(lobby.store.files.ids().expect("ids"), ["new"]);
            assert_eq!(lobby.store.archive.ids().expect("ids"), ["old"]);
            lobby.room("old").await.expect("it comes back");
            lobby.delete("old").await.expect("deleted");
            assert!(matches!(lobby.room("old").await, Err(Refusal::NotFound)));
            for (token, allowed) in [("one", false), ("none", false), ("host", true)] {
                assert_eq!(lobby.undelete("old", token).await.is_ok(), allowed, "{token}");
            }
            lobby.room("old").await.expect("it is back");
            assert!(lobby.undelete("old", "host").await.is_err(), "it is there");
        });
        drop(lobby);
        fs::remove_dir_all(folder).expect("removed");
    }

    /// The tables that an address makes at once are limited. Other addresses can still make some.
    #[test]
    fn tables_are_counted_by_address() {
        let folder = folder("makers");
        let (lobby, _told) = open(&folder);
        let made = room("a", "benedictine", 1);
        block_on(async {
            for _ in 0..limits::CLIENT_TABLES {
                assert!(lobby.makers.takes(HERE, Instant::now()));
            }
            assert!(lobby.add(&made, HERE).await.is_err());
            lobby.add(&made, [10, 0, 0, 1].into()).await.expect("added");
        });
        drop(lobby);
        fs::remove_dir_all(folder).expect("removed");
    }

    /// An engine that is still thinking writes nothing after its table was deleted.
    #[test]
    fn what_is_deleted_stays_so() {
        let folder = folder("deleted");
        let (lobby, _told) = open(&folder);
        let room = room("game", "benedictine", 1);
        block_on(async {
            lobby.add(&room, HERE).await.expect("added");
            assert_eq!(lobby.store.files.ids().expect("ids"), ["game"]);
            lobby.delete("game").await.expect("deleted");
            let late = lobby.change(&room, play("c2-d3@f2")).await;
            assert!(matches!(late, Err(Refusal::NotFound)));
        });
        assert!(lobby.store.files.ids().expect("ids").is_empty());
        drop(lobby);
        fs::remove_dir_all(folder).expect("removed");
    }

    /// Among too many tables a new one stays, although nobody has played at it yet.
    #[test]
    fn new_tables_stay() {
        let folder = folder("fresh");
        let (lobby, _told) = open(&folder);
        let rooms = ["a", "b", "c", "d"].map(|id| room(id, "benedictine", 1));
        rooms[0].lock().table.game.step("c2-d3@f2").expect("a move");
        rooms[0].lock().table.kept.changed = now() - 1;
        block_on(async {
            for room in &rooms[..3] {
                lobby.add_to(room, 2).await.expect("added");
            }
            assert_eq!(lobby.store.files.ids().expect("ids"), ["b", "c"]);
            assert_eq!(lobby.store.archive.ids().expect("ids"), ["a"]);
            // An hour later somebody has played at one of them.
            rooms[1].lock().table.kept.changed -= 3600;
            rooms[1].lock().table.game.step("c2-d3@f2").expect("a move");
            rooms[2].lock().table.kept.changed -= 3599;
            lobby.add_to(&rooms[3], 2).await.expect("added");
        });
        assert_eq!(lobby.store.files.ids().expect("ids"), ["b", "d"]);
        drop(lobby);
        fs::remove_dir_all(folder).expect("removed");
    }

    /// New tables replace unused ones, the oldest first. Then those with moves are archived. They
    /// come back when somebody asks for them.
    #[test]
    fn played_tables_come_back() {
        let folder = folder("full");
        let (lobby, _told) = open(&folder);
        let rooms = ["a", "b", "c", "d"].map(|id| room(id, "benedictine", 1));
        rooms[0].lock().table.game.step("c2-d3@f2").expect("a move");
        for (room, changed) in rooms[1..].iter().zip(7..) {
            room.lock().table.kept.changed = changed;
        }
        block_on(async {
            for room in &rooms[..3] {
                lobby.add_to(room, 2).await.expect("added");
            }
            assert!(lobby.room("b").await.is_err(), "nobody played there");
            let looking = [&rooms[2], &rooms[0]].map(|room| room.watch());
            let refused = lobby.add_to(&rooms[3], 2).await;
            assert!(
                matches!(refused, Err(Refusal::Table(tabletop::Refusal::TooMany(_)))),
                "both are looked at"
            );
            drop(looking);
            lobby.add_to(&rooms[3], 2).await.expect("added");
        });
        let files = lobby.store.files.clone();
        assert_eq!(files.ids().expect("ids"), ["a", "d"]);
        drop(lobby);
        // The same after a restart, once the records are read.
        let (lobby, _told) = open(&folder);
        lobby.examine();
        let last = room("e", "benedictine", 1);
        let looking = last.watch();
        block_on(lobby.add_to(&last, 2)).expect("added");
        assert_eq!(files.ids().expect("ids"), ["a", "e"]);
        block_on(async {
            let full = room("f", "benedictine", 1);
            lobby.add_to(&full, 2).await.expect("added");
            assert_eq!(files.ids().expect("ids"), ["e", "f"]);
            assert_eq!(lobby.store.archive.ids().expect("ids"), ["a"]);
            let (back, _) = lobby.room("a").await.expect("it is archived");
            assert_eq!(shown(&back).0, 1);
            assert!(matches!(lobby.room("b").await, Err(Refusal::NotFound)));
        });
        drop(looking);
        drop(lobby);
        fs::remove_dir_all(folder).expect("removed");
    }
}
