//! The games of the list as the programs search them.

use eval::{Evaluate, Linear};
use games::{Notation, Tactics};

use crate::answer::Answer;
use crate::engine::{Engine, Question};

/// A game that the engine plays. Its search is compiled here, once for all programs, and not again in
/// each that uses it.
pub trait Playable: Tactics + Evaluate + Notation {
    /// Answers a question; as [`Engine::search`].
    fn answer(
        engine: &mut Engine,
        question: &Question<'_, Self>,
        evaluator: &Linear,
        report: &mut dyn FnMut(&Answer<Self::Move>) -> bool,
    ) -> Answer<Self::Move>;
}

macro_rules! playable {
    ($name:ident, $game:ty) => {
        impl Playable for $game {
            fn answer(
                engine: &mut Engine,
                question: &Question<'_, Self>,
                evaluator: &Linear,
                report: &mut dyn FnMut(&Answer<Self::Move>) -> bool,
            ) -> Answer<Self::Move> {
                engine.search(question, evaluator, report)
            }
        }
    };
}
games::for_each_game!(playable);
