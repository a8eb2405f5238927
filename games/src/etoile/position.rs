//! Positions: a bitboard for each player, one for the kings, the side to act, quiet turns, marks.

use super::moves::{Move, MoveKind};
use super::omission::Omission;
use crate::{Key, Seat};

/// A position of L'Étoile des Dames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: [u64; 3],
    kings: u64,
    /// The pieces that may be huffed.
    liable: u64,
    quiet: u16,
    side: Seat,
    omission: Omission,
}

/// What the generator says of a move beyond the cells.
#[derive(Clone, Copy)]
pub(super) struct Landing {
    /// Where the mover's men become kings.
    pub(super) base: u64,
    /// The number of seats.
    pub(super) seats: u8,
}

impl Position {
    /// A position from its parts; the caller checks that they make sense.
    pub(super) const fn new(pieces: [u64; 3], kings: u64, quiet: u16, side: Seat) -> Self {
        Self { pieces, kings, liable: 0, quiet, side, omission: Omission::None }
    }

    /// The same position with marks.
    pub(super) const fn marked(self, omission: Omission, liable: u64) -> Self {
        Self { omission, liable, ..self }
    }

    /// The pieces of a seat, men and kings.
    #[inline]
    #[must_use]
    pub fn pieces(&self, seat: Seat) -> u64 {
        self.pieces[seat.index()]
    }

    /// All pieces.
    #[inline]
    #[must_use]
    pub fn all(&self) -> u64 {
        self.pieces[0] | self.pieces[1] | self.pieces[2]
    }

    /// The kings of all seats.
    #[inline]
    #[must_use]
    pub fn kings(&self) -> u64 {
        self.kings
    }

    /// The pieces that the side to act may huff.
    #[inline]
    #[must_use]
    pub fn liable(&self) -> u64 {
        self.liable
    }

    /// Turns since the last capture, huff or man's move.
    #[inline]
    #[must_use]
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The side to act.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Seat {
        self.side
    }

    /// What the last turn left to answer for.
    #[inline]
    #[must_use]
    pub fn omission(&self) -> Omission {
        self.omission
    }

    /// The position's key. Made from the bitboards when it is asked for: that takes three
    /// multiplications, less than keeping one up from move to move.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        Key(fold(self.key_without_quiet().0 ^ u64::from(self.quiet), 0x9E37_79B9_7F4A_7C15))
    }

    /// A key without the count of quiet turns. Marks stand for the liable pieces, which follow from
    /// them and the rest.
    /// CITE: multiply-and-fold hashing, Wang Yi, wyhash, 2019.
    #[inline]
    pub(super) fn key_without_quiet(&self) -> Key {
        let [one, two, three] = self.pieces;
        let turn = u64::from(self.side.0) | self.omission.number() << 2;
        Key(fold(one ^ 0xA076_1D64_78BD_642F, two ^ 0xE703_7ED1_A0B4_28DB)
            ^ fold(three ^ 0x8EBC_6AF0_9C88_C6E3, self.kings ^ 0x5899_65CC_7537_4CC3)
            ^ fold(turn ^ 0x1D8E_4E27_C47D_124F, 0xEB44_ACCA_B455_D165))
    }

    /// How many players have pieces.
    #[inline]
    #[must_use]
    pub fn players_left(&self) -> u32 {
        self.pieces.iter().map(|&pieces| u32::from(pieces != 0)).sum()
    }

    /// The next seat with pieces, or the same one.
    #[inline]
    fn next_side(&self, seats: u8) -> Seat {
        let next = if self.side.0 + 1 == seats { Seat::FIRST } else { Seat(self.side.0 + 1) };
        if self.pieces[next.index()] != 0 { next } else { self.side_after(next, seats) }
    }

    #[cold]
    fn side_after(&self, mut next: Seat, seats: u8) -> Seat {
        while self.pieces[next.index()] == 0 && next != self.side {
            next = Seat((next.0 + 1) % seats);
        }
        next
    }

    /// The position after a move. Inlined always: where moves are generated their kind is known.
    #[inline(always)]
    pub(super) fn after(&self, mv: Move, landing: Landing) -> Self {
        let mut next = Self { quiet: 0, omission: Omission::None, liable: 0, ..*self };
        match mv.kind {
            MoveKind::Step => {
                let (was_king, crowned) = next.relocate(mv.from, mv.to, landing.base);
                next.quiet = if was_king { self.quiet.saturating_add(1) } else { 0 };
                if mv.cells != 0 {
                    next.omission = Omission::Step { from: mv.from, to: mv.to, crowned };
                    next.liable = mv.cells;
                }
            }
            MoveKind::Capture => {
                next.take(mv.cells);
                next.relocate(mv.from, mv.to, landing.base);
            }
            MoveKind::Pass => next.quiet = self.quiet.saturating_add(1),
            MoveKind::Huff => {
                next.take(1 << mv.from);
                return next;
            }
            MoveKind::Oblige => {
                next.take_back(self.omission);
                return next;
            }
        }
        next.side = next.next_side(landing.seats);
        next
    }

    /// Moves a piece of the side to act; a man that ends on `base` becomes a king. Whether it was a king
    /// before, and whether it became one.
    #[inline]
    fn relocate(&mut self, from: u8, to: u8, base: u64) -> (bool, bool) {
        let (from_bit, to_bit) = (1 << from, 1 << to);
        let was_king = self.kings & from_bit != 0;
        let is_king = was_king | (base & to_bit != 0);
        let pieces = &mut self.pieces[self.side.index()];
        // A capture may end where it began.
        *pieces = *pieces & !from_bit | to_bit;
        self.kings = self.kings & !from_bit | u64::from(is_king) << to;
        (was_king, is_king & !was_king)
    }

    /// Takes pieces off the board.
    #[inline]
    fn take(&mut self, victims: u64) {
        self.pieces = self.pieces.map(|pieces| pieces & !victims);
        self.kings &= !victims;
    }

    /// Takes the step that omitted a capture back; the offender is to act, and must capture.
    fn take_back(&mut self, omission: Omission) {
        let Omission::Step { from, to, crowned } = omission else { return };
        let offender = (0..3).find(|&seat| self.pieces[seat] >> to & 1 != 0);
        let offender = Seat(offender.map_or(self.side.0, |seat| seat as u8));
        if crowned {
            self.kings &= !(1 << to);
        }
        self.side = offender;
        self.relocate(to, from, 0);
        self.omission = Omission::Obliged;
    }
}

/// The two halves of the product, one upon the other.
#[inline]
fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}
