//! Routes of captures, and which of them the generator follows.
//!
//! RULING E12: captures by one piece that take the same pieces and end on the same cell are one
//! move. How such a capture can go on depends on the cell of the piece and on the captured pieces,
//! not on their order. So the generator follows only the first route to a cell with the same
//! captured pieces.

use std::collections::BTreeSet;
use std::iter::successors;

use super::moves::Move;

/// A capture in progress or complete: the last cell of the piece, and the captured pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trail<'a> {
    /// The capture up to the cell before.
    before: Option<&'a Trail<'a>>,
    pub(super) victims: u64,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Trail<'_> {
    /// A piece on `from` that has taken nothing yet.
    #[inline(always)]
    pub(super) fn new(from: u8) -> Self {
        Self { before: None, victims: 0, from, to: from }
    }

    /// The capture with one more captured piece, and the next landing cell.
    #[inline(always)]
    pub(super) fn go_on(&self, victim: u64, to: u8) -> Trail<'_> {
        Trail { before: Some(self), victims: self.victims | victim, to, ..*self }
    }

    /// The number of captured pieces.
    #[inline(always)]
    pub(super) fn length(&self) -> u32 {
        self.victims.count_ones()
    }

    /// The capture as a move.
    #[inline(always)]
    pub(super) fn as_move(&self) -> Move {
        Move::capture(self.from, self.to, self.victims)
    }

    /// The cells of the piece, from the first to the last.
    pub(super) fn cells(&self) -> Vec<u8> {
        let mut cells: Vec<_> =
            successors(Some(self), |trail| trail.before).map(|trail| trail.to).collect();
        cells.reverse();
        cells
    }
}

/// Which routes the generator follows.
pub(super) enum Routes<'a> {
    /// One route of each move. The cells reached are stored from the first long capture on.
    Merged(Option<Box<Reached>>),
    /// Every route of every move.
    All,
    /// The route over these cells.
    Along(&'a [u8]),
}

impl Routes<'_> {
    /// One route of each move.
    #[inline(always)]
    pub(super) fn merged() -> Self {
        Self::Merged(None)
    }

    /// Begins with the routes from a cell. Returns whether they are followed.
    #[inline(always)]
    pub(super) fn begin(&mut self, from: u8) -> bool {
        match self {
            Self::Merged(reached) => {
                if let Some(reached) = reached {
                    reached.clear();
                }
                true
            }
            Self::All => true,
            Self::Along(cells) => cells.first() == Some(&from),
        }
    }

    /// Whether a capture in progress, or a complete one, is followed. Two routes meet after `least`
    /// captured pieces at the earliest.
    #[inline(always)]
    pub(super) fn follow(&mut self, trail: &Trail<'_>, least: u32) -> bool {
        match self {
            Self::Merged(reached) => {
                let mut left = trail.victims;
                for _ in 1..least {
                    left &= left.wrapping_sub(1);
                }
                left == 0 || Reached::add(reached, trail)
            }
            Self::All => true,
            Self::Along(cells) => cells.get(trail.length() as usize) == Some(&trail.to),
        }
    }
}

/// The number of entries without a set.
const FEW: usize = 16;

/// The cells that a piece has reached, each with the captured pieces: the first ones in an array.
pub(super) struct Reached {
    few: [u64; FEW],
    len: usize,
    more: BTreeSet<u64>,
}

impl Reached {
    fn clear(&mut self) {
        self.len = 0;
        self.more.clear();
    }

    /// Adds the last cell of a capture and the captured pieces. Returns whether they are new.
    #[inline(never)]
    fn add(reached: &mut Option<Box<Self>>, trail: &Trail<'_>) -> bool {
        let new = || Box::new(Self { few: [0; FEW], len: 0, more: BTreeSet::new() });
        let Self { few, len, more } = &mut **reached.get_or_insert_with(new);
        // Cells need 55 bits, and the number of a cell six more.
        let entry = trail.victims | u64::from(trail.to) << 58;
        if few[..*len].contains(&entry) {
            return false;
        }
        if *len < FEW {
            few[*len] = entry;
            *len += 1;
            return true;
        }
        more.insert(entry)
    }
}
