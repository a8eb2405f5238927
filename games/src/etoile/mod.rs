//! L'Étoile des Dames: draughts on a star of three half boards, for two or three players; and, with
//! the same rules, on the ordinary boards of 64 and 100 squares.
//!
//! Edition: "L'Étoile des Dames", French rules with their variants. Where they are silent, the
//! rulings E1 to E12 of `docs/rules/etoile.md` hold.

mod actions;
mod board;
mod capture_texts;
mod captures;
mod diagram;
mod endings;
mod generate;
mod geometry;
mod moves;
mod observations;
mod omission;
mod position;
mod read;
mod routes;
mod rules;
mod steps;
mod survey;
mod symmetry;
mod tactics;
mod text;

#[cfg(test)]
mod tests;

pub use board::{Board, Square8, Square10, Star};
pub use moves::{Move, MoveKind};
pub use omission::Omission;
pub use position::Position;
pub use rules::{Etoile, Nation, Rules};
pub use survey::Survey;

/// The game on the star.
pub type EtoileOnStar = Etoile<Star>;
/// The game on 64 squares.
pub type EtoileOnSquare8 = Etoile<Square8>;
/// The game on 100 squares.
pub type EtoileOnSquare10 = Etoile<Square10>;
