//! Files that are made anew each time: reports, man pages.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use games::ParseError;
use selfplay::write_atomically;

use crate::Failure;

/// How far into a file its mark is looked for.
const HEAD: u64 = 4096;

/// Reads a whole file of text, which an argument names.
///
/// # Errors
/// A file that cannot be read, or is no text; a device that does not end.
pub fn read_text(argument: &str, path: &Path) -> Result<String, ParseError> {
    disk::read_whole(path).and_then(disk::as_text).map_err(|error| {
        let expected = format!("a readable file of text ({error})");
        ParseError::new(argument, &path.to_string_lossy(), expected)
    })
}

/// Writes a file, or replaces that of an earlier run, which has `mark` near its beginning; a file of somebody else
/// stays.
///
/// # Errors
/// As [`check_own`] has them; a file that cannot be written.
pub fn replace_own(path: &Path, contents: &[u8], mark: &str) -> Result<(), Failure> {
    check_own("out", path, mark)?;
    Ok(write_atomically(path, contents)?)
}

/// Whether [`replace_own`] may write a file, for an argument of that name.
///
/// # Errors
/// A file that is none of an earlier run, or that cannot be read.
pub fn check_own(name: &str, path: &Path, mark: &str) -> Result<(), ParseError> {
    let refused = |expected: String| ParseError::new(name, &path.to_string_lossy(), expected);
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    match read {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(refused(format!("a file to replace ({error})"))),
        Ok(_)
            if head.is_empty() || head.windows(mark.len()).any(|part| part == mark.as_bytes()) =>
        {
            Ok(())
        }
        Ok(_) => {
            let expected = "no file there, or that of an earlier run: it is somebody else's";
            Err(refused(expected.to_owned()))
        }
    }
}
