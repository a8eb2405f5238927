//! The native part of the Python package `french_board_games`.
//!
//! The classes here are thin: games, moves and searches are those of the libraries. The Python
//! files in `french_board_games` build the engine's classes on top of them.

#![cfg(feature = "extension")]

mod data;
mod error;
mod game;
mod moves;
mod outcome;
mod past;
mod pdn;
mod random;
mod search;
mod state;
mod svg;

use pyo3::pymodule;

#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::data::read_training_data;
    #[pymodule_export]
    use crate::game::{Game, Pack};
    #[pymodule_export]
    use crate::moves::{LegalMoves, Move};
    #[pymodule_export]
    use crate::outcome::Outcome;
    #[pymodule_export]
    use crate::pdn::{PdnGame, read_pdn};
    #[pymodule_export]
    use crate::random::random_games;
    #[pymodule_export]
    use crate::search::{Search, Searcher};
    #[pymodule_export]
    use crate::state::State;
}
