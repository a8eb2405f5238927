//! The module of Master Bénédictine.

#![no_main]

wasm::module!(benedictine);
