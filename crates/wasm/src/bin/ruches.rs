//! The engine of Bataille de ruches.

#![no_main]

wasm::module!(engine of ruches);
