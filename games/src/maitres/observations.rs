//! Observations.

use super::board::{BROWN, RED, SIZE};
use super::position::Position;
use super::rules::Maitres;
use crate::{Bits, ObservationShape, ObservationWriter, Observations};

impl Observations for Maitres {
    fn observation_shape(&self) -> ObservationShape {
        let (rows, columns) = (usize::from(SIZE), usize::from(SIZE));
        ObservationShape { planes: 6, rows, columns, values: 3 }
    }

    fn write_view(&self, view: &Position, player: u8, writer: &mut ObservationWriter<'_>) {
        for seat in [RED, BROWN] {
            let master = view.master_bit(seat);
            for pieces in [view.smalls(seat), view.larges(seat) & !master, master] {
                writer.plane(Bits(pieces).map(usize::from));
            }
        }
        writer.value(player);
        writer.value(view.side().number());
        writer.value(view.die());
    }
}
