//! The module of Buteur.

#![no_main]

wasm::module!(buteur);
