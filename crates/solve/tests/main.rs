//! Proofs: compared with endgame tables, checked by the rules, damaged; shortest games.

mod against_tables;
mod proofs;
mod shortest;
