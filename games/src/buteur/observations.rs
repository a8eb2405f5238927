//! Observations.

use super::cards::CardKind;
use super::fields::PHASES;
use super::pitch::NO_CELL;
use super::position::Position;
use super::rules::Buteur;
use super::teams::{BLUE, RED};
use crate::{ObservationShape, ObservationWriter, Observations};

impl Observations for Buteur {
    fn observation_shape(&self) -> ObservationShape {
        let pitch = self.pack.pitch();
        let kinds = self.pack.cards().len();
        ObservationShape {
            planes: 1,
            rows: usize::from(pitch.rows),
            columns: usize::from(pitch.columns),
            values: 2 + PHASES.len() + 7 + usize::from(self.players) + 1 + 2 * kinds,
        }
    }

    fn write_view(&self, view: &Position, player: u8, writer: &mut ObservationWriter<'_>) {
        let ball = (view.ball != NO_CELL).then_some(usize::from(view.ball));
        writer.plane(ball);
        writer.value(player);
        writer.value(view.turn);
        let phase = PHASES.iter().position(|&(_, phase)| phase == view.phase);
        writer.set(PHASES.len(), phase);
        writer.value(view.half);
        writer.value(view.clock as u8);
        writer.value(view.kicker.number());
        for seat in [RED, BLUE] {
            writer.wide(view.goals(seat));
        }
        let hands = &view.hands[..usize::from(self.players)];
        hands.iter().for_each(|hand| writer.value(hand.count()));
        let own = hands.get(usize::from(player)).filter(|hand| !hand.is_hidden());
        writer.value(u8::from(own.is_some()));
        let kinds = self.pack.cards().len();
        writer.counts(kinds, own.into_iter().flat_map(|hand| hand.cards()).map(CardKind::index));
        let discards = view.discards(&self.pack);
        let copies = discards
            .iter()
            .flat_map(|(kind, count)| std::iter::repeat_n(kind.index(), usize::from(count)));
        writer.counts(kinds, copies);
    }
}
