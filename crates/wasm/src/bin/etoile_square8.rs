//! The engine of L'Étoile des Dames on 64 squares.

#![no_main]

wasm::module!(engine of etoile_square8);
