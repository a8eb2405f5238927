//! Files that are replaced as a whole, and folders that one run at a time writes to.
//!
//! Whatever is killed here leaves the old file or the new one, and no file of somebody else is touched.

mod folder;
mod replace;

pub use folder::{LockError, lock_folder};
pub use replace::{is_beside, replace};
