//! The move generator.

use super::moves::{Move, Part};
use super::position::Position;
use super::rules::Maitres;
use super::side::SidePieces;
use super::splits::{count_splits, each_split};
use crate::Bits;

/// Calls `visit` with every move: by direction, then by square; splits after single moves.
#[inline]
pub(super) fn each_move(rules: &Maitres, position: &Position, mut visit: impl FnMut(Move)) {
    let side = SidePieces::of(rules, position);
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

/// Whether a move is legal.
pub(super) fn is_legal(rules: &Maitres, position: &Position, mv: Move) -> bool {
    let side = SidePieces::of(rules, position);
    let die = position.die();
    match (mv.first(), mv.second()) {
        (Some(part), None) => part.steps() == die && side.plays(part),
        (Some(first), Some(second)) => {
            let whole = die == 6 && first.steps() + second.steps() == 6;
            let ordered = || first.from() < second.from() || !is_reversible(&side, first, second);
            whole && side.plays(first) && side.after(first).plays(second) && ordered()
        }
        _ => !side.can_move(die) && (die != 6 || count_splits(&side) == 0),
    }
}

/// Whether the parts of a split can be played in the other order.
pub(super) fn is_reversible(side: &SidePieces, first: Part, second: Part) -> bool {
    side.plays(second) && side.after(second).plays(first)
}

/// The number of moves.
pub(super) fn count_moves(rules: &Maitres, position: &Position) -> u64 {
    let side = SidePieces::of(rules, position);
    let die = position.die();
    let mut count =
        side.sources(die).iter().map(|pieces| u64::from(pieces.count_ones())).sum::<u64>();
    if die == 6 {
        count += count_splits(&side);
    }
    count.max(1)
}
