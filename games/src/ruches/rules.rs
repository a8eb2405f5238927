//! The rules as data and as a [`Game`].

use std::cmp::Ordering;

use super::board::{A, B, FORWARD, HOME, neighbour, opposite, shifted};
use super::moves::{Move, squares};
use super::position::{Position, Stage, value_of};
use crate::{Actor, DrawRules, Game, Key, Outcome, Perfect, Seat, without_chance};

/// RULING R3: how the tokens come onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// The players place them in turn.
    Alternate,
    /// The tokens stand in order.
    Ordered,
}

/// RULING R4: the penalty for a player who could have captured and made a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omit {
    /// The other player may take off one of the tokens that could have captured.
    Huff,
    /// The other player may take off one of his own tokens that could have been captured.
    Withdraw,
    /// Nothing.
    Free,
}

/// RULING R5: how a token may capture a smaller one that has moved in front of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// Take it off the board without moving.
    Remove,
    /// Only jump over it.
    Jump,
}

/// Bataille de ruches with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruches {
    /// Option `setup`.
    pub setup: Setup,
    /// Option `omit`.
    pub omit: Omit,
    /// Option `contact`.
    pub contact: Contact,
}

/// The squares of the ordered setup, numbers 0 to 9 of A and of B.
const ORDERED: [[u8; 10]; 2] =
    [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [30, 29, 28, 27, 26, 25, 24, 23, 22, 21]];

impl Ruches {
    /// Whether the side to act may remove the other side's token on a square, which moved last.
    #[inline]
    pub(super) fn is_removable(&self, position: &Position, square: u8) -> bool {
        self.contact == Contact::Remove && position.removers(square) != 0
    }

    /// The seat whose tokens can be liable when `side` is to act.
    #[inline]
    pub(super) fn liable_seat(&self, side: Seat) -> Seat {
        if self.omit == Omit::Withdraw { side } else { side.other() }
    }

    /// The tokens that are liable after a step instead of a capture or removal.
    #[inline]
    pub(super) fn liable_after(&self, before: &Position, from: u8, to: u8) -> u32 {
        match self.omit {
            Omit::Huff => {
                let removers = before.removable().map_or(0, |square| before.removers(square));
                let able = before.captors(before.side()) | removers;
                able & !(1 << from) | (able >> from & 1) << to
            }
            Omit::Withdraw => {
                let mut taken = before.removable().map_or(0, |square| 1 << square);
                before.each_capture(&mut |mv| {
                    mv.captured().for_each(|square| taken |= 1u32 << square);
                });
                taken
            }
            Omit::Free => 0,
        }
    }

    /// Who wins by points.
    fn outcome(position: &Position) -> Outcome {
        let (a, b) = (position.points(A), position.points(B));
        match a.cmp(&b) {
            Ordering::Greater => Outcome::win(A),
            Ordering::Less => Outcome::win(B),
            Ordering::Equal => Outcome::draw(2),
        }
    }

    /// Calls `visit` with every placement: by number, then by square.
    fn each_placement(position: &Position, mut visit: impl FnMut(Move)) {
        let side = position.side();
        for number in squares(0x3FF & !u32::from(position.numbers(side))) {
            for square in squares(HOME[side.index()] & position.free()) {
                visit(Move::place(number, square));
            }
        }
    }
}

impl Game for Ruches {
    type Position = Position;
    type Move = Move;
    type Information = Perfect;

    without_chance!();

    /// RULING R8: the game always ends.
    fn draw_rules(&self) -> DrawRules {
        DrawRules::default()
    }

    fn start(&self) -> Position {
        match self.setup {
            Setup::Alternate => Position::empty(Stage::Place, A),
            Setup::Ordered => {
                let mut position = Position::empty(Stage::Play, A);
                for seat in [A, B] {
                    for (number, square) in (0..).zip(ORDERED[seat.index()]) {
                        position.toggle(seat, value_of(number), square);
                    }
                }
                position
            }
        }
    }

    #[inline]
    fn actor(&self, position: &Position) -> Actor {
        if position.is_over() {
            Actor::Over(Self::outcome(position))
        } else {
            Actor::Seat(position.side())
        }
    }

    #[inline]
    fn mover(&self, position: &Position) -> Seat {
        position.side()
    }

    /// Captures first, then removal, huffs or withdrawals, steps.
    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if position.phase() == Stage::Place {
            return Self::each_placement(position, visit);
        }
        let mut any = false;
        let mut found = |mv| {
            any = true;
            visit(mv);
        };
        position.each_capture(&mut found);
        position.removable().into_iter().for_each(|square| found(Move::remove(square)));
        squares(position.liable()).for_each(|square| found(Move::huff(square)));
        let (side, free) = (position.side(), position.free());
        for direction in FORWARD[side.index()] {
            let targets = shifted(position.tokens(side), direction) & free;
            for to in squares(targets) {
                found(Move::step(neighbour(to, opposite(direction)), to));
            }
        }
        // RULING R6.
        if !any {
            visit(Move::PASS);
        }
    }

    fn count_moves(&self, position: &Position) -> u64 {
        if matches!(self.actor(position), Actor::Over(_)) {
            return 0;
        }
        let side = position.side();
        if position.phase() == Stage::Place {
            let left = 10 - u64::from(position.tokens(side).count_ones());
            return left * left;
        }
        let (own, free) = (position.tokens(side), position.free());
        let steps = |direction: u8| (shifted(own, direction) & free).count_ones();
        let [left, right] = FORWARD[side.index()];
        let marked = position.liable().count_ones() + u32::from(position.removable().is_some());
        let mut count = u64::from(steps(left) + steps(right) + marked);
        position.each_capture(&mut |_| count += 1);
        // RULING R6: with nothing else to do a pass, unless the game is over.
        if count == 0 { u64::from(!position.is_over()) } else { count }
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.after(self, mv)
    }

    #[inline]
    fn key(&self, position: &Position) -> Key {
        position.key()
    }
}
