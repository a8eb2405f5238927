//! The engine of Buteur.

#![no_main]

wasm::module!(engine of buteur);
