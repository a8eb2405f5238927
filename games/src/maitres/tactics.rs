//! Captures that win, found backward from the target.

use super::board::{
    BOARD, DIRECTIONS, FORWARD, HOME, STAY, distance, nearest, opposite, ray, shifted,
};
use super::moves::{Move, Part};
use super::position::{NO_MASTER, Position};
use super::rules::{Maitres, Passage, Variant};
use super::side::SidePieces;
use crate::{Bits, Seat, Tactics};

impl Maitres {
    /// The square whose capture wins for `seat`, and the length of the shortest move that may
    /// capture there.
    fn target(&self, position: &Position, seat: Seat) -> Option<(u8, u8)> {
        let enemy = seat.other();
        match self.variant {
            Variant::Master => {
                let master = position.master(enemy);
                (master != NO_MASTER).then_some((master, 2))
            }
            Variant::Annihilation => {
                let pieces = position.pieces(enemy);
                (pieces.count_ones() == 1).then(|| (pieces.trailing_zeros() as u8, 1))
            }
        }
    }
}

/// Calls `visit` with every move of one piece of `seat` that captures on `target`.
#[inline]
fn each_attack(
    rules: &Maitres,
    position: &Position,
    seat: Seat,
    (target, shortest): (u8, u8),
    mut visit: impl FnMut(Part),
) {
    let occupied = position.occupied();
    let (larges, smalls) = (position.larges(seat), position.smalls(seat));
    for outwards in 0..DIRECTIONS {
        let inwards = opposite(outwards);
        let mut pieces = ray(target, outwards);
        if rules.passage == Passage::Blocked {
            pieces = nearest(pieces & occupied, outwards);
        }
        pieces &= if inwards == FORWARD[seat.index()] { larges | smalls } else { larges };
        for from in Bits(pieces) {
            let steps = distance(from, target);
            if (shortest..=6).contains(&steps) {
                visit(Part::new(from, inwards, steps));
            }
        }
    }
}

/// The lengths of the moves, as bits 1 to 6, by which one piece of `seat` could win with a capture.
#[must_use]
pub fn attack_lengths(rules: &Maitres, position: &Position, seat: Seat) -> u8 {
    let mut lengths = 0;
    if let Some(target) = rules.target(position, seat) {
        each_attack(rules, position, seat, target, |part| lengths |= 1 << part.steps());
    }
    lengths
}

/// The number of rolls, of six, with which `seat` could win by a capture if it were to roll. It is
/// an estimate: it assumes that the other part of a split 6 can be played.
#[must_use]
pub fn winning_rolls(rules: &Maitres, position: &Position, seat: Seat) -> u32 {
    let lengths = attack_lengths(rules, position, seat);
    (lengths & 0b0011_1110).count_ones() + u32::from(lengths != 0)
}

/// For each length of a move, 1 to 6: the pieces that `seat` attacks or protects. These are the
/// pieces of either side on whose squares a piece of `seat` could land if they were enemies.
#[must_use]
pub fn reached(rules: &Maitres, position: &Position, seat: Seat) -> [u128; 7] {
    let (larges, smalls) = (position.larges(seat), position.smalls(seat));
    let occupied = position.occupied();
    let passable = match rules.passage {
        Passage::Blocked => !occupied,
        Passage::Leap => BOARD,
    };
    // The Master captures nothing by a move of 1.
    let master = position.master_bit(seat);
    let mut reached = [0; 7];
    for direction in 0..DIRECTIONS {
        let forward = direction == FORWARD[seat.index()];
        let stay = STAY[direction as usize][1];
        let pieces = stay & if forward { larges | smalls } else { larges };
        reached[1] |= shifted(pieces & !master, direction, 1) & occupied;
        let mut ahead = shifted(pieces, direction, 1);
        for squares in &mut reached[2..] {
            ahead &= passable & stay;
            if ahead == 0 {
                break;
            }
            ahead = shifted(ahead, direction, 1);
            *squares |= ahead & occupied;
        }
    }
    reached
}

/// Whether a 6 wins for the side to act: by a capture with all of it, or by a capture with a part
/// of it if another piece can play the rest.
fn six_wins(rules: &Maitres, position: &Position, target: (u8, u8)) -> bool {
    let mut wins = false;
    each_attack(rules, position, position.side(), target, |part| {
        wins = wins
            || part.steps() == 6
            || SidePieces::of(rules, position).after(part).can_move(6 - part.steps());
    });
    wins
}

impl Tactics for Maitres {
    #[inline]
    fn wins_now(&self, position: &Position) -> bool {
        let Some(target) = self.target(position, position.side()) else {
            return false;
        };
        match position.die() {
            6 => six_wins(self, position, target),
            die => attack_lengths(self, position, position.side()) >> die & 1 != 0,
        }
    }

    #[inline]
    fn winning_weight(&self, position: &Position) -> u32 {
        let lengths = attack_lengths(self, position, position.side());
        if lengths == 0 {
            return 0;
        }
        let six = self
            .target(position, position.side())
            .is_some_and(|target| six_wins(self, position, target));
        (lengths & 0b0011_1110).count_ones() + u32::from(six)
    }

    /// Captures ordered by the captured piece, then promotions.
    #[inline]
    fn move_score(&self, position: &Position, mv: Move) -> i32 {
        let part = |part: Part| part_score(position, part);
        mv.first().map_or(0, part) + mv.second().map_or(0, part)
    }
}

#[inline]
fn part_score(position: &Position, part: Part) -> i32 {
    let (own, enemy) = (position.side(), position.side().other());
    let to = part.to();
    let has = |squares: u128, square: u8| (squares >> square) as u8 & 1 != 0;
    let taken = if !has(position.pieces(enemy), to) {
        0
    } else if position.master(enemy) == to {
        10_000
    } else if has(position.smalls(enemy), to) {
        100
    } else {
        300
    };
    let promotes = has(HOME[enemy.index()], to) && has(position.smalls(own), part.from());
    taken + if promotes { 200 } else { 0 }
}
