//! Games on disk: a record for each table, as text that later versions of the code can read.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::path::Path;

use redb::backends::FileBackend;
use redb::{Database, ReadableDatabase, ReadableTable, Table, TableDefinition};
use serde::{Deserialize, Serialize};

use crate::analysis::AnalysisBoard;
use crate::error::DatabaseError;

const TABLES: TableDefinition<'_, &str, &str> = TableDefinition::new("tables");

type RoomTable<'t> = Table<'t, &'static str, &'static str>;

/// The version of the format that is written.
const FORMAT: u32 = 1;

/// A record as it is written. The first records had no version.
#[derive(Serialize, Deserialize)]
struct Versioned<R> {
    #[serde(default = "first")]
    format: u32,
    #[serde(flatten)]
    record: R,
}

fn first() -> u32 {
    FORMAT
}

/// The record of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RoomRecord {
    /// The position that the game began with, as text.
    pub(crate) start: String,
    /// All steps since the start.
    pub(crate) steps: Vec<String>,
    /// The number of steps that are played; the others were taken back.
    pub(crate) cursor: usize,
    /// The seed of dice and cards.
    pub(crate) seed: u64,
    /// By player: 0 for a person, else the engine's level.
    pub(crate) sitters: Vec<u8>,
    #[serde(flatten)]
    pub(crate) kept: Kept,
}

/// The part of a room that is kept without change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// By player: the name that the person chose.
    pub(crate) names: Vec<String>,
    /// The host's token.
    pub(crate) host: String,
    /// By player: the seat's token.
    pub(crate) seats: Vec<String>,
    /// By player: whether the holder of the seat's token has taken the seat from the host.
    pub(crate) claimed: Vec<bool>,
    /// Dice and cards come from a real table.
    pub(crate) typed: bool,
    /// All cards are open.
    pub(crate) open: bool,
    /// By player: whether the player agrees to lay all cards open. Empty if there is no offer. Old
    /// records lack this field.
    #[serde(default)]
    pub(crate) agreed: Vec<bool>,
    /// The analysis, if the table is one. Old records lack this field.
    #[serde(default)]
    pub(crate) analysis: Option<AnalysisBoard>,
    /// The time of the last change, in seconds of the Unix clock.
    pub(crate) changed: u64,
}

/// Opens a file to read and write, and makes it if it is missing. Other users of the machine cannot
/// read it, because it holds tokens and hidden cards.
fn private_file(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let file = options.mode(0o600).open(path)?;
        // The file may come from an old version, which let everybody read it.
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
        Ok(file)
    }
    #[cfg(not(unix))]
    options.open(path)
}

/// The records on disk.
#[derive(Debug)]
pub(crate) struct Store {
    database: Database,
}

impl Store {
    /// Opens the records in a folder. A missing folder is made.
    pub(crate) fn open(folder: &Path) -> Result<Self, DatabaseError> {
        std::fs::create_dir_all(folder)?;
        let file = private_file(&folder.join("games.redb"))?;
        let backend = FileBackend::new(file).map_err(redb::Error::from)?;
        let database = Database::builder().create_with_backend(backend);
        let database = database.map_err(redb::Error::from)?;
        let store = Self { database };
        store.write(|_| Ok(()))?;
        Ok(store)
    }

    /// Changes the records. Once this returns, the change survives a crash.
    fn write(
        &self,
        change: impl FnOnce(&mut RoomTable<'_>) -> Result<(), redb::StorageError>,
    ) -> Result<(), DatabaseError> {
        let write = || -> Result<(), redb::Error> {
            let writing = self.database.begin_write()?;
            change(&mut writing.open_table(TABLES)?)?;
            Ok(writing.commit()?)
        };
        Ok(write()?)
    }

    /// All records by table id, and the ids of broken records. A record is broken if it cannot be
    /// read or is of a later version. Broken records stay on disk.
    pub(crate) fn load(
        &self,
    ) -> Result<(BTreeMap<String, RoomRecord>, Vec<String>), DatabaseError> {
        let (mut records, mut broken) = (BTreeMap::new(), Vec::new());
        let mut read = || -> Result<(), redb::Error> {
            let reading = self.database.begin_read()?;
            for entry in reading.open_table(TABLES)?.iter()? {
                let (id, record) = entry?;
                match serde_json::from_str(record.value()) {
                    Ok(Versioned { format: FORMAT, record }) => {
                        records.insert(id.value().to_owned(), record);
                    }
                    _ => broken.push(id.value().to_owned()),
                }
            }
            Ok(())
        };
        read()?;
        Ok((records, broken))
    }

    /// Saves a record. The record is made when no other write is running, so the latest state wins.
    /// A table that was deleted meanwhile has no record, and nothing is written.
    pub(crate) fn save(
        &self,
        id: &str,
        record: impl FnOnce() -> Option<RoomRecord>,
    ) -> Result<(), DatabaseError> {
        let mut unwritten = Ok(());
        self.write(|records| {
            let Some(record) = record() else { return Ok(()) };
            match serde_json::to_string(&Versioned { format: FORMAT, record }) {
                Ok(json) => records.insert(id, json.as_str()).map(drop)?,
                Err(error) => unwritten = Err(error),
            }
            Ok(())
        })?;
        Ok(unwritten?)
    }

    /// Deletes a record.
    pub(crate) fn delete(&self, id: &str) -> Result<(), DatabaseError> {
        self.write(|records| records.remove(id).map(drop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> RoomRecord {
        let kept = Kept {
            names: vec![String::new(); 2],
            host: "host".to_owned(),
            seats: vec!["one".to_owned(), "two".to_owned()],
            claimed: vec![false; 2],
            typed: false,
            open: false,
            agreed: Vec::new(),
            analysis: None,
            changed: 7,
        };
        RoomRecord {
            start: "benedictine startpos".to_owned(),
            steps: Vec::new(),
            cursor: 0,
            seed: u64::MAX,
            sitters: vec![0, 5],
            kept,
        }
    }

    /// A record without a version is read, and one of a later version does not change.
    #[test]
    fn records_have_a_version() {
        let folder = std::env::temp_dir().join(format!("serve-{}-store", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let store = Store::open(&folder).expect("a store");
        store.save("now", || Some(record())).expect("saved");
        let bare = serde_json::to_string(&record()).expect("JSON");
        let later = bare.replacen('{', "{\"format\":2,", 1);
        let writing = store.database.begin_write().expect("a start");
        for (id, json) in [("bare", &bare), ("later", &later)] {
            let mut table = writing.open_table(TABLES).expect("a table");
            table.insert(id, json.as_str()).expect("inserted");
        }
        writing.commit().expect("written");
        let (records, broken) = store.load().expect("records");
        assert_eq!(records.keys().collect::<Vec<_>>(), ["bare", "now"]);
        assert!(records.values().all(|found| *found == record()));
        assert_eq!(broken, ["later"]);
        drop(store);
        std::fs::remove_dir_all(folder).expect("removed");
    }

    /// Other users cannot read tokens and hidden cards, even if an earlier version left the file
    /// open to all.
    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_the_games() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("serve-{}-mode", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let file = folder.join("games.redb");
        for mode in [0o600, 0o644] {
            drop(Store::open(&folder).expect("a store"));
            let found = std::fs::metadata(&file).expect("a file").permissions().mode();
            assert_eq!(found & 0o777, 0o600);
            std::fs::set_permissions(&file, PermissionsExt::from_mode(mode)).expect("another mode");
        }
        drop(Store::open(&folder).expect("a store"));
        let found = std::fs::metadata(&file).expect("a file").permissions().mode();
        assert_eq!(found & 0o777, 0o600);
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
