//! Files that are read or replaced as a whole, and folders that only one run writes to.
//!
//! After a process is killed, either the old file or the new file is complete. Files that were not
//! written by this crate are never changed.
//!
//! ```
//! let folder = std::env::temp_dir().join(format!("disk-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! let lock = disk::lock_folder(&folder)?;
//! assert!(matches!(disk::lock_folder(&folder), Err(disk::LockError::Busy)));
//!
//! let path = folder.join("notes");
//! disk::replace(&path, &["one line\n", "another\n"])?;
//! assert_eq!(std::fs::read_to_string(&path)?, "one line\nanother\n");
//!
//! drop(lock);
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod folder;
mod read;
mod replace;

pub use folder::{LockError, lock_folder};
pub use read::{as_text, read_at_most, read_text, read_whole};
pub use replace::{is_beside, replace, sync_folder};
