//! Reading and replacing files that a user names.
//!
//! Replacing is written here rather than taken from a library: an interrupted match or fit goes on
//! exactly where it was, so file and folder must have reached the disk when the call returns. Libraries for
//! temporary files rename, and leave that to the caller.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use crate::Error;

/// A file's text, of a length that weights or packs can have.
///
/// # Errors
/// A file that cannot be read, is too long, or is no text.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_bytes(path)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

/// Reads a file of bytes that is not too long to be one that somebody made.
///
/// # Errors
/// If it cannot be read or is too long.
pub(crate) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    const LONGEST: u64 = 16 << 20;
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == LONGEST {
        return Err(io::Error::other(format!("read {LONGEST} bytes, expected fewer")));
    }
    Ok(bytes)
}

/// Replaces a file by one with other contents, or leaves it as it was.
///
/// # Errors
/// If it cannot be written.
pub fn write_atomically(path: &Path, contents: &[u8]) -> Result<(), Error> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let written = write_and_sync(Path::new(&beside), contents)
        .and_then(|()| fs::rename(&beside, path))
        .and_then(|()| sync_folder_of(path));
    written.map_err(|error| {
        // The old file is what counts; where even this fails nothing can be done.
        let _ = fs::remove_file(&beside);
        Error::write(path, error)
    })
}

fn write_and_sync(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(contents)?;
    file.sync_all()
}

/// The new name is sent to the disk, too.
#[cfg(unix)]
fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Elsewhere folders cannot be opened.
#[cfg(not(unix))]
fn sync_folder_of(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What could not be written leaves the old file, and nothing beside it.
    #[test]
    fn failing_leaves_the_old_file() {
        let folder = std::env::temp_dir().join(format!("engine-{}-failing", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("a.new")).unwrap();
        let path = folder.join("a");
        fs::write(&path, "old").unwrap();
        let error = write_atomically(&path, b"new").unwrap_err();
        assert!(matches!(&error, Error::Write { path: named, .. } if *named == path), "{error:?}");
        assert!(error.to_string().starts_with("output: "), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        fs::remove_dir(folder.join("a.new")).unwrap();
        write_atomically(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }
}
