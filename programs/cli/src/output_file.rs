//! Files that a command reads as a whole, and files that it replaces each time: reports, man pages.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use games::ParseError;

use crate::Failure;

/// The mark must be within this many bytes from the beginning of a file.
const HEAD: u64 = 4096;

/// Reads a whole text file; `argument` is the option that names it.
///
/// # Errors
/// A file that cannot be read, or is not text; a device that does not end.
pub fn read_text(argument: &str, path: &Path) -> Result<String, ParseError> {
    disk::read_text(path).map_err(|error| {
        let expected = format!("a readable file of text ({error})");
        ParseError::new(argument, &path.to_string_lossy(), expected)
    })
}

/// Writes a file, or replaces the file of an earlier run. A file of an earlier run has `mark` near
/// its beginning; any other file is refused, so that a user's own file is never lost.
///
/// # Errors
/// As [`check_own`]; a file that cannot be written.
pub fn replace_own(path: &Path, contents: &[u8], mark: &str) -> Result<(), Failure> {
    check_own("out", path, mark)?;
    let written = disk::replace(path, &[contents]);
    written.map_err(|error| Failure::Broken(format!("output: {}: {error}", path.display())))
}

/// Checks that a file can be made: its folder exists; `name` is the option that names the file.
///
/// # Errors
/// A folder that does not exist.
pub fn check_folder(name: &str, path: &Path) -> Result<(), ParseError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.unwrap_or(Path::new(".")).is_dir() && path.file_name().is_some() {
        return Ok(());
    }
    Err(ParseError::new(name, &path.to_string_lossy(), "a file in a folder that exists"))
}

/// Checks whether [`replace_own`] may write a file; `name` is the option that names it.
///
/// # Errors
/// A file without the mark of an earlier run; a file that cannot be read; a folder that does not
/// exist.
pub fn check_own(name: &str, path: &Path, mark: &str) -> Result<(), ParseError> {
    let refused = |expected: String| ParseError::new(name, &path.to_string_lossy(), expected);
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    match read {
        Err(error) if error.kind() == ErrorKind::NotFound => check_folder(name, path),
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
