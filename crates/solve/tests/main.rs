//! Proofs against endgame tables, on their own, and damaged; shortest games.

mod against_tables;
mod proofs;
mod shortest;
