//! Observations.

use super::board::Board;
use super::omission::Omission;
use super::position::Position;
use super::rules::Etoile;
use crate::{Bits, ObservationShape, ObservationWriter, Observations, Seat};

impl<B: Board> Observations for Etoile<B> {
    fn observation_shape(&self) -> ObservationShape {
        ObservationShape {
            planes: 2 * usize::from(self.rules().players) + 3,
            rows: usize::from(B::CAMPS * B::ROWS),
            columns: usize::from(B::COLUMNS / 2),
            values: 6,
        }
    }

    fn write_view(&self, view: &Position, player: u8, writer: &mut ObservationWriter<'_>) {
        let cell = |index| self.cell_number(index) as usize;
        for seat in Seat::all(self.rules().players) {
            let (pieces, kings) = (view.pieces(seat), view.kings());
            writer.plane(Bits(pieces & !kings).map(cell));
            writer.plane(Bits(pieces & kings).map(cell));
        }
        writer.plane(Bits(view.liable()).map(cell));
        let (step, crowned) = match view.omission() {
            Omission::Step { from, to, crowned } => (Some((from, to)), crowned),
            Omission::None | Omission::Obliged => (None, false),
        };
        writer.plane(step.map(|(from, _)| cell(from)));
        writer.plane(step.map(|(_, to)| cell(to)));
        writer.value(player);
        writer.value(view.side().number());
        writer.wide(view.quiet());
        writer.value(u8::from(view.omission() == Omission::Obliged));
        writer.value(u8::from(crowned));
    }
}
