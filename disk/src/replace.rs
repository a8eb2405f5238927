//! Replacing a file.
//!
//! This is written here rather than taken from a library: an interrupted match or fit goes on
//! exactly where it was, so file and folder must have reached the disk when the call returns. Libraries for
//! temporary files rename, and leave that to the caller.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Replaces a file by one with other contents, given in pieces, or leaves it as it was.
///
/// The contents are written to a file without a name where the system has such, so that who is killed leaves
/// nothing; then that gets a name beside the file which nobody has, and at last the file's.
///
/// # Errors
/// If it cannot be written.
pub fn replace(path: &Path, pieces: &[impl AsRef<[u8]>]) -> io::Result<()> {
    let beside = write_beside(path, pieces)?;
    if let Err(error) = fs::rename(&beside, path) {
        // The old file is what counts; where even this fails nothing can be done.
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    sync_folder(folder_of(path))
}

/// Whether a file's name is one that [`replace`] may have left beside a file of the name `of`, when it was
/// killed.
#[must_use]
pub fn is_beside(name: &str, of: &str) -> bool {
    let number = name.strip_prefix(of).and_then(|rest| rest.strip_prefix(SUFFIX));
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What the names beside a file end with, and then perhaps a number.
const SUFFIX: &str = ".new";

/// Writes contents to a new file beside a path, and says which.
fn write_beside(path: &Path, pieces: &[impl AsRef<[u8]>]) -> io::Result<PathBuf> {
    if let Ok(file) = nameless(folder_of(path)) {
        fill(&file, pieces)?;
        // Where a file cannot be given a name afterwards, another is written that has one from the first.
        if let Ok((beside, ())) = first_free(path, |beside| give_name(&file, beside)) {
            return Ok(beside);
        }
    }
    let (beside, file) = first_free(path, |beside| File::create_new(beside))?;
    if let Err(error) = fill(&file, pieces) {
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    Ok(beside)
}

fn fill(mut file: &File, pieces: &[impl AsRef<[u8]>]) -> io::Result<()> {
    pieces.iter().try_for_each(|piece| file.write_all(piece.as_ref()))?;
    file.sync_all()
}

/// Makes something at the first path beside another that nobody has: what is there may be somebody else's.
fn first_free<T>(path: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(PathBuf, T)> {
    let mut number = 1_u64;
    loop {
        let mut beside = path.as_os_str().to_owned();
        beside.push(SUFFIX);
        if number > 1 {
            beside.push(number.to_string());
        }
        let beside = PathBuf::from(beside);
        match make(&beside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|made| (beside, made)),
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// A file in a folder that has no name: it goes with whoever holds it.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};

    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    Ok(File::from(open(folder, flags, Mode::from_raw_mode(0o666))?))
}

#[cfg(target_os = "linux")]
fn give_name(file: &File, path: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, linkat};

    let held = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, held, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

/// Elsewhere files have names.
#[cfg(not(target_os = "linux"))]
fn nameless(_: &Path) -> io::Result<File> {
    Err(ErrorKind::Unsupported.into())
}

#[cfg(not(target_os = "linux"))]
fn give_name(_: &File, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// The new name is sent to the disk, too.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Elsewhere folders cannot be opened.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("disk-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// A file of that name beside it may be a diary.
    #[test]
    fn a_strangers_file_beside_it_stays() {
        let folder = folder("beside");
        let path = folder.join("a");
        for name in ["a.new", "a.new2"] {
            fs::write(folder.join(name), "diary").unwrap();
        }
        for text in ["old", "new"] {
            replace(&path, &[text]).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        for name in ["a.new", "a.new2"] {
            assert_eq!(fs::read(folder.join(name)).unwrap(), b"diary");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
        fs::remove_dir_all(folder).unwrap();
    }

    /// What could not be written leaves what was there, and nothing beside it.
    #[test]
    fn failing_leaves_what_was_there() {
        let folder = folder("failing");
        let path = folder.join("a");
        fs::create_dir_all(path.join("b")).unwrap();
        replace(&path, &["new"]).unwrap_err();
        assert!(path.join("b").is_dir());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        replace(&folder.join("none/a"), &["new"]).unwrap_err();
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn pieces_are_put_together() {
        let folder = folder("pieces");
        let path = folder.join("a");
        replace(&path, &["one ", "two"]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one two");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_beside_a_file_are_known() {
        assert!(is_beside("a.new", "a") && is_beside("a.new12", "a"));
        for name in ["a", "a.newer", "a.new.new", "b.new", "aa.new", ".new"] {
            assert!(!is_beside(name, "a"), "{name}");
        }
    }
}
