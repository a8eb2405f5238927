//! The engine of Master Bénédictine.

#![no_main]

wasm::module!(engine of benedictine);
