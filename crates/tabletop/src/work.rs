//! The part of the engine and of chance at a table.

use play::{Controller, Level, Question, Turn};

use crate::refusal::Refusal;
use crate::table::Table;

/// The next work at a table that needs no person.
pub enum Work {
    /// Nothing to do: a person is to act, or the game is over.
    Nothing,
    /// Chance must roll or deal.
    Deal,
    /// The engine must choose a move.
    Think {
        /// Its level.
        level: Level,
        /// The seed of its choice.
        seed: u64,
        /// The position.
        question: Box<dyn Question>,
    },
}

impl Table {
    /// The next work of the engine or of chance.
    #[must_use]
    pub fn work(&self) -> Work {
        // While somebody looks at an earlier position, the later moves stay. The engine must not
        // replace them.
        if self.game.looks_back() || !self.has_room() {
            return Work::Nothing;
        }
        match self.turn() {
            Turn::Over => Work::Nothing,
            Turn::Chance { player } => {
                // A person rolls the die with a button; the cards are dealt without one.
                let person = self.game.controllers()[usize::from(player)] == Controller::Person;
                let waits = self.kept.typed || person && !self.game.deals();
                if waits { Work::Nothing } else { Work::Deal }
            }
            Turn::Player { player } => {
                let Controller::Engine(level) = self.game.controllers()[usize::from(player)] else {
                    return Work::Nothing;
                };
                let Some(question) = self.game.question() else { return Work::Nothing };
                Work::Think { level, seed: self.game.choice_seed(), question }
            }
        }
    }

    /// Rolls. All cards of a hand are dealt in one change.
    ///
    /// # Errors
    /// If chance is not to act.
    pub fn deal(&mut self) -> Result<(), Refusal> {
        let dealt = self.game.deals();
        self.game.roll()?;
        while dealt && self.game.deals() && self.game.roll().is_ok() {}
        Ok(())
    }
}
