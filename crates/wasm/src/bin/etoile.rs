//! The engine of L'Étoile des Dames.

#![no_main]

wasm::module!(engine of etoile);
