//! Seats: taken by a person who has the seat's link, and given back.
//!
//! Each seat has a link. Its token only lets somebody look on. Somebody who takes the seat gets a
//! new token that nobody else has, so the host can neither play for that person nor see the cards.

use play::Controller;

use crate::refusal::Refusal;
use crate::table::{Right, Table};

impl Table {
    /// The player whose seat the requester's link offers, if nobody has taken the seat.
    pub(crate) fn invited(&self, right: Right) -> Option<u8> {
        let free = |player: u8| {
            let player = usize::from(player);
            self.game.controllers()[player] == Controller::Person && !self.kept.claimed[player]
        };
        match right {
            Right::Guest(player) if free(player) => Some(player),
            Right::Guest(_) | Right::Host | Right::Player(_) | Right::Watcher => None,
        }
    }

    /// Takes the seat that a link offers. From now on only `new_token` speaks for the player. Dice
    /// and cards follow from the new `seed`, because the host may know the old one. If nobody has
    /// moved yet, hidden cards are dealt again.
    ///
    /// # Errors
    /// If the token is not that of a seat's link, or the seat is taken.
    pub fn take_seat(&mut self, token: &str, new_token: String, seed: u64) -> Result<(), Refusal> {
        let right = self.right(token)?;
        let Right::Guest(player) = right else { return Err(Refusal::Forbidden) };
        let taken = Refusal::NotNow("the seat is taken");
        let player = self.invited(right).map(|_| usize::from(player)).ok_or(taken)?;
        self.kept.claimed[player] = true;
        self.kept.holders[player] = new_token;
        // The host may have agreed for this player. From now on the player decides.
        self.kept.agreed.get_mut(player).into_iter().for_each(|agreed| *agreed = false);
        self.kept.ask = None;
        if !self.kept.typed {
            self.game.reseed(seed);
            if self.game.hides() && self.game.steps().iter().all(|step| step.chance) {
                self.game.return_to(0)?;
                self.deal()?;
            }
        }
        Ok(())
    }

    /// Gives a seat back. Returns the token of its link, with which the seat can be taken again.
    ///
    /// # Errors
    /// If the token is not that of a person who has taken a seat.
    pub fn leave_seat(&mut self, token: &str) -> Result<String, Refusal> {
        let Right::Player(player) = self.right(token)? else { return Err(Refusal::Forbidden) };
        self.free_seat(player);
        Ok(self.kept.seats[usize::from(player)].clone())
    }

    /// Frees a seat, so that the host controls it until somebody takes it.
    pub(crate) fn free_seat(&mut self, player: u8) {
        let player = usize::from(player);
        self.kept.claimed[player] = false;
        self.kept.holders[player].clear();
        self.kept.agreed.get_mut(player).into_iter().for_each(|agreed| *agreed = false);
        self.kept.ask = None;
    }

    /// By player: the token of the seat's link, if it is a person's seat that nobody has taken. The
    /// host can pass it on.
    pub(crate) fn seat_tokens(&self) -> Vec<Option<String>> {
        let sitters = self.game.controllers().iter().zip(&self.kept.claimed);
        let free = sitters.map(|(&sitter, taken)| sitter == Controller::Person && !taken);
        free.zip(&self.kept.seats).map(|(free, token)| free.then(|| token.clone())).collect()
    }
}
