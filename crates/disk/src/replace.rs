//! Replaces a file.
//!
//! This is our own code because an interrupted match or fit continues exactly where it stopped. So
//! the file and its folder must have reached the disk when the call returns. Libraries for
//! temporary files rename, and leave that to the caller.
//!
//! Where the system allows it, the contents are first written to a file without a name, so a killed
//! process leaves nothing behind. Just before it replaces the old file, the new file gets a
//! temporary name. This name contains the checksum of the contents. So a later run
//! recognises such a file as its own.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;

/// Replaces a file with new contents, given in pieces, or leaves it unchanged. Removes files that a
/// killed process left beside it.
///
/// # Errors
/// The file cannot be written, or the path is a device or a pipe, which must not be replaced.
pub fn replace(path: &Path, pieces: &[impl AsRef<[u8]>]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        return Err(io::Error::other("a device or a pipe, not a regular file"));
    }
    // A folder that cannot be listed is not cleaned. This does no harm.
    let _ = sweep(path);
    let (beside, _held) = write_beside(path, pieces)?;
    if let Err(error) = fs::rename(&beside, path) {
        // The old file is unchanged, so a failure of this removal is ignored.
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    sync_folder(folder_of(path))
}

/// Whether a name is one that a killed [`replace`] of the file `of` can have left.
#[must_use]
pub fn is_beside(name: &str, of: &str) -> bool {
    sum_in_name(name, of).is_some()
}

/// The checksum in a name, as [`name_beside`] writes it.
fn sum_in_name(name: &str, of: &str) -> Option<u32> {
    let (sum, number) = name.strip_prefix(of)?.strip_prefix('.')?.split_once(SUFFIX)?;
    let is_sum = sum.len() == 8 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_name = is_sum && number.bytes().all(|byte| byte.is_ascii_digit());
    u32::from_str_radix(sum, 16).ok().filter(|_| is_name)
}

/// A temporary name for contents with a checksum. The number distinguishes it from names that
/// exist.
fn name_beside(path: &Path, sum: u32, number: u64) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{sum:08x}{SUFFIX}"));
    if number > 1 {
        beside.push(number.to_string());
    }
    PathBuf::from(beside)
}

/// The suffix of temporary names. A number can follow it.
const SUFFIX: &str = ".new";

/// Removes complete files that killed processes left beside a file: their names match their
/// contents, and no process holds them.
fn sweep(path: &Path) -> io::Result<()> {
    let Some(of) = path.file_name().and_then(|name| name.to_str()) else { return Ok(()) };
    for entry in fs::read_dir(folder_of(path))? {
        let entry = entry?;
        let sum = entry.file_name().to_str().and_then(|name| sum_in_name(name, of));
        let (Some(sum), true) = (sum, entry.file_type()?.is_file()) else { continue };
        let beside = entry.path();
        let is_left =
            File::open(&beside)?.try_lock().is_ok() && checksum(&[fs::read(&beside)?]) == sum;
        if is_left {
            fs::remove_file(beside)?;
        }
    }
    Ok(())
}

fn checksum(pieces: &[impl AsRef<[u8]>]) -> u32 {
    let mut hasher = Hasher::new();
    pieces.iter().for_each(|piece| hasher.update(piece.as_ref()));
    hasher.finalize()
}

/// Writes contents to a new file beside a path, and returns its name. The file is locked as long as
/// it is open.
fn write_beside(path: &Path, pieces: &[impl AsRef<[u8]>]) -> io::Result<(PathBuf, File)> {
    let sum = checksum(pieces);
    if let Ok(file) = nameless(folder_of(path)) {
        fill(&file, pieces)?;
        // Where a file cannot get a name later, it is written with a name from the start.
        if let Ok((beside, ())) = first_free(path, sum, |beside| give_name(&file, beside)) {
            return Ok((beside, file));
        }
    }
    let (beside, file) = first_free(path, sum, |beside| File::create_new(beside))?;
    if let Err(error) = fill(&file, pieces) {
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    Ok((beside, file))
}

fn fill(mut file: &File, pieces: &[impl AsRef<[u8]>]) -> io::Result<()> {
    // The lock keeps other processes from removing the file. Where files cannot be locked, no
    // process removes any.
    let _ = file.try_lock();
    pieces.iter().try_for_each(|piece| file.write_all(piece.as_ref()))?;
    file.sync_all()
}

/// Creates something under the first free temporary name. Existing files are not touched.
fn first_free<T>(
    path: &Path,
    sum: u32,
    make: impl Fn(&Path) -> io::Result<T>,
) -> io::Result<(PathBuf, T)> {
    let mut number = 1;
    loop {
        let beside = name_beside(path, sum, number);
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

/// A file without a name in a folder. It disappears when it is closed.
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

/// Other systems have no files without a name.
#[cfg(not(target_os = "linux"))]
fn nameless(_: &Path) -> io::Result<File> {
    Err(ErrorKind::Unsupported.into())
}

#[cfg(not(target_os = "linux"))]
fn give_name(_: &File, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Writes the names in a folder to the disk.
///
/// # Errors
/// If the folder cannot be opened or written.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Other systems cannot open folders.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn sync_folder(_: &Path) -> io::Result<()> {
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

    /// A file with the name `of` and a suffix can be a user's own file.
    #[test]
    fn a_strangers_file_beside_it_stays() {
        let folder = folder("beside");
        let path = folder.join("a");
        let sum = checksum(&["new"]);
        let names = [1, 2].map(|number| name_beside(&path, sum, number));
        for name in &names {
            fs::write(name, "diary").unwrap();
        }
        for text in ["old", "new"] {
            replace(&path, &[text]).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        for name in &names {
            assert_eq!(fs::read(name).unwrap(), b"diary");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
        fs::remove_dir_all(folder).unwrap();
    }

    /// A process that is killed between naming a file and replacing the old one leaves a complete
    /// file. The next call removes it, unless another process is about to use it.
    #[test]
    fn what_the_killed_leave_goes() {
        let folder = folder("left");
        let path = folder.join("a");
        let (left, held) = write_beside(&path, &["half", " done"]).unwrap();
        let (other, other_held) = write_beside(&path, &["other"]).unwrap();
        drop(held);
        replace(&path, &["new"]).unwrap();
        assert!(!left.exists() && other.exists());
        drop(other_held);
        replace(&path, &["newer"]).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    /// A failed write leaves the old file, and nothing beside it.
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

    /// A device is not replaced, even for a user who could create devices. The check does not
    /// depend on permissions.
    #[cfg(unix)]
    #[test]
    fn a_device_stays() {
        let error = replace(Path::new("/dev/null"), &["new"]).unwrap_err();
        assert_eq!(error.to_string(), "a device or a pipe, not a regular file");
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
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
        for name in ["a.0012abef.new", "a.0012abef.new12"] {
            assert!(is_beside(name, "a"), "{name}");
        }
        let others =
            ["a", "a.new", "a.0012abef", "a.0012abef.newer", "a.12abef.new", "b.0012abef.new"];
        for name in others.into_iter().chain(["a.+012abef.new", "aa.0012abef.new", ".0012abef.new"])
        {
            assert!(!is_beside(name, "a"), "{name}");
        }
    }
}
