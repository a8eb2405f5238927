//! The rules as data and as a [`Game`].

use super::moves::{Ball, Move, count_moves, each_move, is_legal};
use super::position::Position;
use super::scoring::can_score;
use crate::{Actor, DrawRules, Game, Key, Outcome, Perfect, Seat, Tactics, without_chance};

/// Master Bénédictine with its options. RULING B7: "the loser begins the next game" concerns
/// matches, not positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Benedictine {
    /// RULING B6: `repetition=3` and `plies=300` by default, both draws.
    pub draws: DrawRules,
}

impl Game for Benedictine {
    type Position = Position;
    type Move = Move;
    type Information = Perfect;

    without_chance!();

    fn draw_rules(&self) -> DrawRules {
        self.draws
    }

    fn start(&self) -> Position {
        Position::start()
    }

    /// RULING B5, a player without a legal move loses, needs no code: with five bottles a side
    /// there always is one, which the test `b5_a_player_always_has_a_move` proves over all
    /// placements.
    #[inline]
    fn actor(&self, position: &Position) -> Actor {
        if position.is_over() {
            Actor::Over(Outcome::win(position.side().other()))
        } else {
            Actor::Seat(position.side())
        }
    }

    #[inline]
    fn mover(&self, position: &Position) -> Seat {
        position.side()
    }

    #[inline]
    fn each_move(&self, position: &Position, visit: impl FnMut(Move)) {
        each_move(position, visit);
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        is_legal(position, mv)
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        if position.is_over() { 0 } else { count_moves(position) }
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.after(mv)
    }

    #[inline]
    fn key(&self, position: &Position) -> Key {
        position.key()
    }

    #[inline]
    fn key_after(&self, position: &Position, mv: Move) -> Key {
        position.key_after(mv)
    }
}

impl Tactics for Benedictine {
    #[inline]
    fn wins_now(&self, position: &Position) -> bool {
        can_score(position, position.side())
    }

    #[inline]
    fn is_threatened(&self, position: &Position) -> bool {
        can_score(position, position.side().other())
    }

    /// Only goals are promising: other destinations of the ball do not show which move is better.
    #[inline]
    fn move_score(&self, _: &Position, mv: Move) -> i32 {
        if mv.ball() == Ball::Goal { 1000 } else { 0 }
    }
}
