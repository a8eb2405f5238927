//! Games on disk: a file for each table, which is replaced as a whole.
//!
//! The file `tables/ID.table` holds one line: a checksum, and the record as JSON, which later
//! versions of the code can read. Each write is complete on the disk before it counts
//! ([`disk::replace`]). So a kill or a failed write leaves the record before, and damage to a file
//! costs only its table.
//!
//! A table that nobody has used for long goes to the folder `archive`, and comes back when somebody
//! asks for it. A deleted table goes to the folder `deleted`, from which the host can bring it back
//! for a day.
//!
//! A database would keep all tables in one file, where one damaged page can cost them all. It needs
//! its own recovery, repair and reopening after errors. Files need none of these.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crc32fast::Hasher;
use tabletop::TableRecord;

/// The end of a file's name.
const SUFFIX: &str = ".table";

/// The most MiB of a file. The longest games have less than one.
const MOST: u64 = 64;

/// The reason why a table cannot be read back.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Damage {
    #[error("the file cannot be read: {0}")]
    File(#[from] io::Error),
    #[error("the checksum differs")]
    Checksum,
    #[error(transparent)]
    Record(#[from] tabletop::Damage),
}

/// The files of tables in a folder.
#[derive(Clone, Debug)]
pub(crate) struct TableFiles(PathBuf);

impl TableFiles {
    /// The files in the folder of a server.
    pub(crate) fn of(data: &Path) -> Self {
        Self(data.join("tables"))
    }

    fn path(&self, id: &str) -> PathBuf {
        self.0.join(format!("{id}{SUFFIX}"))
    }

    /// Whether there is a table with this id. Other texts than ids are no names of files.
    pub(crate) fn has(&self, id: &str) -> bool {
        id.bytes().all(|byte| byte.is_ascii_alphanumeric()) && self.path(id).is_file()
    }

    /// Moves a table to another folder.
    fn move_to(&self, id: &str, other: &Self) -> io::Result<()> {
        fs::rename(self.path(id), other.path(id))?;
        disk::sync_folder(&other.0)?;
        disk::sync_folder(&self.0)
    }

    /// The ids of all tables, in order. A folder in which no server has been has none.
    pub(crate) fn ids(&self) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.0) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut ids = Vec::new();
        for entry in entries {
            // Other names are those of files that a killed process left.
            let name = entry?.file_name();
            ids.extend(name.to_str().and_then(|name| name.strip_suffix(SUFFIX)).map(str::to_owned));
        }
        ids.sort();
        Ok(ids)
    }

    /// Reads the record of a table.
    pub(crate) fn read(&self, id: &str) -> Result<TableRecord, Damage> {
        let bytes = disk::read_at_most(&self.path(id), MOST)?;
        let (sum, line) = bytes.split_at_checked(9).ok_or(Damage::Checksum)?;
        if sum != checksum(id, line).as_bytes() {
            return Err(Damage::Checksum);
        }
        Ok(TableRecord::from_json(line)?)
    }
}

/// The checksum of a line, with a space. It covers the id, so that a file under another name is
/// recognised.
fn checksum(id: &str, line: &[u8]) -> String {
    let mut hasher = Hasher::new();
    hasher.update(id.as_bytes());
    hasher.update(line);
    format!("{:08x} ", hasher.finalize())
}

/// The files of tables, for the one server that writes to them.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) files: TableFiles,
    /// The tables that nobody has used for long.
    pub(crate) archive: TableFiles,
    /// The tables that were deleted within a day.
    pub(crate) deleted: TableFiles,
    /// Keeps other servers from the folder.
    _lock: File,
}

impl Store {
    /// Opens a folder. A missing folder is made. Other users of the machine cannot see the tables,
    /// because records hold tokens and hidden cards.
    pub(crate) fn open(data: &Path) -> io::Result<Self> {
        let files = TableFiles::of(data);
        let [archive, deleted] = ["archive", "deleted"].map(|name| TableFiles(data.join(name)));
        for TableFiles(folder) in [&files, &archive, &deleted] {
            fs::create_dir_all(folder)?;
            #[cfg(unix)]
            fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
        }
        let lock = disk::lock_folder(data).map_err(io::Error::other)?;
        disk::sync_folder(data)?;
        Ok(Self { files, archive, deleted, _lock: lock })
    }

    /// Saves the record of a table. Once this returns, the record survives a crash. After an error,
    /// the record before is still there; if the error came at the very end, it may be the new one.
    pub(crate) fn save(&self, id: &str, record: &TableRecord) -> io::Result<()> {
        let line = record.to_json()? + "\n";
        disk::replace(&self.files.path(id), &[&checksum(id, line.as_bytes()), &line])
    }

    /// Removes a table from the tables in use: to a folder, or for good.
    pub(crate) fn remove(&self, id: &str, to: Removal) -> io::Result<()> {
        let removed = match to {
            Removal::Archived => self.files.move_to(id, &self.archive),
            Removal::Deleted => {
                // The time of the file tells when the day is over.
                let touched = File::options().append(true).open(self.files.path(id));
                let touched = touched.and_then(|file| file.set_modified(SystemTime::now()));
                touched.and_then(|()| self.files.move_to(id, &self.deleted))
            }
            Removal::Unused => fs::remove_file(self.files.path(id)),
        };
        match removed {
            Err(error) if error.kind() == ErrorKind::NotFound && self.files.0.is_dir() => Ok(()),
            Err(error) => Err(error),
            Ok(()) => disk::sync_folder(&self.files.0),
        }
    }

    /// Brings a table back from the archive.
    pub(crate) fn unarchive(&self, id: &str) -> io::Result<()> {
        self.archive.move_to(id, &self.files)
    }

    /// Brings a deleted table back.
    pub(crate) fn undelete(&self, id: &str) -> io::Result<()> {
        self.deleted.move_to(id, &self.files)
    }

    /// Deletes the tables for good that were deleted before this time.
    pub(crate) fn purge(&self, age: Duration) -> io::Result<()> {
        for id in self.deleted.ids()? {
            let path = self.deleted.path(&id);
            let since = fs::metadata(&path)?.modified()?;
            if SystemTime::now().duration_since(since).is_ok_and(|passed| passed >= age) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }
}

/// The way in which a table leaves the tables in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    /// Nobody has used it for long.
    Archived,
    /// The host has deleted it, and can bring it back for a day.
    Deleted,
    /// Nobody has played there. It is gone for good.
    Unused,
}

#[cfg(test)]
pub(crate) mod tests {
    use tabletop::Kept;

    use super::*;

    pub(crate) fn record() -> TableRecord {
        let kept = Kept {
            names: vec![String::new(); 2],
            host: "host".to_owned(),
            seats: vec!["one".to_owned(), "two".to_owned()],
            claimed: vec![false; 2],
            holders: vec![String::new(); 2],
            watch: "watch".to_owned(),
            typed: false,
            open: false,
            agreed: Vec::new(),
            analysis: None,
            hints: true,
            ask: None,
            ended: None,
            clock: None,
            next: None,
            version: 3,
            changed: 7,
        };
        TableRecord {
            start: "benedictine startpos".to_owned(),
            steps: vec!["c2-d3@f2".to_owned()],
            cursor: 1,
            seed: u64::MAX,
            sitters: vec![0, 5],
            played: true,
            kept,
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("serve-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    fn write(store: &Store, id: &str, json: &str) {
        let line = format!("{json}\n");
        fs::write(store.files.path(id), checksum(id, line.as_bytes()) + &line).expect("written");
    }

    /// A record without a version is read, and one of a later version is named and does not change.
    #[test]
    fn records_have_a_version() {
        let folder = folder("store");
        let store = Store::open(&folder).expect("a store");
        store.save("now", &record()).expect("saved");
        let bare = serde_json::to_string(&record()).expect("JSON");
        write(&store, "bare", &bare);
        write(&store, "later", &bare.replacen('{', "{\"format\":2,", 1));
        write(&store, "other", "{\"format\":3,\"fields\":[]}");
        write(&store, "wrong", "{\"format\":1,\"fields\":[]}");
        assert_eq!(store.files.ids().expect("ids"), ["bare", "later", "now", "other", "wrong"]);
        assert_eq!(store.files.read("now").expect("read"), record());
        assert_eq!(store.files.read("bare").expect("read"), record());
        assert!(matches!(
            store.files.read("later"),
            Err(Damage::Record(tabletop::Damage::Later(2)))
        ));
        assert!(matches!(
            store.files.read("other"),
            Err(Damage::Record(tabletop::Damage::Later(3)))
        ));
        assert!(matches!(
            store.files.read("wrong"),
            Err(Damage::Record(tabletop::Damage::Record(_)))
        ));
        store.remove("now", Removal::Unused).expect("deleted");
        for removal in [Removal::Unused, Removal::Deleted, Removal::Archived] {
            store.remove("now", removal).expect("nothing to delete");
        }
        assert!(matches!(store.files.read("now"), Err(Damage::File(_))));
        drop(store);
        fs::remove_dir_all(folder).expect("removed");
    }

    /// Archived and deleted tables come back as they were. After their time deleted ones are gone.
    #[test]
    fn removed_tables_come_back() {
        let folder = folder("removed");
        let store = Store::open(&folder).expect("a store");
        store.save("a", &record()).expect("saved");
        store.remove("a", Removal::Archived).expect("archived");
        assert!(store.files.ids().expect("ids").is_empty() && store.archive.has("a"));
        store.unarchive("a").expect("back");
        store.remove("a", Removal::Deleted).expect("deleted");
        store.purge(Duration::from_secs(60)).expect("nothing is old");
        assert!(store.deleted.has("a") && !store.deleted.has("../deleted/a"));
        store.undelete("a").expect("back");
        assert_eq!(store.files.read("a").expect("read"), record());
        store.remove("a", Removal::Deleted).expect("deleted");
        store.purge(Duration::ZERO).expect("purged");
        assert!(!store.deleted.has("a") && store.undelete("a").is_err());
        drop(store);
        fs::remove_dir_all(folder).expect("removed");
    }

    /// Every flipped bit, every cut and every added byte is found, and so is a file under another
    /// name.
    #[test]
    fn all_damage_is_found() {
        let folder = folder("damage");
        let store = Store::open(&folder).expect("a store");
        store.save("a", &record()).expect("saved");
        let path = store.files.path("a");
        let whole = fs::read(&path).expect("bytes");
        let bits = (0..whole.len()).flat_map(|byte| (0..8).map(move |bit| (byte, bit)));
        let flipped = bits.map(|(byte, bit)| {
            let mut bytes = whole.clone();
            bytes[byte] ^= 1 << bit;
            bytes
        });
        let cut = (0..whole.len()).map(|length| whole[..length].to_vec());
        let longer = [b' ', b'\n', 0].map(|byte| [whole.as_slice(), &[byte]].concat());
        for bytes in flipped.chain(cut).chain(longer) {
            fs::write(&path, &bytes).expect("written");
            assert!(matches!(store.files.read("a"), Err(Damage::Checksum)), "{bytes:?}");
        }
        fs::write(&path, &whole).expect("written");
        fs::copy(&path, store.files.path("b")).expect("copied");
        assert_eq!(store.files.read("a").expect("read"), record());
        assert!(matches!(store.files.read("b"), Err(Damage::Checksum)));
        drop(store);
        fs::remove_dir_all(folder).expect("removed");
    }

    /// A start that is killed after any of its steps leaves a folder that opens.
    #[test]
    fn a_killed_start_leaves_a_folder_that_opens() {
        let folder = folder("killed");
        let steps: [fn(&Path); 3] = [
            |folder| fs::create_dir_all(folder).expect("a folder"),
            |folder| fs::create_dir_all(folder.join("tables")).expect("a folder"),
            |folder| drop(File::create(folder.join("lock")).expect("a file")),
        ];
        for count in 0..=steps.len() {
            let _ = fs::remove_dir_all(&folder);
            steps[..count].iter().for_each(|step| step(&folder));
            let store = Store::open(&folder).expect("it opens");
            assert!(store.files.ids().expect("ids").is_empty());
            assert!(Store::open(&folder).is_err(), "one server at a time");
        }
        fs::remove_dir_all(folder).expect("removed");
    }

    /// Other users cannot read tokens and hidden cards, even if the folder was open to all.
    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_the_games() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("mode");
        let tables = folder.join("tables");
        for _ in 0..2 {
            drop(Store::open(&folder).expect("a store"));
            let found = fs::metadata(&tables).expect("a folder").permissions().mode();
            assert_eq!(found & 0o777, 0o700);
            fs::set_permissions(&tables, PermissionsExt::from_mode(0o755)).expect("another mode");
        }
        fs::remove_dir_all(folder).expect("removed");
    }
}
