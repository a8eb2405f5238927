//! A game under way: a position and how it came about.

use crate::{Actor, DrawRules, Game, History};

/// A position with its history; the only place where both decide who acts.
#[derive(Clone, Debug)]
pub struct State<G: Game> {
    /// The rules in force.
    pub game: G,
    /// The position now.
    pub position: G::Position,
    /// The way here.
    pub history: History,
}

impl<G: Game> State<G> {
    /// A game that begins at `position`.
    #[must_use]
    pub fn new(game: G, position: G::Position) -> Self {
        let rules: DrawRules = game.draw_rules();
        let counts = matches!(game.actor(&position), Actor::Seat(_));
        let history = History::new(rules, game.repetition_key(&position), counts);
        Self { game, position, history }
    }

    /// Who acts. An end by the game's own rules comes before a draw by history.
    #[must_use]
    pub fn actor(&self) -> Actor {
        match self.game.actor(&self.position) {
            Actor::Over(outcome) => Actor::Over(outcome),
            _ if self.history.is_drawn(|| self.game.repetition_key(&self.position)) => {
                Actor::Over(self.game.drawn(&self.position))
            }
            actor => actor,
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        self.history.push_ply();
        self.enter(self.game.play(&self.position, mv));
    }

    /// Lets a chance event happen.
    pub fn happen(&mut self, event: G::Event) {
        self.enter(self.game.happen(&self.position, event));
    }

    fn enter(&mut self, position: G::Position) {
        self.position = position;
        if self.history.rules().repetition > 0
            && matches!(self.game.actor(&position), Actor::Seat(_))
        {
            self.history.record(self.game.repetition_key(&position));
        }
    }
}
