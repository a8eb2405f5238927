//! The star turned by a third with three players, an ordinary board turned by half.

use super::board::{Board, Cell, camp_stride};
use super::moves::{Move, MoveKind};
use super::omission::Omission;
use super::position::Position;
use super::rules::Etoile;
use crate::{Bits, Game, Seat, Symmetric};

impl<B: Board> Symmetric for Etoile<B> {
    /// With two players on the star there is none: the third camp lies to the right of one and to
    /// the left of the other, and the mirror image has light cells for dark ones.
    fn symmetries(&self) -> usize {
        match (B::CAMPS, self.rules().players) {
            (1, _) => 1,
            (_, 3) => 2,
            _ => 0,
        }
    }

    fn inverse(&self, symmetry: usize) -> usize {
        self.symmetries() - 1 - symmetry
    }

    fn map_position(&self, symmetry: usize, position: &Position) -> Position {
        let mut pieces = [0; 3];
        for seat in Seat::all(self.seats()) {
            let image = self.map_seat(symmetry, seat);
            pieces[image.index()] = map_set::<B>(self.turn(symmetry), position.pieces(seat));
        }
        let turn = self.turn(symmetry);
        let kings = map_set::<B>(turn, position.kings());
        let side = self.map_seat(symmetry, position.side());
        let omission = match position.omission() {
            Omission::Step { from, to, crowned } => Omission::Step {
                from: map_cell::<B>(turn, from),
                to: map_cell::<B>(turn, to),
                crowned,
            },
            other => other,
        };
        Position::new(pieces, kings, position.quiet(), side)
            .marked(omission, map_set::<B>(turn, position.liable()))
    }

    fn map_move(&self, symmetry: usize, _: &Position, mv: Move) -> Move {
        let turn = self.turn(symmetry);
        match mv.kind {
            MoveKind::Pass | MoveKind::Oblige => mv,
            MoveKind::Huff => Move::huff(map_cell::<B>(turn, mv.from)),
            MoveKind::Step => Move::step(
                map_cell::<B>(turn, mv.from),
                map_cell::<B>(turn, mv.to),
                map_set::<B>(turn, mv.cells),
            ),
            MoveKind::Capture => Move::capture(
                map_cell::<B>(turn, mv.from),
                map_cell::<B>(turn, mv.to),
                map_set::<B>(turn, mv.cells),
            ),
        }
    }

    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat {
        let seats = self.seats();
        Seat::new((seat.number() + symmetry as u8 + 1) % seats)
    }
}

impl<B: Board> Etoile<B> {
    /// The number of camps, in the order of the tables, by which a symmetry turns the star.
    fn turn(&self, symmetry: usize) -> u8 {
        self.camp(Seat::new(symmetry as u8 + 1)) as u8
    }
}

fn map_set<B: Board>(turn: u8, set: u64) -> u64 {
    Bits(set).fold(0, |image, cell| image | 1 << map_cell::<B>(turn, cell))
}

fn map_cell<B: Board>(turn: u8, index: u8) -> u8 {
    let Cell { camp, row, column } = Cell::at(index, B::COLUMNS, B::ROWS);
    if B::CAMPS == 1 {
        let image = Cell { camp, row: B::ROWS + 1 - row, column: B::COLUMNS + 1 - column };
        return image.index(B::COLUMNS, B::ROWS);
    }
    let stride = camp_stride(B::COLUMNS, B::ROWS);
    (index + turn * stride) % (B::CAMPS * stride)
}
