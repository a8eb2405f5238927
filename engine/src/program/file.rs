//! Reading files that a user names.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

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
