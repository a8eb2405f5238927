//! The end of the match with the next move, and promising moves.

use super::moves::{Move, MoveAction};
use super::pitch::Landing;
use super::position::{Clock, Phase, Position};
use super::rules::Buteur;
use crate::{Game, Noisiness, Tactics};

impl Tactics for Buteur {
    const TACTICAL: bool = true;

    /// A shot is answered before a position is evaluated.
    #[inline]
    fn noisiness(&self, position: &Position) -> Noisiness {
        if position.phase == Phase::Shot { Noisiness::Forced } else { Noisiness::Quiet }
    }

    /// The answer to the last shot of the match ends it.
    #[inline]
    fn wins_now(&self, position: &Position) -> bool {
        let open = position.half == 2 && position.phase == Phase::Shot;
        if !open || position.clock == Clock::Run || self.drawing_hand(position).is_some() {
            return false;
        }
        let team = position.team();
        let (own, other) = (position.goals(team), position.goals(team.other()));
        let mut wins = false;
        self.each_move(position, |mv| {
            wins |= own > other.saturating_add(u16::from(mv.action() == MoveAction::Concede));
        });
        wins
    }

    fn winning_weight(&self, position: &Position) -> u32 {
        let mut weight = 0;
        // The draw that leaves three cards or fewer turns the clock.
        let open = position.half == 2 && position.phase == Phase::Shot;
        if open && position.stock() <= Self::LAST_STOCK + 1 {
            self.each_event(position, |event, count| {
                if self.wins_now(&self.apply_event(position, event)) {
                    weight += count;
                }
            });
        }
        weight
    }

    /// Penalties, shots and stops come first; then moves by the distance of the ball from the goal.
    #[inline]
    fn move_score(&self, position: &Position, mv: Move) -> i32 {
        match mv.action() {
            MoveAction::Concede | MoveAction::Discard => 0,
            MoveAction::Stop => 300,
            MoveAction::Kick if mv.has_penalty() => 1000,
            MoveAction::Kick => {
                let team = position.team();
                let pitch = self.pack.pitch();
                match self.landing(position, mv) {
                    Landing::Shot(_) => 500,
                    Landing::Field(cell) => i32::from(pitch.row_from(team, pitch.row(cell))),
                    Landing::GoalKick(_) | Landing::Throw(_) => 0,
                }
            }
        }
    }

    /// A greedy choice: it shoots if it can, stops every shot that it can, and otherwise brings the
    /// ball as near to the goal as it can.
    fn merit(&self, position: &Position, mv: Move) -> i32 {
        let (pitch, seat) = (self.pack.pitch(), position.team());
        match mv.action() {
            MoveAction::Stop => 900,
            MoveAction::Concede | MoveAction::Discard => -1000,
            MoveAction::Kick => match self.landing(position, mv) {
                Landing::Shot(_) => 1000,
                Landing::Field(cell) => {
                    let ahead = pitch.rows - pitch.row_from(seat, pitch.row(cell));
                    let column = pitch.column(cell);
                    let (left, right) = pitch.goal;
                    let aside = left.saturating_sub(column).max(column.saturating_sub(right));
                    -i32::from(ahead.max(aside))
                }
                Landing::Throw(_) | Landing::GoalKick(_) => -100,
            },
        }
    }
}
