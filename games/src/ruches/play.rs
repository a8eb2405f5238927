//! Making moves: their effect on tokens, marks and turn.

use super::board::{A, B, HOME};
use super::moves::{Move, TurnKind};
use super::position::{Position, value_of};
use super::rules::Ruches;

impl Position {
    /// Takes an enemy token off the board for the side to act.
    #[inline]
    fn capture(&mut self, square: u8) {
        let value = self.value(square);
        self.toggle(self.side().other(), value, square);
        self.add_captured(self.side(), value % 10);
    }

    /// Moves a token of the side to act.
    #[inline]
    fn shift(&mut self, from: u8, to: u8) {
        let value = self.value(from);
        self.toggle(self.side(), value, from);
        self.toggle(self.side(), value, to);
    }

    /// The position after a move.
    pub(super) fn after(&self, rules: &Ruches, mv: Move) -> Self {
        let mut next = *self;
        let side = self.side();
        let (mut last, mut liable) = (None, 0);
        match mv.turn() {
            TurnKind::Pass => {}
            TurnKind::Place { number, square } => {
                next.toggle(side, value_of(number), square);
                if [A, B].map(|seat| next.tokens(seat)) == HOME {
                    next.begin_play();
                }
            }
            TurnKind::Step { from, to } => {
                next.shift(from, to);
                (last, liable) = (Some(to), rules.liable_after(self, from, to));
            }
            TurnKind::Capture { from } => {
                mv.captured().for_each(|square| next.capture(square));
                let to = mv.landings().last().unwrap_or(from);
                next.shift(from, to);
                last = Some(to);
            }
            TurnKind::Remove { square } => next.capture(square),
            TurnKind::Huff { square } => {
                let seat = rules.liable_seat(side);
                next.toggle(seat, self.value(square), square);
            }
        }
        next.hand_over();
        if next.is_decided() {
            next.mark(None, 0);
        } else {
            let removable = last.filter(|&square| rules.is_removable(&next, square));
            next.mark(removable, liable);
        }
        debug_assert_eq!(next.key(), next.computed_key(), "key of {next:?}");
        next
    }
}
