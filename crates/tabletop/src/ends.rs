//! Ends of a game that its rules do not know: a resignation, a draw by agreement, and time that is
//! over. Offers of a draw, and requests to take a move back.

use play::{Controller, Level, Turn, Viewer};

use crate::refusal::Refusal;
use crate::table::{Right, Table};
use crate::terms::{Ask, Ended, Proposal, Reason};

/// The level at which the engine plays on for a person who leaves a game with three or more seats.
const SUBSTITUTE: u8 = 5;

impl Table {
    /// The next to act: nobody, if the game has ended.
    #[must_use]
    pub fn turn(&self) -> Turn {
        if self.kept.ended.is_some() { Turn::Over } else { self.game.turn() }
    }

    /// The seat of each player.
    fn seats(&self) -> Vec<u8> {
        self.game.view(Viewer::Nobody).seats
    }

    /// Each seat's share of the point, if the game has ended before its rules say so.
    pub(crate) fn ended_result(&self) -> Option<Vec<f64>> {
        let ended = self.kept.ended.as_ref()?;
        let count = self.seats().into_iter().max().map_or(1, |last| usize::from(last) + 1);
        Some(match ended.winner {
            None => vec![1.0 / count as f64; count],
            Some(winner) => {
                (0..count).map(|seat| if seat == usize::from(winner) { 1.0 } else { 0.0 }).collect()
            }
        })
    }

    /// A player resigns, or has no time left. With two seats the other seat wins. With more, the
    /// engine plays on for the player.
    pub(crate) fn give_up(&mut self, player: u8, why: Reason) {
        let seats = self.seats();
        let own = seats[usize::from(player)];
        if seats.iter().max() == Some(&1) {
            self.kept.ended = Some(Ended { why, player: Some(player), winner: Some(1 - own) });
        } else if let Some(level) = Level::new(SUBSTITUTE) {
            self.game.seat(player, Controller::Engine(level));
        }
        self.kept.ask = None;
    }

    /// The player for whom a requester resigns or proposes: the one to act, if the requester
    /// controls several.
    fn speaker(&self, right: Right) -> Result<u8, Refusal> {
        if self.turn() == Turn::Over {
            return Err(Refusal::NotNow("the game is over"));
        }
        let own = self.own(right);
        let acting = match self.game.turn() {
            Turn::Player { player } | Turn::Chance { player } => Some(player),
            Turn::Over => None,
        };
        let acting = acting.filter(|player| own.contains(player));
        acting.or(own.first().copied()).ok_or(Refusal::Forbidden)
    }

    /// A requester resigns.
    pub(crate) fn resign(&mut self, right: Right) -> Result<(), Refusal> {
        let player = self.speaker(right)?;
        self.give_up(player, Reason::Resigned);
        Ok(())
    }

    /// A requester proposes something, or agrees to the same proposal of another player. Once all
    /// people agree, it is done.
    pub(crate) fn propose(&mut self, right: Right, what: Proposal) -> Result<(), Refusal> {
        let (by, own) = (self.speaker(right)?, self.own(right));
        let sitters = self.game.controllers();
        if what == Proposal::Draw && sitters.iter().any(|&sitter| sitter != Controller::Person) {
            return Err(Refusal::NotNow("the engine agrees to no draw"));
        }
        let people: Vec<_> = sitters.iter().map(|&sitter| sitter == Controller::Person).collect();
        let standing = self.kept.ask.take().filter(|ask| ask.what == what);
        let mut ask = standing.unwrap_or(Ask { what, by, agreed: vec![false; people.len()] });
        own.iter().for_each(|&player| ask.agreed[usize::from(player)] = true);
        if people.iter().zip(&ask.agreed).any(|(person, agreed)| *person && !agreed) {
            self.kept.ask = Some(ask);
            return Ok(());
        }
        match what {
            Proposal::Draw => {
                self.kept.ended = Some(Ended { why: Reason::Agreed, player: None, winner: None });
                Ok(())
            }
            Proposal::Back => self.take_back(ask.by),
        }
    }

    /// Takes the last move of a player back, and all later ones.
    fn take_back(&mut self, player: u8) -> Result<(), Refusal> {
        loop {
            let undone = self.game.undone_by();
            self.game.undo()?;
            if undone == Some(player) {
                return Ok(());
            }
        }
    }
}
