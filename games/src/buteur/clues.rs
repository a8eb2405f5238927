//! What past moves tell of hidden cards: who played one thing had hardly a card for something much better.

use rand::{Rng, RngExt};

use super::cards::{CardKind, Hand};
use super::choice::Excluded;
use super::moves::{Move, MoveAction, idle_kinds};
use super::position::Position;
use super::rules::Buteur;

/// A past turn of a player.
#[derive(Clone, Copy, Debug)]
pub struct Clue {
    /// Whose hand it was.
    hand: usize,
    /// How many cards he held before it.
    held: u8,
    /// What he played.
    spent: [Option<CardKind>; 3],
    /// With which cards he would have done something else.
    better: Excluded,
}

impl Buteur {
    /// The clue that a move is, where its player would rather have made one of the `better` moves.
    pub(super) fn clue_of(&self, position: &Position, mv: Move, better: &[Move]) -> Clue {
        let (hand, here) = (self.hand_to_act(position), position.unseen.kinds());
        let mut excluded = Excluded::default();
        let spent = self.spent(mv);
        for &mv in better {
            let plays = matches!(mv.action(), MoveAction::Kick | MoveAction::Stop);
            // What he could have done with the cards that he played tells nothing of the others.
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

    /// How many of the clues, the latest first, the hands of a position belie, where all of them are known. Which cards a player
    /// has drawn since a turn is drawn at random: any of those that he holds now may be the last.
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

/// A hand without one of its cards, any.
fn without_one(hand: Hand, rng: &mut impl Rng) -> Hand {
    let gone = rng.random_range(0..hand.count());
    hand.cards().nth(gone.into()).map_or(hand, |kind| hand.without(kind))
}
