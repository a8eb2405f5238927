//! The tables of all games.

#![no_main]

wasm::module!(tables);
