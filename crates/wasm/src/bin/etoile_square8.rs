//! The module of L'Étoile des Dames on 64 squares.

#![no_main]

wasm::module!(etoile_square8);
