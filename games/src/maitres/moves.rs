//! Moves and the generation of moves by one piece.

use super::board::{DIRECTIONS, FORWARD, LEAP, STAY, opposite, ray, shifted};
use super::position::Position;
use super::rules::{Maitres, Passage, Variant};
use super::splits::{count_splits, each_split};
use crate::{Bits, GameMove};

/// One piece's way: its square, a direction and a number of squares.
/// Bits: from 0-6, direction 7-9, steps 10-12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part(u32);

impl Part {
    /// Bits that a part takes.
    const WIDTH: u32 = 13;

    #[inline]
    pub(super) fn new(from: u8, direction: u8, steps: u8) -> Self {
        Self(u32::from(from) | u32::from(direction) << 7 | u32::from(steps) << 10)
    }

    /// The square that the piece leaves.
    #[inline]
    #[must_use]
    pub fn from(self) -> u8 {
        (self.0 & 127) as u8
    }

    #[inline]
    pub(super) fn direction(self) -> u8 {
        (self.0 >> 7 & 7) as u8
    }

    /// How many squares the piece moves, 1 to 6.
    #[inline]
    #[must_use]
    pub fn steps(self) -> u8 {
        (self.0 >> 10 & 7) as u8
    }

    /// The square that the piece lands on.
    #[inline]
    #[must_use]
    pub fn to(self) -> u8 {
        // Direction and steps stand side by side.
        self.from().wrapping_add_signed(LEAP[(self.0 >> 7 & 63) as usize]) & 127
    }

    /// The squares that the piece passes over.
    #[inline]
    pub(super) fn path(self) -> u128 {
        ray(self.from(), self.direction()) & ray(self.to(), opposite(self.direction()))
    }
}

/// A turn: nothing (`pass`), one piece, or two in playing order (RULING M6: two orders of the same
/// parts are one move). The first part in the low bits, the second above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

impl Move {
    /// No piece can move.
    pub(super) const PASS: Self = Self(0);

    #[inline]
    pub(super) fn single(part: Part) -> Self {
        Self(part.0)
    }

    #[inline]
    pub(super) fn split(first: Part, second: Part) -> Self {
        Self(first.0 | second.0 << Part::WIDTH)
    }

    /// The part played first, but for a pass.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Part> {
        let part = Part(self.0 & ((1 << Part::WIDTH) - 1));
        (part.steps() != 0).then_some(part)
    }

    /// The part played second, in a split 6.
    #[inline]
    #[must_use]
    pub fn second(self) -> Option<Part> {
        let part = Part(self.0 >> Part::WIDTH);
        (part.steps() != 0).then_some(part)
    }
}

impl GameMove for Move {
    #[inline]
    fn bits(self) -> u64 {
        u64::from(self.0)
    }
}

/// A set of pieces for each direction.
pub(super) type Sources = [u128; DIRECTIONS as usize];

/// The pieces of one side on one board, as the generators see them.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) larges: u128,
    pub(super) smalls: u128,
    pub(super) forward: u8,
    /// Squares that no piece may pass: all occupied ones, or none (RULING M2).
    blocking: u128,
    own: u128,
    /// Landing squares forbidden to a move of 1: own pieces, and the enemy Master.
    barred: u128,
    /// The own Master, who captures nothing by a move of 1.
    master: u128,
    enemies: u128,
}

impl Side {
    pub(super) fn of(rules: &Maitres, position: &Position) -> Self {
        let (seat, other) = (position.side(), position.side().other());
        let own = position.pieces(seat);
        // RULING M7: without Masters the rule of 1 is off.
        let (master, enemy_master) = match rules.variant {
            Variant::Master => (position.master_bit(seat), position.master_bit(other)),
            Variant::Annihilation => (0, 0),
        };
        Self {
            larges: position.larges(seat),
            smalls: position.smalls(seat),
            forward: FORWARD[seat.index()],
            blocking: match rules.passage {
                Passage::Blocked => position.occupied(),
                Passage::Leap => 0,
            },
            own,
            barred: own | enemy_master,
            master,
            enemies: position.pieces(other),
        }
    }

    /// The pieces that can move `STEPS` squares in a direction. Constants, so that all shifts have a
    /// fixed width: it makes perft twice as fast as with variables.
    #[inline(always)]
    fn sources_toward<const DIRECTION: u8, const STEPS: u8>(&self) -> u128 {
        let mut pieces = self.larges;
        if DIRECTION == self.forward {
            // RULING M5: a small cannot overshoot; STAY says so for all pieces.
            pieces |= self.smalls;
        }
        pieces &= STAY[DIRECTION as usize][STEPS as usize];
        let back = opposite(DIRECTION);
        let mut distance = 1;
        while distance < STEPS {
            pieces &= !shifted(self.blocking, back, distance as u32);
            distance += 1;
        }
        if STEPS == 1 {
            pieces &= !shifted(self.barred, back, 1);
            pieces & !(self.master & shifted(self.enemies, back, 1))
        } else {
            pieces & !shifted(self.own, back, STEPS as u32)
        }
    }

    fn sources_of<const STEPS: u8>(&self) -> Sources {
        [
            self.sources_toward::<0, STEPS>(),
            self.sources_toward::<1, STEPS>(),
            self.sources_toward::<2, STEPS>(),
            self.sources_toward::<3, STEPS>(),
            self.sources_toward::<4, STEPS>(),
            self.sources_toward::<5, STEPS>(),
            self.sources_toward::<6, STEPS>(),
            self.sources_toward::<7, STEPS>(),
        ]
    }

    /// The pieces that can move `steps` squares, 1 to 6, by direction.
    #[inline]
    pub(super) fn sources(&self, steps: u8) -> Sources {
        match steps {
            1 => self.sources_of::<1>(),
            2 => self.sources_of::<2>(),
            3 => self.sources_of::<3>(),
            4 => self.sources_of::<4>(),
            5 => self.sources_of::<5>(),
            _ => self.sources_of::<6>(),
        }
    }

    /// Whether occupied squares are in the way.
    #[inline]
    pub(super) fn is_blocked(&self) -> bool {
        self.blocking != 0
    }

    /// Whether any piece can move `steps` squares.
    pub(super) fn can_move(&self, steps: u8) -> bool {
        self.sources(steps).iter().any(|&pieces| pieces != 0)
    }

    /// The side after one of its pieces took its way: what matters to its other pieces.
    #[inline]
    pub(super) fn after(&self, part: Part) -> Self {
        let (from, to) = (1u128 << part.from(), 1u128 << part.to());
        let mut next = *self;
        next.larges &= !from;
        next.smalls &= !from;
        next.own = next.own & !from | to;
        next.barred = next.barred & !from | to;
        next.enemies &= !to;
        next.master &= !from;
        if next.blocking != 0 {
            next.blocking = next.blocking & !from | to;
        }
        next
    }
}

/// Calls `visit` with every move: by direction, then by square; splits after single moves.
#[inline]
pub(super) fn each_move(rules: &Maitres, position: &Position, mut visit: impl FnMut(Move)) {
    let side = Side::of(rules, position);
    let die = position.die();
    let mut any = false;
    for (direction, sources) in (0..).zip(side.sources(die)) {
        for from in Bits(sources) {
            any = true;
            visit(Move::single(Part::new(from, direction, die)));
        }
    }
    if die == 6 {
        each_split(&side, |mv| {
            any = true;
            visit(mv);
        });
    }
    // RULING M4: a player moves if he can; else he passes.
    if !any {
        visit(Move::PASS);
    }
}

/// The number of moves.
pub(super) fn count_moves(rules: &Maitres, position: &Position) -> u64 {
    let side = Side::of(rules, position);
    let die = position.die();
    let mut count =
        side.sources(die).iter().map(|pieces| u64::from(pieces.count_ones())).sum::<u64>();
    if die == 6 {
        count += count_splits(&side);
    }
    count.max(1)
}
