//! The tables and the engine for a page without a server, as WebAssembly modules.
//!
//! A [`Module`] answers calls about tables. A call and its answer are JSON. The module keeps no
//! table: a call names the record of a table and gets the changed record back, which the page
//! stores. So a page that is closed, two pages at a time, and a store that is full lose nothing.
//!
//! ```
//! use play::Games;
//! use wasm::{Answering, Module};
//!
//! let mut module = Module::new(Games::all(Default::default()), engine::Moment::now);
//! let answer = module.answer(
//!     r#"{
//!         "call": "create",
//!         "wanted": {"game": "ruches", "seats": [0, 3]},
//!         "random": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "a"],
//!         "now": 0
//!     }"#,
//! );
//! let answer: serde_json::Value = serde_json::from_str(&answer)?;
//! assert_eq!(answer["id"], "0000000000000001");
//! assert_eq!(answer["version"], 0);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Modules
//!
//! One WebAssembly module has the tables and the rules of all games. It contains no search and no
//! weights, so a page can begin a game after it has loaded this module. The [`Engine`] of each game
//! is a module that the page loads when the engine is first asked, with the set of weights for the
//! options of the game. `crates/wasm/build` builds all modules. [`module!`] has their binary
//! interface.
//!
//! Searches are calls to the tables, too. A page makes them in a worker, with another instance of
//! the tables, which is linked to an engine: a [`LinkedQuestion`] is a call from the one to the
//! other. The page stops a search by ending the worker.

mod boundary;
mod call;
mod engine_module;
mod linked;
mod module;

pub use boundary::{Answering, Boundary};
pub use engine_module::Engine;
pub use linked::LinkedQuestion;
pub use module::Module;
#[doc(hidden)]
pub use {engine, play};
