//! Proofs against endgame tables, on their own, and damaged.

mod against_tables;
mod proofs;
