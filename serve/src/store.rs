//! Games on disk: a record for each table, as text that outlives changes of the code.

use std::collections::BTreeMap;
use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};

use crate::analysis::AnalysisBoard;
use crate::error::Error;

const TABLES: TableDefinition<'_, &str, &str> = TableDefinition::new("tables");

/// The version of the format that is written.
const FORMAT: u32 = 1;

/// A record as it is written. The first ones had no version.
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

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RoomRecord {
    /// The position that the game began with, as text.
    pub(crate) start: String,
    /// All steps since.
    pub(crate) steps: Vec<String>,
    /// How many of them are played.
    pub(crate) cursor: usize,
    /// The seed of dice and cards.
    pub(crate) seed: u64,
    /// By player: 0 for a person, else the engine's level.
    pub(crate) sitters: Vec<u8>,
    #[serde(flatten)]
    pub(crate) kept: Kept,
}

/// What a room keeps as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// By player: what people call themselves.
    pub(crate) names: Vec<String>,
    /// The host's token.
    pub(crate) host: String,
    /// By player: the seat's token.
    pub(crate) seats: Vec<String>,
    /// By player: whether the seat's token has taken it from the host.
    pub(crate) claimed: Vec<bool>,
    /// Dice and cards come from a real table.
    pub(crate) typed: bool,
    /// All cards are open.
    pub(crate) open: bool,
    /// By player: whether he agrees that all cards are laid open; empty where nobody asked for it. Records of old had none.
    #[serde(default)]
    pub(crate) agreed: Vec<bool>,
    /// The analysis that it is. Records of old had none.
    #[serde(default)]
    pub(crate) analysis: Option<AnalysisBoard>,
    /// When it was last changed, in seconds of the Unix clock.
    pub(crate) changed: u64,
}

/// The records on disk.
#[derive(Debug)]
pub(crate) struct Store {
    database: Database,
}

impl Store {
    /// The records in a folder, which is made where it is missing.
    pub(crate) fn open(folder: &Path) -> Result<Self, Error> {
        let failed = |error: String| Error::Data(folder.to_owned(), error);
        std::fs::create_dir_all(folder).map_err(|error| failed(error.to_string()))?;
        let file = folder.join("games.redb");
        let database = Database::create(&file).map_err(|error| failed(error.to_string()))?;
        let store = Self { database };
        store.prepare().map_err(failed)?;
        Ok(store)
    }

    fn prepare(&self) -> Result<(), String> {
        let writing = self.database.begin_write().map_err(text)?;
        writing.open_table(TABLES).map_err(text)?;
        writing.commit().map_err(text)
    }

    /// All records by the table's id. Those that cannot be read, or are of a later version, are left where they are, and
    /// told.
    pub(crate) fn load(&self) -> Result<(BTreeMap<String, RoomRecord>, Vec<String>), String> {
        let reading = self.database.begin_read().map_err(text)?;
        let table = reading.open_table(TABLES).map_err(text)?;
        let (mut records, mut broken) = (BTreeMap::new(), Vec::new());
        for entry in table.iter().map_err(text)? {
            let (id, record) = entry.map_err(text)?;
            match serde_json::from_str(record.value()) {
                Ok(Versioned { format: FORMAT, record }) => {
                    records.insert(id.value().to_owned(), record);
                }
                _ => broken.push(id.value().to_owned()),
            }
        }
        Ok((records, broken))
    }

    /// Keeps a record; once this returns it outlives a crash.
    pub(crate) fn save(&self, id: &str, record: &RoomRecord) -> Result<(), String> {
        let json = serde_json::to_string(&Versioned { format: FORMAT, record }).map_err(text)?;
        let writing = self.database.begin_write().map_err(text)?;
        writing.open_table(TABLES).map_err(text)?.insert(id, json.as_str()).map_err(text)?;
        writing.commit().map_err(text)
    }

    /// Forgets a record.
    pub(crate) fn delete(&self, id: &str) -> Result<(), String> {
        let writing = self.database.begin_write().map_err(text)?;
        writing.open_table(TABLES).map_err(text)?.remove(id).map_err(text)?;
        writing.commit().map_err(text)
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
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

    /// A record without a version is read, and one of a later version is left as it is.
    #[test]
    fn records_have_a_version() {
        let folder = std::env::temp_dir().join(format!("serve-{}-store", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let store = Store::open(&folder).expect("a store");
        store.save("now", &record()).expect("saved");
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
}
