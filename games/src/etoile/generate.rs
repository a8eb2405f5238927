//! All moves of a position: answers to an omission, captures, steps, passing.

use super::board::Board;
use super::moves::Move;
use super::omission::Omission;
use super::position::Position;
use super::rules::Etoile;
use super::steps::MovingSide;
use crate::{Bits, Game, Seat};

/// Runs an expression on a seat's pieces, with the seat's camp as a constant.
macro_rules! with_side {
    ($game:expr, $position:expr, $seat:expr, $side:ident => $body:expr) => {
        match $game.camp($seat) {
            0 => {
                let $side = $game.side::<0>($position, $seat);
                $body
            }
            2 if B::CAMPS > 1 => {
                let $side = $game.side::<2>($position, $seat);
                $body
            }
            _ => {
                let $side = $game.side::<1>($position, $seat);
                $body
            }
        }
    };
}
pub(super) use with_side;

impl<B: Board> Etoile<B> {
    /// Calls `visit` with the moves of the side to act; with `omit` also with steps that omit a
    /// capture.
    #[inline]
    pub(super) fn generate(&self, position: &Position, omit: bool, mut visit: impl FnMut(Move)) {
        let mut any = false;
        if position.liable() != 0 {
            for cell in Bits(position.liable()) {
                visit(Move::huff(cell));
            }
            visit(Move::OBLIGE);
            any = true;
        }
        let omit = omit && position.omission() != Omission::Obliged;
        any |= with_side!(self, position, position.side(), side => side.moves(omit, &mut visit));
        if !any && self.passes(position) {
            visit(Move::PASS);
        }
    }

    /// The legal step between two cells.
    #[inline(never)]
    pub(super) fn legal_step(&self, position: &Position, from: u8, to: u8) -> Option<Move> {
        let omit = self.rules().huff && position.omission() != Omission::Obliged;
        with_side!(self, position, position.side(), side => side.legal_step(from, to, omit))
    }

    /// Whether the side to act may pass.
    pub(super) fn may_pass(&self, position: &Position) -> bool {
        position.liable() == 0 && self.passes(position) && self.is_stuck(position)
    }

    /// How many moves there are.
    #[inline(always)]
    pub(super) fn count(&self, position: &Position) -> u64 {
        let omit = || self.rules().huff && position.omission() != Omission::Obliged;
        let mut count = with_side!(self, position, position.side(), side => side.count_moves(omit));
        if position.liable() != 0 {
            count += position.liable().count_ones() + 1;
        }
        if count == 0 && self.passes(position) {
            count = 1;
        }
        u64::from(count)
    }

    /// Whether a blocked side passes instead of ending the game.
    #[inline]
    fn passes(&self, position: &Position) -> bool {
        position.players_left() == 3 && !self.rules().misere
    }

    /// Whether the side to act can capture.
    #[inline]
    pub(super) fn can_capture(&self, position: &Position) -> bool {
        with_side!(self, position, position.side(), side => side.capturers() != 0)
    }

    /// Whether another side could capture, if it were its turn.
    #[inline]
    pub(super) fn can_be_captured(&self, position: &Position) -> bool {
        let could = |seat: Seat| with_side!(self, position, seat, side => side.capturers() != 0);
        let second = position.side().next(self.seats());
        could(second) || self.seats() > 2 && could(second.next(self.seats()))
    }

    /// Whether the side to act has neither a step nor a capture, nor an omission to answer.
    #[inline]
    pub(super) fn is_blocked(&self, position: &Position) -> bool {
        if self.has_plain_step(position) || position.omission() != Omission::None {
            return false;
        }
        self.is_stuck(position)
    }

    #[cold]
    #[inline(never)]
    fn is_stuck(&self, position: &Position) -> bool {
        with_side!(self, position, position.side(), side =>
            !side.has_step() && side.capturers() == 0)
    }

    /// Whether a piece can step forward within its camp. Nearly always one can.
    #[inline]
    fn has_plain_step(&self, position: &Position) -> bool {
        match self.camp(position.side()) {
            0 => MovingSide::<B, 0>::plain_steps(position) != 0,
            2 if B::CAMPS > 1 => MovingSide::<B, 2>::plain_steps(position) != 0,
            _ => MovingSide::<B, 1>::plain_steps(position) != 0,
        }
    }
}

impl<B: Board, const CAMP: usize> MovingSide<'_, B, CAMP> {
    /// Calls `visit` with captures; then with steps, if there is no capture or with `omit`. Returns
    /// whether there was any move.
    #[inline]
    fn moves(&self, omit: bool, visit: &mut impl FnMut(Move)) -> bool {
        if self.due_captures(omit, visit) {
            return true;
        }
        let mut any = false;
        self.each_step(|from, to| {
            visit(Move::step(from, to, 0));
            any = true;
        });
        any
    }

    fn legal_step(&self, from: u8, to: u8, omit: bool) -> Option<Move> {
        let mut found = false;
        self.each_step(|start, end| found |= (start, end) == (from, to));
        let capturers = self.capturers();
        if !found || capturers != 0 && !omit {
            return None;
        }
        let mut liable = capturers;
        if self.rules.majority {
            liable = 0;
            self.each_capture(capturers, &mut |trail| liable |= 1 << trail.from);
        }
        Some(Move::step(from, to, moved(liable, from, to)))
    }

    /// Calls `visit` with captures and, with `omit`, with the steps that omit them. Returns whether
    /// there were any captures.
    #[inline]
    pub(super) fn due_captures(&self, omit: bool, visit: &mut impl FnMut(Move)) -> bool {
        let capturers = self.capturers();
        if capturers != 0 {
            (*self).captures(capturers, omit, visit);
        }
        capturers != 0
    }

    /// Calls `visit` with captures, and with `omit` also with the steps that omit them. It is not
    /// inlined, so that the code that most positions need stays together in the instruction cache.
    #[inline(never)]
    fn captures(self, capturers: u64, omit: bool, visit: &mut impl FnMut(Move)) {
        let mut liable = 0;
        self.each_capture(capturers, &mut |trail| {
            visit(trail.as_move());
            liable |= 1 << trail.from;
        });
        if omit {
            self.each_step(|from, to| visit(Move::step(from, to, moved(liable, from, to))));
        }
    }

    #[inline(always)]
    fn count_moves(&self, omit: impl Fn() -> bool) -> u32 {
        let capturers = self.capturers();
        let captures = if capturers != 0 { (*self).count_captures(capturers) } else { 0 };
        if capturers == 0 || omit() {
            let of_kings = if self.kings == 0 { 0 } else { (*self).count_king_steps() };
            captures + self.count_men_steps() + of_kings
        } else {
            captures
        }
    }

    /// It takes the side by value, so that the side is written to memory only if there are
    /// captures.
    #[inline(never)]
    fn count_captures(self, capturers: u64) -> u32 {
        let mut count = 0;
        self.each_capture(capturers, &mut |_| count += 1);
        count
    }
}

/// A set of cells after a piece has gone from one cell to another.
#[inline]
fn moved(cells: u64, from: u8, to: u8) -> u64 {
    cells & !(1 << from) | (cells >> from & 1) << to
}
