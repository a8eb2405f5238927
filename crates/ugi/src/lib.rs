//! The Universal Game Interface (UGI), a text protocol between a program that runs matches and an
//! engine: lines in, lines out. It extends the Universal Chess Interface (UCI).
//!
//! Both ends use the same types. Each type of line has a reader and a writer:
//!
//! | line | from | type |
//! |---|---|---|
//! | `ugi`, `isready`, `setoption` ... | the match program | [`Command`] |
//! | `go ...` | the match program | [`Go`] |
//! | `option name ...` | the engine | [`OptionLine`] |
//! | `info ...` | the engine | [`Info`] |
//!
//! [`server`] is the engine's end: a [`server::Session`] answers line by line, and
//! [`server::serve`] reads lines while a search runs. [`LineSplitter`] is for the other end, which
//! reads from a pipe.
//!
//! ```
//! use ugi::{Command, Go, Info};
//!
//! let go = Go { depth: Some(3), ..Go::default() };
//! assert_eq!(Command::Go(&go.to_string()).to_string(), "go depth 3");
//! assert_eq!(Go::parse("depth 3"), (go, Vec::new()));
//!
//! let info = Info::parse("depth 3 value 0.25 nodes 900 pv c2-d3");
//! assert_eq!((info.depth, info.value), (Some(3), Some(0.25)));
//! assert_eq!(info.to_string(), "info depth 3 value 0.250000 nodes 900 pv c2-d3");
//! ```

mod answer;
mod command;
#[cfg(not(test))]
mod compiled;
mod go;
mod info;
mod input;
mod option;
mod query;
pub mod server;
mod splitter;

pub use answer::{LastPrinted, info_lines, line_texts};
pub use command::Command;
#[cfg(not(test))]
#[doc(hidden)]
pub use compiled::compiled_for_each_game;
pub use go::{Go, GoClock};
pub use info::{Info, Proven, ProvenResult};
pub use input::{InputLine, read_line};
pub use option::OptionLine;
pub use query::{Successor, answer_query, fraction, successors};
pub use splitter::{LineError, LineSplitter};
