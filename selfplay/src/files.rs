//! Reading and replacing files that a user names.

use std::fs::File;
use std::io::{self, Read};
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
    disk::replace(path, &[contents]).map_err(|error| Error::write(path, error))
}
