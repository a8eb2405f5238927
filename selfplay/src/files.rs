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
    const LONGEST: u64 = 16 << 20;
    let mut text = String::new();
    File::open(path)?.take(LONGEST).read_to_string(&mut text)?;
    if text.len() as u64 == LONGEST {
        return Err(io::Error::other(format!("read {LONGEST} bytes, expected fewer")));
    }
    Ok(text)
}

/// Replaces a file by one with other contents, or leaves it as it was.
///
/// # Errors
/// If it cannot be written.
pub fn write_atomically(path: &Path, contents: &[u8]) -> Result<(), Error> {
    disk::replace(path, &[contents]).map_err(|error| Error::write(path, error))
}
