//! The engine of La Guerre des Maîtres Français.

#![no_main]

wasm::module!(engine of maitres);
