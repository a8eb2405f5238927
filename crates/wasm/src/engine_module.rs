//! The engine of one game.

use std::fmt;

use engine::{Clock, Moment, StopFlag};
use play::{EngineOfGame, LoadWeights};
use tabletop::limits::REPORT_PAUSE;

use crate::boundary::Answering;
use crate::linked::{EngineCall, Task};

/// The engine of one game. It answers the questions of the tables, which are in another module.
pub struct Engine {
    game: EngineOfGame,
    load: LoadWeights,
    clock: Clock,
    report: fn(&str),
}

impl Engine {
    /// The engine of a game. `load` loads its weights. `report` gets the reports of a running
    /// search: the words of opinions ([`play::Opinion::to_words`]).
    #[must_use]
    pub fn new(game: EngineOfGame, load: LoadWeights, clock: Clock, report: fn(&str)) -> Self {
        Self { game, load, clock, report }
    }
}

impl Answering for Engine {
    /// Answers a call of the tables.
    ///
    /// # Panics
    /// A call that the tables do not make.
    fn answer(&mut self, call: &str) -> String {
        let EngineCall { position, hash, task } = EngineCall::read(call).expect("a call");
        let asked = self.game.question(&position, self.load);
        let mut question = asked.expect("a position of the game");
        question.set_clock(self.clock);
        if let Some(mib) = hash {
            question.set_hash(mib);
        }
        match task {
            Task::Choose { level, seed } => question.choose(level, seed, &StopFlag::default()),
            Task::Study(study) => {
                let mut told: Option<Moment> = None;
                let opinion = question.study(&study, &mut |opinion| {
                    let now = (self.clock)();
                    if told.is_none_or(|told| now.since(told) >= REPORT_PAUSE) {
                        told = Some(now);
                        (self.report)(&opinion.to_words());
                    }
                    true
                });
                opinion.to_words()
            }
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("game", &self.game).finish_non_exhaustive()
    }
}
