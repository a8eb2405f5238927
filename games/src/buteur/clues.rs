//! Inference of hidden cards from past moves: a player who made a move probably held no card for a
//! much better one.

use rand::{Rng, RngExt};

use super::cards::{CardKind, Hand};
use super::choice::Excluded;
use super::moves::{Move, MoveAction, idle_kinds};
use super::position::Position;
use super::rules::Buteur;

/// A past turn of a player.
#[derive(Clone, Copy, Debug)]
pub struct Clue {
    /// The hand of the player.
    hand: usize,
    /// The number of his cards before the turn.
    held: u8,
    /// The cards that he played.
    spent: [Option<CardKind>; 3],
    /// The cards with which he would have made a better move.
    better: Excluded,
}

impl Buteur {
    /// The clue from a move whose player would have preferred one of the `better` moves.
    pub(super) fn clue_of(&self, position: &Position, mv: Move, better: &[Move]) -> Clue {
        let (hand, here) = (self.hand_to_act(position), position.unseen.kinds());
        let mut excluded = Excluded::default();
        let spent = self.spent(mv);
        for &mv in better {
            let plays = matches!(mv.action(), MoveAction::Kick | MoveAction::Stop);
            // Better moves with the same cards give no information about his other cards.
            if plays && !self.spent(mv).iter().flatten().all(|kind| spent.contains(&Some(*kind))) {
                excluded.add(self, mv, here);
            }
        }
        if mv.action() == MoveAction::Discard {
            // RULING F5: nothing can be played.
            excluded.add_alone(!idle_kinds(self, position));
        }
        let held = position.hands[hand].count();
        Clue { hand, held, spent, better: excluded }
    }

    /// The number of clues, the latest first, that the hands of a position contradict; all hands
    /// must be known. The cards that a player has drawn since a turn are chosen at random: any card
    /// that he holds now may be the last.
    pub(super) fn count_belied(
        &self,
        position: &Position,
        clues: &[Clue],
        rng: &mut impl Rng,
    ) -> u32 {
        let (mut hands, mut belied) = (position.hands, 0);
        for clue in clues {
            let hand = &mut hands[clue.hand];
            let spent = clue.spent.iter().flatten();
            while usize::from(hand.count()) + spent.clone().count() > clue.held.into() {
                *hand = without_one(*hand, rng);
            }
            *hand = spent.fold(*hand, |hand, &kind| hand.with(kind));
            belied += u32::from(clue.better.is_met_by(self, hand.kinds()));
        }
        belied
    }
}

/// A hand without one of its cards, chosen at random.
fn without_one(hand: Hand, rng: &mut impl Rng) -> Hand {
    let gone = rng.random_range(0..hand.count());
    hand.cards().nth(gone.into()).map_or(hand, |kind| hand.without(kind))
}
