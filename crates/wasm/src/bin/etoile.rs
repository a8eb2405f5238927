//! The engine of L'Étoile des Dames on the star.

#![no_main]

wasm::module!(engine of etoile);
