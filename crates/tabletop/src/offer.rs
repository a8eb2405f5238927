//! The agreement of all card holders to show their cards.

use play::Controller;

use crate::refusal::Refusal;
use crate::table::{Right, Table};

impl Table {
    /// A requester agrees, for all players whom the requester controls, to lay all cards open. Once
    /// every holder of a hand has agreed, all cards are open. From then on the game can be
    /// analysed, and moves can be taken back as in any other game.
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
        // If the host gave a person's seat to the engine, that person has seen its cards. The
        // person must still agree.
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

    /// A requester refuses the offer, or withdraws an agreement.
    pub(crate) fn decline(&mut self, right: Right) -> Result<(), Refusal> {
        if self.own(right).is_empty() && right != Right::Host {
            return Err(Refusal::Forbidden);
        }
        self.kept.agreed.clear();
        self.kept.ask = None;
        Ok(())
    }

    /// The players who agree to lay all cards open; `None` if there is no offer.
    pub(crate) fn offer(&self) -> Option<Vec<u8>> {
        let agreed = (0..).zip(&self.kept.agreed).filter(|(_, agreed)| **agreed);
        let agreed: Vec<_> = agreed.map(|(player, _)| player).collect();
        (!agreed.is_empty()).then_some(agreed)
    }
}
