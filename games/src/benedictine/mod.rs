//! Master Bénédictine: a ball, ten bottles, one goal.
//!
//! Edition: "Master Bénédictine, un jeu de Max Gerchambeau pour 2 joueurs", © 1982 Bénédictine Game
//! Club, French rules. Where it is silent, the rulings B1 to B7 of `docs/rules/benedictine.md`
//! hold.

mod actions;
mod ball;
mod board;
mod moves;
mod observations;
mod position;
mod rules;
mod scoring;
mod symmetry;
mod text;

pub use ball::{ball_reach, ball_square};
pub use board::{AMBER, BLACK, GREEN, GREEN_SQUARES, HOME, RANK};
pub use moves::{Ball, Move};
pub use position::Position;
pub use rules::Benedictine;
