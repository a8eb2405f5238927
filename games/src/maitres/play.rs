//! The rules as a [`Game`].

use super::board::{BROWN, RED};
use super::generate::{count_moves, each_move, is_legal};
use super::moves::Move;
use super::position::{NO_MASTER, Position};
use super::rules::{Die, Maitres, Variant};
use crate::{Actor, DrawRules, Game, Key, Outcome, Perfect, Seat};

impl Game for Maitres {
    type Position = Position;
    type Move = Move;
    type Event = Die;
    type Information = Perfect;

    const CHANCE: bool = true;

    fn draw_rules(&self) -> DrawRules {
        DrawRules { repetition: 0, plies: self.plies }
    }

    fn start(&self) -> Position {
        Position::start(self.variant)
    }

    #[inline]
    fn actor(&self, position: &Position) -> Actor {
        for seat in [RED, BROWN] {
            let lost = match self.variant {
                Variant::Master => position.master(seat) == NO_MASTER,
                Variant::Annihilation => position.pieces(seat) == 0,
            };
            if lost {
                return Actor::Over(Outcome::win(seat.other()));
            }
        }
        if position.die() == 0 { Actor::Chance } else { Actor::Seat(position.side()) }
    }

    #[inline]
    fn mover(&self, position: &Position) -> Seat {
        position.side()
    }

    #[inline]
    fn each_move(&self, position: &Position, visit: impl FnMut(Move)) {
        each_move(self, position, visit);
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        is_legal(self, position, mv)
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        count_moves(self, position)
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.after(mv)
    }

    #[inline]
    fn each_event(&self, _: &Position, mut visit: impl FnMut(Die, u32)) {
        for die in 1..=6 {
            visit(Die(die), 1);
        }
    }

    #[inline]
    fn total_weight(&self, _: &Position) -> u32 {
        6
    }

    #[inline]
    fn apply_event(&self, position: &Position, event: Die) -> Position {
        position.rolled(event.0)
    }

    #[inline]
    fn key(&self, position: &Position) -> Key {
        position.key()
    }
}
