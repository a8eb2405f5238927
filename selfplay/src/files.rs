//! Reading and replacing files that a user names.

use std::io;
use std::path::Path;

use crate::Error;

/// Reads a file, unless it is too long to be valid input.
///
/// # Errors
/// A file that cannot be read or is too long.
pub(crate) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    const MOST_MIB: u64 = 16;
    disk::read_at_most(path, MOST_MIB)
}

/// Replaces the contents of a file atomically. If this fails, the file is unchanged.
///
/// # Errors
/// A file that cannot be written.
pub fn write_atomically(path: &Path, contents: &[u8]) -> Result<(), Error> {
    disk::replace(path, &[contents]).map_err(|error| Error::write(path, error))
}
