//! The next game of the same people.

use games::ParseError;
use play::{Games, Turn};

use crate::refusal::Refusal;
use crate::table::{Table, TablePlan};

impl Table {
    /// A table for the next game of the same people, who keep their tokens. The sides change: each
    /// player takes the next side. In Bénédictine the loser begins, if there is one (ruling B7).
    ///
    /// # Errors
    /// If the game is not over, or cannot begin anew.
    pub fn next_game(&self, games: &Games, seed: u64, now: u64) -> Result<Self, Refusal> {
        if self.turn() != Turn::Over || self.kept.analysis.is_some() {
            return Err(Refusal::NotNow("the game is not over"));
        }
        let order = self.next_order(games)?;
        let of = |player: usize| usize::from(order[player]);
        let players = 0..order.len();
        let plan = TablePlan {
            text: self.game.start(),
            seed,
            controllers: players
                .clone()
                .map(|player| self.game.controllers()[of(player)])
                .collect(),
            names: players.clone().map(|player| self.kept.names[of(player)].clone()).collect(),
            typed: self.kept.typed,
            open: false,
            hints: self.kept.hints,
            clock: self.kept.clock.as_ref().map(|clock| (clock.base, clock.increment)),
            analysis: None,
        };
        let mut next = Self::new(plan, games, String::new, now)?;
        let kept = &mut next.kept;
        kept.host.clone_from(&self.kept.host);
        kept.watch.clone_from(&self.kept.watch);
        for player in players {
            kept.seats[player].clone_from(&self.kept.seats[of(player)]);
            kept.holders[player].clone_from(&self.kept.holders[of(player)]);
            kept.claimed[player] = self.kept.claimed[of(player)];
        }
        Ok(next)
    }

    /// By player of the next game: the player of this game who takes the side.
    fn next_order(&self, games: &Games) -> Result<Vec<u8>, ParseError> {
        let view = self.game.view(play::Viewer::Nobody);
        let count = view.players.len() as u8;
        // Teams change sides as a whole.
        let mut shift = if count == 4 { 2 } else { 1 };
        if view.name == "benedictine" {
            let result = self.ended_result().or(view.result).unwrap_or_default();
            let loser = result.iter().position(|&share| share == 0.0);
            let first = match games.open(&self.game.start(), 0)?.turn() {
                Turn::Player { player } | Turn::Chance { player } => player,
                Turn::Over => 0,
            };
            if let Some(loser) = loser {
                shift = (loser as u8 + count - first) % count;
            }
        }
        Ok((0..count).map(|player| (player + shift) % count).collect())
    }
}

#[cfg(test)]
mod tests {
    use play::Controller;

    use super::*;
    use crate::terms::{Ended, Reason};

    fn table(text: &str, players: usize) -> Table {
        let plan = TablePlan {
            text: text.to_owned(),
            seed: 1,
            controllers: vec![Controller::Person; players],
            names: ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned).to_vec(),
            typed: false,
            open: false,
            hints: true,
            clock: None,
            analysis: None,
        };
        let mut number = 0;
        let token = || {
            number += 1;
            format!("token {number}")
        };
        Table::new(plan, &Games::all(games::Resources::default()), token, 0).expect("a table")
    }

    fn names_after(text: &str, players: usize, winner: Option<u8>) -> Vec<String> {
        let mut table = table(text, players);
        let games = Games::all(games::Resources::default());
        assert!(table.next_game(&games, 2, 0).is_err(), "it is not over");
        table.kept.ended = Some(Ended { why: Reason::Agreed, player: None, winner });
        let next = table.next_game(&games, 2, 0).expect("a table");
        assert!(next.turn() != Turn::Over && next.kept.host == table.kept.host);
        for (player, name) in next.kept.names.iter().enumerate() {
            let before = table.kept.names.iter().position(|other| other == name).expect("known");
            assert_eq!(next.kept.seats[player], table.kept.seats[before]);
        }
        next.kept.names
    }

    /// Sides change from game to game; in Bénédictine the loser begins.
    #[test]
    fn sides_are_as_the_rules_say() {
        assert_eq!(names_after("maitres", 2, Some(0)), ["Bob", "Ann"]);
        assert_eq!(names_after("etoile", 3, Some(1)), ["Bob", "Cleo", "Ann"]);
        assert_eq!(names_after("buteur:players=4", 4, Some(1)), ["Cleo", "Dan", "Ann", "Bob"]);
        for (winner, first) in [(Some(0), "Bob"), (Some(1), "Ann"), (None, "Bob")] {
            assert_eq!(names_after("benedictine", 2, winner)[0], first);
        }
    }
}
