//! The view of a player: hiding hands, and dealing the unseen cards.

use rand::{Rng, RngExt};

use super::cards::Hand;
use super::clues::Clue;
use super::moves::{Move, each_group};
use super::position::Position;
use super::rules::{Buteur, Event};
use crate::Hidden;

impl Hidden for Buteur {
    type Clue = Clue;

    #[inline]
    fn player(&self, position: &Position) -> u8 {
        self.hand_to_act(position) as u8
    }

    #[inline]
    fn view(&self, position: &Position, player: u8) -> Position {
        let mut view = *position;
        for hand in (0..self.players as usize).filter(|&hand| hand != player as usize) {
            view.hide(hand);
        }
        view
    }

    #[inline]
    fn hides(&self, position: &Position, player: u8) -> bool {
        position.hands[player as usize].is_hidden()
    }

    fn reveal(&self, position: &Position, player: u8, rng: &mut impl Rng) -> Position {
        let mut next = *position;
        let hand = next.hands[player as usize];
        if hand.is_hidden() {
            next.hands[player as usize] = Hand::EMPTY;
            for _ in 0..hand.count() {
                let index = rng.random_range(0..next.unseen.total());
                let Some(kind) = next.unseen.nth(index) else { break };
                next.unseen.remove(kind);
                next.hands[player as usize] = next.hands[player as usize].with(kind);
            }
        }
        next
    }

    fn each_group(&self, position: &Position, mut visit: impl FnMut(Move)) {
        each_group(self, position, &mut visit);
    }

    fn each_event_group(&self, position: &Position, visit: impl FnMut(Event, u32)) {
        self.each_draw_group(position, visit);
    }

    fn each_choice(
        &self,
        position: &Position,
        ranked: &[Move],
        visit: impl FnMut(usize, u64),
    ) -> u64 {
        self.each_first_choice(position, ranked, visit)
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn clue(&self, position: &Position, mv: Move, better: &[Move]) -> Clue {
        self.clue_of(position, mv, better)
    }

    fn belied(&self, position: &Position, clues: &[Clue], rng: &mut impl Rng) -> u32 {
        self.count_belied(position, clues, rng)
    }
}
