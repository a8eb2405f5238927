//! Moves.

use super::geometry::INDICES;
use crate::GameMove;
use crate::coded::Coded;

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// A piece goes to a free cell.
    Step,
    /// A piece captures.
    Capture,
    /// A liable piece is taken off the board.
    Huff,
    /// The step that omitted a capture is taken back.
    Oblige,
    /// No legal move, with three players left.
    Pass,
}

/// A move. RULING E12: a capture is the piece, its last cell and the pieces taken, whatever its
/// route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// A capture: the pieces taken. A step that omits a capture: the pieces that are liable after
    /// it.
    pub(super) cells: u64,
    pub(super) kind: MoveKind,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Move {
    pub(super) const OBLIGE: Self = Self::bare(MoveKind::Oblige);
    pub(super) const PASS: Self = Self::bare(MoveKind::Pass);

    const fn bare(kind: MoveKind) -> Self {
        Self { cells: 0, kind, from: 0, to: 0 }
    }

    /// A step, with the pieces that are liable after it.
    pub(super) const fn step(from: u8, to: u8, liable: u64) -> Self {
        Self { cells: liable, kind: MoveKind::Step, from, to }
    }

    /// A capture.
    pub(super) const fn capture(from: u8, to: u8, victims: u64) -> Self {
        Self { cells: victims, kind: MoveKind::Capture, from, to }
    }

    pub(super) const fn huff(cell: u8) -> Self {
        Self { cells: 0, kind: MoveKind::Huff, from: cell, to: cell }
    }

    /// The kind of the move.
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// The cell that a piece leaves; of a huff, the cell of the liable piece.
    #[must_use]
    pub const fn from(self) -> u8 {
        self.from
    }

    /// The cell where a piece arrives.
    #[must_use]
    pub const fn to(self) -> u8 {
        self.to
    }

    /// The cells of the pieces that a capture takes.
    #[must_use]
    pub const fn captured(self) -> u64 {
        if matches!(self.kind, MoveKind::Capture) { self.cells } else { 0 }
    }

    /// How many pieces a capture takes.
    #[must_use]
    pub const fn victims(self) -> u32 {
        self.captured().count_ones()
    }
}

impl GameMove for Move {
    /// The kind, the cells, and 48 bits of a product of the other field. Moves between the same
    /// cells differ in these bits, except for a collision.
    fn bits(self) -> u64 {
        let plain = self.kind as u64 | (self.from as u64) << 4 | (self.to as u64) << 10;
        let rest = self.cells.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        plain | rest.wrapping_mul(0xD1B5_4A32_D192_ED03) >> 16 << 16
    }
}

/// The other field in the low 64 bits, then a byte each for the kind and the cells.
impl Coded for Move {
    fn code(self) -> u128 {
        let plain = self.kind as u128 | (self.from as u128) << 8 | (self.to as u128) << 16;
        u128::from(self.cells) | plain << 64
    }

    fn from_code(code: u128) -> Option<Self> {
        use MoveKind::{Capture, Huff, Oblige, Pass, Step};
        let [kind, from, to] = [64, 72, 80].map(|place| (code >> place) as u8);
        let kind = *[Step, Capture, Huff, Oblige, Pass].get(usize::from(kind))?;
        let mv = Self { cells: code as u64, kind, from, to };
        let on_board = [from, to].iter().all(|&cell| usize::from(cell) < INDICES);
        let sound = match kind {
            Step | Capture => mv.cells >> INDICES == 0,
            Huff => mv == Self::huff(from),
            Oblige | Pass => mv == Self::bare(kind),
        };
        (on_board && sound && code >> 88 == 0).then_some(mv)
    }
}
