//! The module of La Guerre des Maîtres Français.

#![no_main]

wasm::module!(maitres);
