//! Positions: a bitboard for each player, one for the kings, the side to act, quiet turns, marks.

use super::moves::{Move, MoveKind};
use super::omission::Omission;
use crate::{Bits, Key, Seat, random_words};

/// A position of L'Étoile des Dames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: [u64; 3],
    kings: u64,
    /// The pieces that may be huffed.
    liable: u64,
    key: Key,
    quiet: u16,
    side: Seat,
    omission: Omission,
}

/// By seat and cell: men, then kings.
static PIECE_KEYS: [Key; 2 * 4 * 64] = random_words(301);
static SIDE_KEYS: [Key; 4] = random_words(302);

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
    pub(super) fn new(pieces: [u64; 3], kings: u64, quiet: u16, side: Seat) -> Self {
        let position =
            Self { pieces, kings, liable: 0, key: Key(0), quiet, side, omission: Omission::None };
        position.with_key()
    }

    /// The same position with marks.
    pub(super) fn marked(self, omission: Omission, liable: u64) -> Self {
        Self { omission, liable, ..self }.with_key()
    }

    fn with_key(self) -> Self {
        Self { key: self.computed_key(), ..self }
    }

    /// The key from scratch.
    fn computed_key(&self) -> Key {
        let mut key = self.omission.key() ^ quiet_key(self.quiet) ^ SIDE_KEYS[self.side.index()];
        for (seat, &pieces) in self.pieces.iter().enumerate() {
            for cell in Bits(pieces) {
                key ^= piece_key(seat, self.kings >> cell & 1 != 0, cell);
            }
        }
        key
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

    /// The position's key.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The key without the count of quiet turns.
    #[inline]
    pub(super) fn key_without_quiet(&self) -> Key {
        self.key ^ quiet_key(self.quiet)
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
        let mut next = self.side;
        loop {
            next = if next.0 + 1 == seats { Seat::FIRST } else { Seat(next.0 + 1) };
            if self.pieces[next.index()] != 0 || next == self.side {
                return next;
            }
        }
    }

    /// The position after a move.
    #[inline]
    pub(super) fn after(&self, mv: Move, landing: Landing) -> Self {
        let mut next = *self;
        next.set_quiet(0);
        next.key ^= self.omission.key();
        next.omission = Omission::None;
        next.liable = 0;
        match mv.kind {
            MoveKind::Step => next.step(mv, self.quiet, landing.base),
            MoveKind::Capture => next.capture(mv, landing.base),
            MoveKind::Pass => next.set_quiet(self.quiet.saturating_add(1)),
            MoveKind::Huff => next.take(1 << mv.from, self.side),
            MoveKind::Oblige => next.take_back(self.omission),
        }
        if !matches!(mv.kind, MoveKind::Huff | MoveKind::Oblige) {
            next.set_side(next.next_side(landing.seats));
        }
        debug_assert_eq!(next.key, next.computed_key(), "key of {next:?}");
        next
    }

    #[inline]
    fn step(&mut self, mv: Move, quiet: u16, base: u64) {
        let was_king = self.kings >> mv.from & 1 != 0;
        let crowned = self.move_piece(self.side, mv.from, mv.to, base);
        if was_king {
            self.set_quiet(quiet.saturating_add(1));
        }
        if mv.cells != 0 {
            self.omission = Omission::Step { from: mv.from, to: mv.to, crowned };
            self.key ^= self.omission.key();
            self.liable = mv.cells;
        }
    }

    #[inline]
    fn capture(&mut self, mv: Move, base: u64) {
        self.move_piece(self.side, mv.from, mv.to, base);
        self.take(mv.cells, self.side);
    }

    /// Moves a piece of `seat`; a man that ends on `base` becomes a king: whether one did.
    #[inline]
    fn move_piece(&mut self, seat: Seat, from: u8, to: u8, base: u64) -> bool {
        let (from_bit, to_bit) = (1 << from, 1 << to);
        let was_king = self.kings & from_bit != 0;
        let is_king = was_king || base & to_bit != 0;
        let pieces = &mut self.pieces[seat.index()];
        *pieces = *pieces & !from_bit | to_bit;
        self.kings = self.kings & !from_bit | if is_king { to_bit } else { 0 };
        self.key ^= piece_key(seat.index(), was_king, from);
        self.key ^= piece_key(seat.index(), is_king, to);
        is_king && !was_king
    }

    /// Takes pieces of other seats than `seat` off the board.
    #[inline]
    fn take(&mut self, victims: u64, seat: Seat) {
        for owner in 0..3 {
            if owner == seat.index() {
                continue;
            }
            for cell in Bits(self.pieces[owner] & victims) {
                self.key ^= piece_key(owner, self.kings >> cell & 1 != 0, cell);
            }
            self.pieces[owner] &= !victims;
        }
        self.kings &= !victims;
    }

    /// Takes the step that omitted a capture back; the offender is to act, and must capture.
    fn take_back(&mut self, omission: Omission) {
        let Omission::Step { from, to, crowned } = omission else { return };
        let offender = (0..3).find(|&seat| self.pieces[seat] >> to & 1 != 0);
        let offender = Seat(offender.map_or(self.side.0, |seat| seat as u8));
        if crowned {
            self.key ^=
                piece_key(offender.index(), true, to) ^ piece_key(offender.index(), false, to);
            self.kings &= !(1 << to);
        }
        self.move_piece(offender, to, from, 0);
        self.omission = Omission::Obliged;
        self.key ^= self.omission.key();
        self.set_side(offender);
    }

    #[inline]
    fn set_quiet(&mut self, quiet: u16) {
        self.key ^= quiet_key(self.quiet) ^ quiet_key(quiet);
        self.quiet = quiet;
    }

    #[inline]
    fn set_side(&mut self, side: Seat) {
        self.key ^= SIDE_KEYS[self.side.index()] ^ SIDE_KEYS[side.index()];
        self.side = side;
    }
}

#[inline]
fn piece_key(seat: usize, king: bool, cell: u8) -> Key {
    PIECE_KEYS[((usize::from(king) * 4 + seat) * 64 + cell as usize) & 511]
}

/// Zero for no quiet turn.
#[inline]
fn quiet_key(quiet: u16) -> Key {
    Key(u64::from(quiet).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17))
}
