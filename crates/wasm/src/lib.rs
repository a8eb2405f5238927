//! The tables and the engine for a page without a server: a WebAssembly module for each game.
//!
//! A [`Module`] answers calls. A call and its answer are JSON. The module keeps no table: a call
//! names the record of a table and gets the changed record back, which the page stores. So a page
//! that is closed, two pages at a time, and a store that is full lose nothing.
//!
//! ```
//! use play::Games;
//! use wasm::Module;
//!
//! let mut module = Module::new(Games::ruches(), engine::Moment::now, |_| {});
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
//! A module contains one game, so that a visitor loads only the code and the weights of the chosen
//! game. The boards of L'Étoile des Dames are three modules. `crates/wasm/build` builds all of
//! them. [`module!`] has their binary interface.
//!
//! Searches are calls, too. A page makes them in a worker, with another instance of the module, and
//! stops a search by ending the worker.

mod boundary;
mod call;
mod module;

pub use boundary::Boundary;
pub use module::Module;
#[doc(hidden)]
pub use {engine, play};
