//! Observations.

use super::ball::ball_square;
use super::board::{AMBER, GREEN, SIZE};
use super::position::Position;
use super::rules::Benedictine;
use crate::{Bits, ObservationShape, ObservationWriter, Observations};

impl Observations for Benedictine {
    fn observation_shape(&self) -> ObservationShape {
        let (rows, columns) = (usize::from(SIZE), usize::from(SIZE));
        ObservationShape { planes: 3, rows, columns, values: 2 }
    }

    fn write_view(&self, view: &Position, player: u8, writer: &mut ObservationWriter<'_>) {
        for seat in [GREEN, AMBER] {
            writer.plane(Bits(view.bottles(seat)).map(cell));
        }
        let ball = (!view.is_over()).then(|| cell(ball_square(view.ball())));
        writer.plane(ball);
        writer.value(player);
        writer.value(view.side().number());
    }
}

/// The cell of a square; the squares have a file more than the board.
fn cell(square: u8) -> usize {
    usize::from(square / 8 * SIZE + square % 8)
}
