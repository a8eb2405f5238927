//! Locks on folders, so that only one run writes to a folder.

use std::error::Error;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::{fmt, io};

/// The name of the lock file. It is always empty.
const LOCK: &str = "lock";

/// The reason why a folder cannot be locked.
#[derive(Debug)]
pub enum LockError {
    /// Another run holds the lock.
    Busy,
    /// The folder has a file of this name that is not a lock file.
    Stranger,
    /// The system refuses.
    System(io::Error),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => f.write_str("another run has the folder"),
            Self::Stranger => write!(f, "the folder has a file `{LOCK}` of somebody else's"),
            Self::System(error) => error.fmt(f),
        }
    }
}

impl Error for LockError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::System(error) => Some(error),
            Self::Busy | Self::Stranger => None,
        }
    }
}

/// Locks a folder for as long as the returned file is open. A file called `lock` that is not empty
/// is not a lock file. It stays as it is.
///
/// # Errors
/// See [`LockError`].
pub fn lock_folder(folder: &Path) -> Result<File, LockError> {
    let mut options = File::options();
    // Opened for reading as well, because a pipe of this name opens at once then, and is recognised
    // as no regular file.
    let file = options.read(true).write(true).create(true).truncate(false).open(folder.join(LOCK));
    let file = file.map_err(LockError::System)?;
    let about = file.metadata().map_err(LockError::System)?;
    if !about.is_file() || about.len() > 0 {
        return Err(LockError::Stranger);
    }
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(LockError::Busy),
        Err(TryLockError::Error(error)) => Err(LockError::System(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn one_at_a_time_and_no_strangers() {
        let folder = std::env::temp_dir().join(format!("disk-{}-lock", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let first = lock_folder(&folder).unwrap();
        assert!(matches!(lock_folder(&folder), Err(LockError::Busy)));
        drop(first);
        drop(lock_folder(&folder).unwrap());
        fs::write(folder.join(LOCK), "mine").unwrap();
        assert!(matches!(lock_folder(&folder), Err(LockError::Stranger)));
        assert_eq!(fs::read(folder.join(LOCK)).unwrap(), b"mine");
        fs::remove_file(folder.join(LOCK)).unwrap();
        fs::create_dir(folder.join(LOCK)).unwrap();
        assert!(matches!(lock_folder(&folder), Err(LockError::System(_))));
        fs::remove_dir_all(folder).unwrap();
    }
}
