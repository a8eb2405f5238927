//! Files that are made anew each time: reports, man pages.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use games::ParseError;
use selfplay::write_atomically;

use crate::Failure;

/// How far into a file its mark is looked for.
const HEAD: u64 = 4096;

/// Writes a file, or replaces that of an earlier run, which has `mark` near its beginning; a file of somebody else
/// stays.
///
/// # Errors
/// A file that is none of an earlier run, or that cannot be written.
pub fn replace_own(path: &Path, contents: &[u8], mark: &str) -> Result<(), Failure> {
    let refused = |expected: String| ParseError::new("out", &path.to_string_lossy(), expected);
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    match read {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(refused(format!("a file to replace ({error})")).into()),
        Ok(_)
            if head.is_empty() || head.windows(mark.len()).any(|part| part == mark.as_bytes()) => {}
        Ok(_) => {
            let expected = "no file there, or that of an earlier run: it is somebody else's";
            return Err(refused(expected.to_owned()).into());
        }
    }
    Ok(write_atomically(path, contents)?)
}
