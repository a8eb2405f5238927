//! Captures and the end of the game, for the search.

use super::board::{BORDER, ahead};
use super::moves::{Move, TurnKind, squares};
use super::position::{Position, Stage};
use super::rules::{Omit, Ruches};
use crate::{Actor, Game, Noisiness, Outcome, Seat, Tactics};

impl Tactics for Ruches {
    const TACTICAL: bool = true;

    /// A player may leave out captures, a removal or huffs. Then the static evaluation stands.
    #[inline]
    fn noisiness(&self, position: &Position) -> Noisiness {
        let huffs = self.omit == Omit::Huff && position.liable() != 0;
        let takes = || position.captors(position.side()) != 0;
        if huffs || position.removable().is_some() || takes() {
            Noisiness::Optional
        } else {
            Noisiness::Quiet
        }
    }

    #[inline]
    fn is_threatened(&self, position: &Position) -> bool {
        position.captors(position.side().other()) != 0
    }

    #[inline]
    fn each_tactical(&self, position: &Position, mut visit: impl FnMut(Move)) {
        position.each_capture(&mut visit);
        position.removable().into_iter().for_each(|square| visit(Move::remove(square)));
        if self.omit == Omit::Huff {
            squares(position.liable()).for_each(|square| visit(Move::huff(square)));
        }
    }

    /// The answer is exact. The counts usually prove that no move can end the game; otherwise all
    /// moves are tried.
    #[inline]
    fn wins_now(&self, position: &Position) -> bool {
        may_end(position) && wins_by_a_move(self, position)
    }

    /// Captures and removals are ordered by the points that they gain, including points on the
    /// border. Placements are ordered by number, the greatest first.
    #[inline]
    fn move_score(&self, position: &Position, mv: Move) -> i32 {
        let value = |square| i32::from(position.value(square));
        let border = BORDER[position.side().index()];
        let arrival = |from, to: u8| if border >> to & 1 != 0 { 2 * value(from) } else { 0 };
        match mv.turn() {
            TurnKind::Capture { from } => {
                let taken: i32 = mv.captured().map(value).sum();
                20 + taken + mv.landings().last().map_or(0, |to| arrival(from, to))
            }
            TurnKind::Remove { square } => 20 + value(square),
            TurnKind::Huff { square } if self.omit == Omit::Huff => 10 + value(square),
            TurnKind::Step { from, to } => arrival(from, to),
            TurnKind::Huff { .. } | TurnKind::Place { .. } | TurnKind::Pass => 0,
        }
    }

    /// Placements have none.
    #[inline]
    fn has_move_scores(&self, position: &Position) -> bool {
        position.phase() == Stage::Play
    }
}

/// Whether a move could end the game in one of the ways below. `false` proves that no move does.
#[inline]
fn may_end(position: &Position) -> bool {
    if position.phase() == Stage::Place {
        return false;
    }
    let (side, free) = (position.side(), position.free());
    // A third token on the border.
    if (position.tokens(side) & BORDER[side.index()]).count_ones() == 2 {
        return true;
    }
    // One token left: a turn captures at most four.
    if (position.tokens(side) | position.tokens(side.other())).count_ones() <= 5 {
        return true;
    }
    // Nobody can move any more. A token that lands blocks at most two others of its side, so at
    // most these three tokens could step before the move. Of the other side at most two could step,
    // or the at most four that were captured.
    let stepping = |seat: Seat| (ahead(free, seat.other()) & position.tokens(seat)).count_ones();
    stepping(side) <= 3 && stepping(side.other()) <= 6
}

#[cold]
fn wins_by_a_move(rules: &Ruches, position: &Position) -> bool {
    let won = Actor::Over(Outcome::win(position.side()));
    let mut wins = false;
    rules.each_move(position, |mv| {
        wins = wins || rules.actor(&position.after(rules, mv)) == won;
    });
    wins
}
