//! The engine of L'Étoile des Dames on 100 squares.

#![no_main]

wasm::module!(engine of etoile_square10);
