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

/// Facts about a move from the generator, beyond its cells.
#[derive(Clone, Copy)]
pub(super) struct MoveFrame {
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

    /// The same position with another count of quiet turns.
    pub(super) const fn with_quiet(self, quiet: u16) -> Self {
        Self { quiet, ..self }
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

    /// An omission or an obligation that the last turn left.
    #[inline]
    #[must_use]
    pub fn omission(&self) -> Omission {
        self.omission
    }

    /// The position with a side to act, and without marks.
    #[must_use]
    pub const fn with_side(&self, side: Seat) -> Self {
        Self::new(self.pieces, self.kings, self.quiet, side)
    }

    /// The position's key. It is computed from the bitboards on demand: three multiplications are
    /// cheaper than an update with each move.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        Key(fold(self.key_without_quiet().0 ^ u64::from(self.quiet), 0x9E37_79B9_7F4A_7C15))
    }

    /// A key without the count of quiet turns. It contains the marks but not the liable pieces,
    /// which follow from the rest. CITE: multiply-and-fold hashing, Wang Yi, wyhash, 2019.
    #[inline]
    pub(super) fn key_without_quiet(&self) -> Key {
        let [one, two, three] = self.pieces;
        let turn = u64::from(self.side.number()) | self.omission.number() << 2;
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

    /// The next seat that has pieces other than `victims`, or the same seat.
    #[inline(always)]
    fn next_side(&self, victims: u64, seats: u8) -> Seat {
        let second = self.side.next(seats);
        if self.pieces(second) & !victims != 0 {
            return second;
        }
        // With two seats that is the same side again.
        let third = second.next(seats);
        if self.pieces(third) & !victims != 0 { third } else { self.side }
    }

    /// The position after a move.
    #[inline(always)]
    pub(super) fn after(&self, mv: Move, landing: MoveFrame) -> Self {
        match mv.kind {
            MoveKind::Step => self.after_step(mv, landing),
            MoveKind::Capture => self.after_capture(mv, landing),
            kind => self.after_answer(kind, mv.from, landing.seats),
        }
    }

    #[inline(always)]
    fn after_step(&self, mv: Move, landing: MoveFrame) -> Self {
        let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
        let was_king = self.kings & from != 0;
        let crowns = if was_king { u64::MAX } else { landing.base };
        let next = Self {
            pieces: self.with_own(from | to),
            kings: self.kings & !from | to & crowns,
            liable: 0,
            quiet: self.quiet.saturating_add(1) * u16::from(was_king),
            side: self.next_side(0, landing.seats),
            omission: Omission::None,
        };
        if mv.cells == 0 {
            return next;
        }
        let crowned = !was_king & (to & crowns != 0);
        next.marked(Omission::Step { from: mv.from, to: mv.to, crowned }, mv.cells)
    }

    #[inline(always)]
    fn after_capture(&self, mv: Move, landing: MoveFrame) -> Self {
        let (victims, from, to) = (mv.cells, 1u64 << mv.from, 1u64 << mv.to);
        let crowns = if self.kings & from != 0 { u64::MAX } else { landing.base };
        Self {
            // A capture may end where it began.
            pieces: self.with_own(from ^ to).map(|pieces| pieces & !victims),
            kings: self.kings & !(victims | from) | to & crowns,
            liable: 0,
            quiet: 0,
            side: self.next_side(victims, landing.seats),
            omission: Omission::None,
        }
    }

    /// All pieces after the pieces of the side to act have changed on some cells.
    #[inline(always)]
    fn with_own(&self, flip: u64) -> [u64; 3] {
        let own = |seat| if seat == self.side.number() { flip } else { 0 };
        let [one, two, three] = self.pieces;
        [one ^ own(0), two ^ own(1), three ^ own(2)]
    }

    /// The position after an answer to an omission, or a pass.
    #[cold]
    fn after_answer(&self, kind: MoveKind, cell: u8, seats: u8) -> Self {
        let mut next = Self { quiet: 0, omission: Omission::None, liable: 0, ..*self };
        match kind {
            MoveKind::Huff => {
                next.pieces = next.pieces.map(|pieces| pieces & !(1 << cell));
                next.kings &= !(1 << cell);
            }
            MoveKind::Oblige => next.take_back(self.omission),
            _ => {
                next.quiet = self.quiet.saturating_add(1);
                next.side = self.next_side(0, seats);
            }
        }
        next
    }

    /// Takes the step that omitted a capture back; the offender is to act, and must capture.
    fn take_back(&mut self, omission: Omission) {
        let Omission::Step { from, to, crowned } = omission else { return };
        let (from, to) = (1 << from, 1 << to);
        let offender = (0..3).find(|&seat| self.pieces[seat] & to != 0);
        if let Some(seat) = offender {
            self.side = Seat::new(seat as u8);
            self.pieces[seat] ^= from | to;
        }
        if self.kings & to != 0 {
            self.kings ^= if crowned { to } else { from | to };
        }
        self.omission = Omission::Obliged;
    }
}

/// The XOR of the two halves of the product.
#[inline]
fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}
