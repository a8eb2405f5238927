//! The module of Bataille de ruches.

#![no_main]

wasm::module!(ruches);
