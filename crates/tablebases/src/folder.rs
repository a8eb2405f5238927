//! Folders of tables. Each game has its own folder, named after its options.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use disk::LockError;
use games::{Notation, ParseError, format_game};

use crate::error::Error;
use crate::file::TableFile;
use crate::key::TableKey;

/// The error of a path that is not a folder.
fn no_folder(dir: &Path, error: &std::io::Error) -> Error {
    let expected = format!("a folder of tables ({error})");
    ParseError::new("tables", &dir.to_string_lossy(), expected).into()
}

/// Checks that a folder exists, with or without tables.
///
/// # Errors
/// A missing folder, or a path that is not a folder.
pub fn check_folder(dir: &Path) -> Result<(), Error> {
    fs::read_dir(dir).map(|_| ()).map_err(|error| no_folder(dir, &error))
}

/// The folder with the tables of a game.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    /// The game with the options that matter.
    pub(crate) game: String,
}

impl Folder {
    /// The folder of a game. The game must have only the options that matter.
    pub(crate) fn named(dir: &Path, game: &impl Notation) -> Self {
        let game = format_game(game);
        Self { path: dir.join(game.replace(':', "-")), game }
    }

    pub(crate) fn file(&self, id: impl TableKey) -> PathBuf {
        self.path.join(id.file_name())
    }

    /// Opens the file of a table with `len` numbers. `None` if there is no file.
    pub(crate) fn open<K: TableKey>(
        &self,
        id: K,
        len: usize,
    ) -> Result<Option<TableFile<K>>, Error> {
        let path = self.file(id);
        match path.try_exists() {
            Ok(false) => Ok(None),
            Ok(true) => TableFile::open(&path, &self.game, id, len).map(Some),
            Err(error) => Err(Error::unread(&path, &error)),
        }
    }

    /// Opens the file of a table with `len` numbers that other tables lead to.
    pub(crate) fn open_exit<K: TableKey>(&self, id: K, len: usize) -> Result<TableFile<K>, Error> {
        self.open(id, len)?.ok_or_else(|| Error::no_exit(&self.file(id)))
    }

    /// The error of a game that has no tables in its folder within `dir`.
    pub(crate) fn empty(&self, dir: &Path) -> Error {
        let expected = format!("a folder with tables of {}", self.game);
        ParseError::new("dir", &dir.display().to_string(), expected).into()
    }

    /// Checks the counts in a table's file. `found` gives the expected counts for those in the
    /// file.
    pub(crate) fn check_counts<K: TableKey>(
        &self,
        id: K,
        len: usize,
        found: impl FnOnce(K::Counts) -> K::Counts,
    ) -> Result<(), Error> {
        let Some(file) = self.open(id, len)? else { return Ok(()) };
        let read = file.header.counts;
        let found = found(read);
        if read == found {
            return Ok(());
        }
        Err(Error::file(&file.path, format!("counts {read:?}"), format!("counts {found:?}")))
    }

    /// The tables of up to `most` pieces that have files, sorted.
    pub(crate) fn tables<K: TableKey>(&self, dir: &Path, most: u8) -> Result<Vec<K>, Error> {
        let unread = |error: std::io::Error| no_folder(&self.path, &error);
        if !self.path.try_exists().map_err(unread)? {
            // The game has no folder. The folder of all games must still exist.
            return fs::read_dir(dir).map(|_| Vec::new()).map_err(|error| no_folder(dir, &error));
        }
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(unread)? {
            let name = entry.map_err(unread)?.file_name();
            let name = name.to_str().and_then(|name| name.strip_suffix(".table"));
            let id = name.and_then(|name| name.parse::<K>().ok());
            found.extend(id.filter(|id| (2..=most).contains(&id.pieces())));
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Makes the folder, and locks it against other builders while the returned file is open.
    pub(crate) fn lock(&self) -> Result<File, Error> {
        fs::create_dir_all(&self.path).map_err(|error| Error::write(&self.path, error))?;
        disk::lock_folder(&self.path).map_err(|error| match error {
            LockError::Busy => {
                let expected = "a folder that no other build writes to";
                Error::file(&self.path, "a folder in use", expected)
            }
            LockError::Stranger => {
                let expected = "a folder of tables: its lock is an empty file";
                Error::file(&self.path, "a file called lock that is somebody else's", expected)
            }
            LockError::System(error) => Error::write(&self.path, error),
        })
    }
}
