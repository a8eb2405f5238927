//! Observations.

use super::board::{A, B, FILES, RANKS, file_of, rank_of};
use super::moves::squares;
use super::position::{Position, Stage};
use super::rules::Ruches;
use crate::{ObservationShape, ObservationWriter, Observations};

/// The tokens of a side.
const TOKENS: usize = 10;

impl Observations for Ruches {
    fn observation_shape(&self) -> ObservationShape {
        let (rows, columns) = (usize::from(RANKS), usize::from(FILES));
        ObservationShape { planes: 4, rows, columns, values: 3 + 2 * TOKENS }
    }

    fn write_view(&self, view: &Position, player: u8, writer: &mut ObservationWriter<'_>) {
        for seat in [A, B] {
            let tokens = squares(view.tokens(seat));
            writer.numbers(tokens.map(|square| (cell(square), view.value(square))));
        }
        writer.plane(view.removable().map(cell));
        writer.plane(squares(view.liable()).map(cell));
        writer.value(player);
        writer.value(view.side().number());
        writer.value(u8::from(view.phase() == Stage::Play));
        for seat in [A, B] {
            writer.set(TOKENS, squares(view.captured(seat).into()).map(usize::from));
        }
    }
}

/// The cell of a dark square.
fn cell(square: u8) -> usize {
    usize::from(rank_of(square) * FILES + file_of(square))
}
