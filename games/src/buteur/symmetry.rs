//! The mirror image: left and right.

use super::cards::{CardKind, Cards, Hand};
use super::contents::Card;
use super::moves::Move;
use super::pitch::{NO_CELL, Side};
use super::position::{Phase, Position};
use super::rules::{Buteur, Event};
use crate::{Seat, Symmetric};

/// Symmetry 0 exchanges left and right, on the pitch and on the cards. It holds where the pitch and
/// the pack are their own mirror images, as the standard ones are. (The teams cannot be exchanged:
/// cards are drawn in the order of the players.)
impl Symmetric for Buteur {
    fn symmetries(&self) -> usize {
        1
    }

    /// RULING F5: a ball that nobody can clear is left on the column of the left post.
    fn holds(&self, _: usize, position: &Position) -> bool {
        position.phase != Phase::Clear
    }

    fn map_position(&self, _: usize, position: &Position) -> Position {
        let mut image = *position;
        image.unseen = Cards::NONE;
        for (kind, count) in position.unseen.iter() {
            (0..count).for_each(|_| image.unseen.add(self.mirrored_kind(kind)));
        }
        for (hand, cards) in image.hands.iter_mut().zip(position.hands) {
            if !cards.is_hidden() {
                let kinds = cards.cards().map(|kind| self.mirrored_kind(kind));
                *hand = kinds.fold(Hand::EMPTY, Hand::with);
            }
        }
        image.ball = self.mirrored_cell(position.ball);
        image.phase = match position.phase {
            Phase::GoalKick(Side::Left) => Phase::GoalKick(Side::Right),
            Phase::GoalKick(Side::Right) => Phase::GoalKick(Side::Left),
            phase => phase,
        };
        image
    }

    fn map_move(&self, _: usize, _: &Position, mv: Move) -> Move {
        let cell = mv.cell().map_or(NO_CELL, |cell| self.mirrored_cell(cell));
        let mut image =
            Move::new(mv.action(), cell, mv.kind().map(|kind| self.mirrored_kind(kind)));
        if let Some(arrow) = mv.arrow() {
            image = image.with_arrow(arrow.mirrored());
        }
        if let Some(arrow) = mv.free_kick() {
            image = image.with_free_kick(arrow.mirrored());
        }
        if mv.has_penalty() { image.with_penalty() } else { image }
    }

    fn map_event(&self, _: usize, event: Event) -> Event {
        match event {
            Event::Draw(kind) => Event::Draw(self.mirrored_kind(kind)),
            Event::DrawUnseen => Event::DrawUnseen,
            Event::Cut(kind) => Event::Cut(self.mirrored_kind(kind)),
        }
    }

    fn map_seat(&self, _: usize, seat: Seat) -> Seat {
        seat
    }
}

impl Buteur {
    fn mirrored_cell(&self, cell: u8) -> u8 {
        if cell == NO_CELL { NO_CELL } else { self.pack.pitch().mirrored(cell) }
    }

    /// The card with the mirrored arrow. A card without a counterpart is its own image.
    fn mirrored_kind(&self, kind: CardKind) -> CardKind {
        let Card::Attacker { arrow, distance, symbol } = self.pack.card(kind) else { return kind };
        let image = Card::Attacker { arrow: arrow.mirrored(), distance, symbol };
        let found = self.pack.cards().iter().position(|card| card.card == image);
        found.map_or(kind, |found| CardKind(found as u8))
    }
}
