//! The agreement of all card holders to show their cards.

use play::Controller;

use crate::error::Refusal;
use crate::room::{Inner, Right};

impl Inner {
    /// Somebody agrees that all cards are laid open, for the players for whom he speaks. Once all
    /// who hold hands of their own agree, they are: from then on the game is one to analyse, and
    /// moves are taken back as in any other.
    pub(crate) fn agree(&mut self, right: Right) -> Result<(), Refusal> {
        if !self.game.hides() {
            return Err(Refusal::NotNow("no cards are hidden"));
        }
        let own = self.own(right);
        if own.is_empty() && !self.is_alone(right) {
            return Err(Refusal::Forbidden);
        }
        let sitters = self.game.controllers();
        self.kept.agreed.resize(sitters.len(), false);
        own.iter().for_each(|&player| self.kept.agreed[usize::from(player)] = true);
        // Whose place the host gave to the engine has seen his cards, and they stay his.
        let mut asked = sitters.iter().zip(&self.kept.claimed).zip(&self.kept.agreed);
        if asked
            .all(|((&sitter, &taken), &agreed)| agreed || sitter != Controller::Person && !taken)
        {
            self.kept.open = true;
            self.kept.agreed.clear();
            self.game.show_all();
        }
        Ok(())
    }

    /// A requester refuses, or withdraws his agreement.
    pub(crate) fn decline(&mut self, right: Right) -> Result<(), Refusal> {
        if self.own(right).is_empty() && right != Right::Host {
            return Err(Refusal::Forbidden);
        }
        self.kept.agreed.clear();
        Ok(())
    }

    /// The players who agree that all cards are laid open, where somebody asked for it.
    pub(crate) fn offer(&self) -> Option<Vec<u8>> {
        let agreed = (0..).zip(&self.kept.agreed).filter(|(_, agreed)| **agreed);
        let agreed: Vec<_> = agreed.map(|(player, _)| player).collect();
        (!agreed.is_empty()).then_some(agreed)
    }
}
