//! Captures that win, found backward from the target.

use super::board::{BOARD, FORWARD, HOME, RED, STAY, distance, nearest, opposite, ray, shifted};
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

/// The pieces of a seat, and the squares that they may pass over. In the functions of one direction
/// it is a constant, so that all shifts have a fixed width.
struct Attackers {
    larges: u128,
    smalls: u128,
    master: u128,
    forward: u8,
    occupied: u128,
    passage: Passage,
}

impl Attackers {
    #[inline]
    fn of(rules: &Maitres, position: &Position, seat: Seat) -> Self {
        Self {
            larges: position.larges(seat),
            smalls: position.smalls(seat),
            master: position.master_bit(seat),
            forward: FORWARD[seat.index()],
            occupied: position.occupied(),
            passage: rules.passage,
        }
    }

    /// The pieces that may move in a direction.
    #[inline(always)]
    fn movers(&self, direction: u8) -> u128 {
        if direction == self.forward { self.larges | self.smalls } else { self.larges }
    }

    /// Calls `visit` with the moves from one side that capture on `target`.
    #[inline(always)]
    fn attacks_from<const OUTWARDS: u8>(
        &self,
        (target, shortest): (u8, u8),
        visit: &mut impl FnMut(Part),
    ) {
        let inwards = opposite(OUTWARDS);
        let line = ray(target, OUTWARDS);
        let mut pieces = line & self.movers(inwards);
        if pieces == 0 {
            return;
        }
        if self.passage == Passage::Blocked {
            pieces &= nearest(line & self.occupied, OUTWARDS);
        }
        for from in Bits(pieces) {
            let steps = distance(from, target);
            if (shortest..=6).contains(&steps) {
                visit(Part::new(from, inwards, steps));
            }
        }
    }

    /// Adds the pieces that are reached in one direction, for each length of a move.
    #[inline(always)]
    fn reach<const DIRECTION: u8>(&self, reached: &mut [u128; 7]) {
        let passable = match self.passage {
            Passage::Blocked => !self.occupied,
            Passage::Leap => BOARD,
        };
        let stay = STAY[DIRECTION as usize][1];
        let pieces = stay & self.movers(DIRECTION);
        // The Master captures nothing by a move of 1.
        reached[1] |= shifted(pieces & !self.master, DIRECTION, 1) & self.occupied;
        let mut ahead = shifted(pieces, DIRECTION, 1);
        for squares in &mut reached[2..] {
            ahead &= passable & stay;
            if ahead == 0 {
                break;
            }
            ahead = shifted(ahead, DIRECTION, 1);
            *squares |= ahead & self.occupied;
        }
    }
}

/// Calls `visit` with every move of one piece of `seat` that captures on `target`.
#[inline]
fn each_attack(
    rules: &Maitres,
    position: &Position,
    seat: Seat,
    target: (u8, u8),
    mut visit: impl FnMut(Part),
) {
    let attackers = Attackers::of(rules, position, seat);
    attackers.attacks_from::<0>(target, &mut visit);
    attackers.attacks_from::<1>(target, &mut visit);
    attackers.attacks_from::<2>(target, &mut visit);
    attackers.attacks_from::<3>(target, &mut visit);
    attackers.attacks_from::<4>(target, &mut visit);
    attackers.attacks_from::<5>(target, &mut visit);
    attackers.attacks_from::<6>(target, &mut visit);
    attackers.attacks_from::<7>(target, &mut visit);
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
    let attackers = Attackers::of(rules, position, seat);
    let mut reached = [0; 7];
    attackers.reach::<0>(&mut reached);
    attackers.reach::<1>(&mut reached);
    attackers.reach::<2>(&mut reached);
    attackers.reach::<3>(&mut reached);
    attackers.reach::<4>(&mut reached);
    attackers.reach::<5>(&mut reached);
    attackers.reach::<6>(&mut reached);
    attackers.reach::<7>(&mut reached);
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
    let to = part.to();
    let taken = has(position.pieces(position.side().other()), to);
    // The first and the last rank have the lowest and the highest squares.
    let arrives = if position.side() == RED { to >= 72 } else { to < 9 };
    if taken || arrives { score_of_change(position, part, taken) } else { 0 }
}

/// The score of a part that captures or arrives on the last rank. Most parts do neither.
#[inline(never)]
fn score_of_change(position: &Position, part: Part, taken: bool) -> i32 {
    let (own, enemy) = (position.side(), position.side().other());
    let to = part.to();
    let taken = if !taken {
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

/// Whether a square is in a set.
#[inline]
fn has(squares: u128, square: u8) -> bool {
    (squares >> square) as u8 & 1 != 0
}
