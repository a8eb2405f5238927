//! Games of earlier versions, which are in a database `games.redb`.
//!
//! A program that is built with `--features redb` converts it at its start. Other programs only say
//! that it is there. The database itself never changes.

use std::io;
use std::path::{Path, PathBuf};

use crate::store::Store;

/// The database in a folder, if there is one that was not converted.
pub(crate) fn find(data: &Path) -> Option<PathBuf> {
    let path = data.join("games.redb");
    path.exists().then_some(path)
}

/// Tells of the database in a folder, if there is one that was not converted.
pub(crate) fn remark(data: &Path) -> Option<String> {
    Some(format!("{}: games of an earlier version are left out: {HOW}", find(data)?.display()))
}

/// The way to convert a database.
const HOW: &str = "start the server once with a program that was built with `--features redb`, \
    which converts them";

/// Converts the database in a folder, if there is one. Returns what the log must say of it.
pub(crate) fn convert(data: &Path, store: &Store) -> Option<String> {
    let path = find(data)?;
    let words = match tables(&path, store) {
        Ok(words) => words,
        Err(error) => format!("it cannot be converted ({error}), and stays as it is"),
    };
    Some(format!("{}: {words}", path.display()))
}

#[cfg(not(feature = "redb"))]
fn tables(_: &Path, _: &Store) -> io::Result<String> {
    Ok(format!("games of an earlier version are not served: {HOW}"))
}

/// Writes the tables of a database to a store, and renames the database.
#[cfg(feature = "redb")]
fn tables(path: &Path, store: &Store) -> io::Result<String> {
    use redb::{ReadableDatabase, ReadableTable, TableDefinition};

    use tabletop::TableRecord;

    const TABLES: TableDefinition<'_, &str, &str> = TableDefinition::new("tables");
    let known = store.files.ids()?;
    let (mut converted, mut broken) = (0, Vec::new());
    let mut read = || -> Result<(), redb::Error> {
        // A database that was not closed must be repaired first, so it is opened to write.
        let database = redb::Database::open(path)?;
        let reading = database.begin_read()?;
        for entry in reading.open_table(TABLES)?.iter()? {
            let (id, record) = entry?;
            let id = id.value();
            match TableRecord::from_json(record.value().as_bytes()) {
                _ if known.iter().any(|known| known == id) => {}
                Ok(mut record) => {
                    record.played = !record.steps.is_empty();
                    store.save(id, &record).map_err(redb::Error::Io)?;
                    converted += 1;
                }
                Err(_) => broken.push(id.to_owned()),
            }
        }
        Ok(())
    };
    read().map_err(io::Error::other)?;
    let kept = path.with_extension("redb.converted");
    std::fs::rename(path, &kept)?;
    let left =
        if broken.is_empty() { String::new() } else { format!("; not read: {}", broken.join(" ")) };
    Ok(format!("{converted} tables are converted; the file is kept as {}{left}", kept.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A database is converted once and kept, or the log says how to convert it.
    #[test]
    fn old_games_are_not_lost() {
        let folder = std::env::temp_dir().join(format!("serve-{}-old", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let store = Store::open(&folder).expect("a store");
        assert_eq!(convert(&folder, &store), None);
        let path = folder.join("games.redb");
        write_database(&path);
        let told = convert(&folder, &store).expect("words");
        if cfg!(feature = "redb") {
            assert!(
                told.contains(" 1 tables are converted") && told.ends_with("not read: b"),
                "{told}"
            );
            let expected = crate::store::tests::record();
            assert_eq!(store.files.read("a").expect("read").steps, expected.steps);
            assert!(folder.join("games.redb.converted").exists() && !path.exists());
        } else {
            assert!(told.contains("--features redb") && path.exists(), "{told}");
        }
        drop(store);
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[cfg(not(feature = "redb"))]
    fn write_database(path: &Path) {
        std::fs::write(path, "redb").expect("written");
    }

    #[cfg(feature = "redb")]
    fn write_database(path: &Path) {
        let tables = redb::TableDefinition::<'_, &str, &str>::new("tables");
        let database = redb::Database::create(path).expect("a database");
        let writing = database.begin_write().expect("a start");
        let record = crate::store::tests::record().to_json().expect("JSON");
        for (id, json) in [("a", record.as_str()), ("b", "nonsense")] {
            let mut table = writing.open_table(tables).expect("a table");
            table.insert(id, json).expect("inserted");
        }
        writing.commit().expect("written");
    }
}
