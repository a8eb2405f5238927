//! La Guerre des Maîtres Français: a die says how far a piece moves; capture the Master.
//!
//! Edition: "La Guerre des Maîtres Français", French rules as published by François Haffner for
//! jeuxsoc.fr. Where they are silent, the rulings M1 to M8 of `docs/rules/maitres.md` hold.

mod actions;
mod board;
mod endings;
mod generate;
mod moves;
mod observations;
mod play;
mod position;
mod rules;
mod side;
mod splits;
mod symmetry;
mod tactics;
mod text;

pub use board::{BOARD, BROWN, HOME, RANK, RED, SIZE};
pub use moves::{Move, Part};
pub use position::{NO_MASTER, Position};
pub use rules::{Die, Maitres, Passage, Variant};
pub use tactics::{attack_lengths, reached, winning_rolls};
