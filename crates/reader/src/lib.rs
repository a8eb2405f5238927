//! Reading text that people and other programs wrote.
//!
//! - Plain text ([`plain()`], [`plain_line`], [`entries`], [`streamed`]): files and lines that were
//!   on Windows have a byte-order mark and other line ends. Both are removed when the text comes
//!   in, so other code never sees them.
//! - Lists of `key=value` items ([`items`]): each key once, and quotes around commas. Command lines
//!   ([`words`]): quotes around spaces.
//! - Numbers ([`whole`]) within bounds that the error states.
//! - [`ParseError`], the one error of reading text.
//!
//! ```
//! use reader::{Item, ParseError, items, plain};
//!
//! assert_eq!(plain("\u{feff}one\r\ntwo\r\n\r\n"), "one\ntwo\n");
//!
//! let list = items("player", r#"name=A,cmd="/a, b/engine""#)?;
//! assert_eq!(list[1].key, "cmd");
//! assert_eq!(list[1].value(), "/a, b/engine");
//! # Ok::<(), ParseError>(())
//! ```

mod error;
mod list;
mod number;
mod plain;

pub use error::ParseError;
pub use list::{Item, items, items_of, names, quoted, words, words_text};
pub use number::{bounds, whole};
pub use plain::{decode, entries, plain, plain_line, streamed};
