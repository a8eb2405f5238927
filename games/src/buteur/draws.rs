//! Chance events: draws and cuts.

use super::cards::{CardKind, Cards, kinds_of};
use super::pitch::NO_CELL;
use super::position::{Clock, Phase, Position};
use super::rules::{Buteur, Event};

impl Buteur {
    /// The cards from which a card is cut: the stock, or at the end of a half the discards.
    pub(super) fn cut_cards(&self, position: &Position) -> Cards {
        if position.clock == Clock::Run { position.unseen } else { position.discards(&self.pack) }
    }

    /// Calls `visit` with every event and its weight, in the order of the texts.
    pub(super) fn each_draw(&self, position: &Position, mut visit: impl FnMut(Event, u32)) {
        match self.drawing_hand(position) {
            Some(hand) if position.hands[hand].is_hidden() => visit(Event::DrawUnseen, 1),
            Some(_) => {
                for (kind, count) in position.unseen.iter() {
                    visit(Event::Draw(kind), u32::from(count));
                }
            }
            None => {
                for (kind, count) in self.cut_cards(position).iter() {
                    visit(Event::Cut(kind), u32::from(count));
                }
            }
        }
    }

    /// As [`Self::each_draw`], with one card for all cards with the same effect. For cuts there are
    /// two groups: the cards that make a goal, and the others.
    pub(super) fn each_draw_group(&self, position: &Position, mut visit: impl FnMut(Event, u32)) {
        match self.drawing_hand(position) {
            Some(hand) if position.hands[hand].is_hidden() => visit(Event::DrawUnseen, 1),
            Some(_) => {
                for kind in kinds_of(self.pack.one_of_each(position.unseen.kinds())) {
                    let weight = position.unseen.count_of(self.pack.alike(kind));
                    visit(Event::Draw(kind), weight);
                }
            }
            None => {
                let cards = self.cut_cards(position);
                let (all, goals) = (cards.kinds(), self.goal_kinds(position));
                for kinds in [all & goals, all & !goals] {
                    if kinds != 0 {
                        let kind = CardKind(kinds.trailing_zeros() as u8);
                        visit(Event::Cut(kind), cards.count_of(kinds));
                    }
                }
            }
        }
    }

    /// The kinds that make a goal when they are cut.
    fn goal_kinds(&self, position: &Position) -> u64 {
        let classes = self.pack.classes();
        match position.phase {
            Phase::Penalty => !classes.hand,
            Phase::CornerRed => classes.red,
            _ => classes.blue,
        }
    }

    pub(super) fn draw_total(&self, position: &Position) -> u32 {
        match self.drawing_hand(position) {
            Some(hand) if position.hands[hand].is_hidden() => 1,
            Some(_) => u32::from(position.unseen.total()),
            None => u32::from(self.cut_cards(position).total()),
        }
    }

    /// The position after an event.
    pub(super) fn after_event(&self, position: &Position, event: Event) -> Position {
        let mut next = *position;
        match (event, self.drawing_hand(position)) {
            (Event::Cut(kind), _) => self.cut(&mut next, kind),
            (Event::Draw(kind), Some(hand)) => {
                next.unseen.remove(kind);
                next.hands[hand] = next.hands[hand].with(kind);
                self.drawn(&mut next);
            }
            (Event::DrawUnseen, Some(hand)) => {
                next.hands[hand] = next.hands[hand].with(CardKind(0));
                self.drawn(&mut next);
            }
            (Event::Draw(_) | Event::DrawUnseen, None) => {}
        }
        next
    }

    /// The clock turns when the last draw is done.
    fn drawn(&self, next: &mut Position) {
        if self.drawing_hand(next).is_some() {
            return;
        }
        match next.clock {
            Clock::Run if next.stock() <= Self::LAST_STOCK => next.clock = Clock::Last,
            Clock::Last => self.end_turns(next),
            Clock::Run | Clock::Over => {}
        }
    }

    /// RULING F4: a cut card goes back, so it only decides the result.
    fn cut(&self, next: &mut Position, kind: CardKind) {
        let is_goal = self.goal_kinds(next) & kind.bit() != 0;
        if next.phase != Phase::Penalty {
            // The cut for a corner was the turn of the team that shot.
            next.turn = self.teams().next(next.turn);
        }
        if is_goal {
            self.concede(next, next.team());
        } else {
            // RULING F7: the player for whom a penalty was cut clears; after a corner the one after
            // him.
            (next.phase, next.ball) = (Phase::Clear, NO_CELL);
        }
        if next.clock != Clock::Run {
            self.end_half(next);
        }
    }
}
