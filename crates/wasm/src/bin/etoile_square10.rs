//! The module of L'Étoile des Dames on 100 squares.

#![no_main]

wasm::module!(etoile_square10);
