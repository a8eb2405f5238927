//! Checks the tables of a folder, and saves those that can be read.

use std::io;
use std::path::Path;

use tabletop::{Packs, Table};

use crate::error::Error;
use crate::old_store;
use crate::store::{Damage, Store, TableFiles};

/// The tables of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The number of all tables.
    pub tables: usize,
    /// The id of each damaged table, and the reason.
    pub damaged: Vec<(String, String)>,
    /// A remark on games of an earlier version in the folder, which are none of the tables.
    pub old: Option<String>,
}

/// Checks all tables of a folder: their checksums, and that their games can be replayed. A server
/// may be running there. `pack` is the text of the user's pitch and pack for Buteur.
///
/// # Errors
/// If the folder cannot be read.
pub fn check(data: &Path, pack: Option<&str>) -> Result<Survey, Error> {
    let packs = Packs::read(pack).map_err(Error::Pack)?;
    survey(data, |files, id| {
        let restored = |record| Table::restore(record, &packs.games).map_err(Damage::from);
        let table = files.read(id).and_then(restored);
        Ok(table.map(drop).map_err(|damage| damage.to_string()))
    })
}

/// Writes all tables of a folder that can be read to a new folder.
///
/// # Errors
/// If the old folder cannot be read; if the new folder has tables already, or cannot be written.
pub fn salvage(from: &Path, to: &Path) -> Result<Survey, Error> {
    let failed = |error| Error::Data(to.to_owned(), error);
    let store = Store::open(to).map_err(failed)?;
    if !store.files.ids().map_err(failed)?.is_empty() {
        return Err(failed(io::Error::other("it has tables already, expected a new folder")));
    }
    survey(from, |files, id| match files.read(id) {
        Ok(record) => store.save(id, &record).map(Ok).map_err(failed),
        Err(damage) => Ok(Err(damage.to_string())),
    })
}

/// Looks at each table. `look` returns the reason if a table is damaged.
fn survey(
    data: &Path,
    look: impl Fn(&TableFiles, &str) -> Result<Result<(), String>, Error>,
) -> Result<Survey, Error> {
    let failed = |error| Error::Data(data.to_owned(), error);
    if !data.is_dir() {
        return Err(failed(io::ErrorKind::NotFound.into()));
    }
    let files = TableFiles::of(data);
    let ids = files.ids().map_err(failed)?;
    let old = old_store::remark(data);
    let mut found = Survey { tables: ids.len(), damaged: Vec::new(), old };
    for id in ids {
        if let Err(why) = look(&files, &id)? {
            found.damaged.push((id, why));
        }
    }
    Ok(found)
}
