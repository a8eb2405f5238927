//! Bataille de ruches: numbered tokens cross the board, and the greater number takes the smaller
//! one.
//!
//! Edition: "Bataille de ruches", game 95 of Charles-É. Jean's collection. Where it is silent, the
//! rulings R1 to R10 of `docs/rules/ruches.md` hold.

mod actions;
mod board;
mod captures;
mod moves;
mod observations;
mod play;
mod position;
mod read;
mod rules;
mod symmetry;
mod tactics;
mod text;

pub use board::{A, ALL, B, BORDER, FORWARD, HOME, ahead, opposite, rank_of, shifted};
pub use moves::{Move, TurnKind};
pub use position::{Position, Stage};
pub use read::square_name;
pub use rules::{Contact, Omit, Ruches, Setup};
