//! Buteur: a football match with hidden cards, for two teams of one or two players.
//!
//! Edition: "Buteur", MB, French rulebook, 2 to 4 players. The figures of its pitch and the list of
//! its cards are lost, so both are data ([`Pack`]); the rulings F1 to F15 of `docs/rules/buteur.md`
//! hold.
//!
//! A position counts cards by kind. Hands may be unknown except for their size, so the view of one
//! player is a position, too.

mod actions;
mod arrow;
mod cards;
mod choice;
mod clues;
mod contents;
mod diagram;
mod draws;
mod fields;
mod flight;
mod hidden;
mod moves;
mod observations;
mod pack;
mod pack_file;
mod pitch;
mod position;
mod reach;
mod rules;
mod symmetry;
mod tactics;
mod teams;
mod text;
mod turn;

pub use arrow::Arrow;
pub use cards::{CardKind, Cards, Hand, KINDS};
pub use clues::Clue;
pub use contents::{Card, PackCard, Symbol};
pub use flight::Place;
pub use moves::{Move, MoveAction};
pub use pack::{Classes, Pack};
pub use pitch::{Landing, NO_CELL, Pitch, Side};
pub use position::{Clock, Phase, Position};
pub use reach::Reach;
pub use rules::{Buteur, Event};
pub use teams::{BLUE, RED};
