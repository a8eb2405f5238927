//! Games on disk: a file for each table, which is replaced as a whole.
//!
//! The file `tables/ID.table` holds one line: a checksum, and the record as JSON, which later
//! versions of the code can read. Each write is complete on the disk before it counts
//! ([`disk::replace`]). So a kill or a failed write leaves the record before, and damage to a file
//! costs only its table.
//!
//! A database would keep all tables in one file, where one damaged page can cost them all. It needs
//! its own recovery, repair and reopening after errors. Files need none of these.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

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
    /// Keeps other servers from the folder.
    _lock: File,
}

impl Store {
    /// Opens a folder. A missing folder is made. Other users of the machine cannot see the tables,
    /// because records hold tokens and hidden cards.
    pub(crate) fn open(data: &Path) -> io::Result<Self> {
        let files = TableFiles::of(data);
        fs::create_dir_all(&files.0)?;
        #[cfg(unix)]
        fs::set_permissions(&files.0, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
        let lock = disk::lock_folder(data).map_err(io::Error::other)?;
        disk::sync_folder(data)?;
        Ok(Self { files, _lock: lock })
    }

    /// Saves the record of a table. Once this returns, the record survives a crash. After an error,
    /// the record before is still there; if the error came at the very end, it may be the new one.
    pub(crate) fn save(&self, id: &str, record: &TableRecord) -> io::Result<()> {
        let line = record.to_json()? + "\n";
        disk::replace(&self.files.path(id), &[&checksum(id, line.as_bytes()), &line])
    }

    /// Deletes the record of a table.
    pub(crate) fn delete(&self, id: &str) -> io::Result<()> {
        match fs::remove_file(self.files.path(id)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => disk::sync_folder(&self.files.0),
        }
    }
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
            typed: false,
            open: false,
            agreed: Vec::new(),
            analysis: None,
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
        store.delete("now").expect("deleted");
        store.delete("now").expect("nothing to delete");
        assert!(matches!(store.files.read("now"), Err(Damage::File(_))));
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
