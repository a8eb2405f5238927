//! The effects of moves on the ball, the cards, the turn, the clock and the halves.

use super::cards::{CardKind, Hand};
use super::contents::{Card, Symbol};
use super::moves::{Move, MoveAction};
use super::pitch::{Landing, NO_CELL};
use super::position::{Clock, Phase, Position};
use super::rules::Buteur;
use super::teams::Teams;
use crate::Seat;

impl Buteur {
    /// The hand of the player to act.
    #[inline]
    pub(super) fn hand_to_act(&self, position: &Position) -> usize {
        self.teams().hands[position.turn as usize] as usize
    }

    /// The hand of the player after the one to act.
    #[inline]
    #[must_use]
    pub fn hand_after(&self, position: &Position) -> Hand {
        let table = self.teams();
        position.hands[table.hands[table.next(position.turn) as usize] as usize]
    }

    /// The position after a move.
    pub(super) fn after(&self, position: &Position, mv: Move) -> Position {
        let mut next = *position;
        let hand = self.hand_to_act(position);
        for kind in self.spent(mv).into_iter().flatten() {
            next.spend(hand, kind);
        }
        if mv.action() == MoveAction::Concede {
            self.concede(&mut next, position.team());
            if next.clock != Clock::Run {
                self.end_half(&mut next);
            }
            return next;
        }
        if position.phase == Phase::Shot && position.clock != Clock::Run {
            // A shot that ends a half is stopped, and nothing moves.
            self.end_half(&mut next);
            return next;
        }
        match mv.action() {
            MoveAction::Kick => self.kick(&mut next, mv),
            MoveAction::Stop => self.give_corner(&mut next, mv),
            _ => self.pass_on(&mut next),
        }
        next.turn = self.teams().next(next.turn);
        if next.clock == Clock::Last && self.drawing_hand(&next).is_none() {
            self.end_turns(&mut next);
        }
        next
    }

    fn kick(&self, next: &mut Position, mv: Move) {
        let landing = self.landing(next, mv);
        if mv.has_penalty() {
            (next.phase, next.ball) = (Phase::Penalty, NO_CELL);
            return;
        }
        (next.phase, next.ball) = match landing {
            Landing::Field(cell) => (Phase::Play, cell),
            Landing::Shot(cell) => (Phase::Shot, cell),
            Landing::Throw(cell) => (Phase::Throw, cell),
            Landing::GoalKick(side) => (Phase::GoalKick(side), NO_CELL),
        };
    }

    /// The cards that a move takes from the hand.
    pub(super) fn spent(&self, mv: Move) -> [Option<CardKind>; 3] {
        let classes = self.pack.classes();
        [
            mv.kind(),
            mv.free_kick().map(|_| first_kind(classes.free_kicks)),
            mv.has_penalty().then(|| first_kind(classes.penalties)),
        ]
    }

    /// The effect of a kick.
    #[must_use]
    pub fn landing(&self, position: &Position, mv: Move) -> Landing {
        let fly = |from, arrow, distance| match from {
            Landing::Field(cell) => self.pack.landing(position.team(), arrow, distance, cell),
            gone => gone,
        };
        let mut landing = Landing::Field(mv.cell().unwrap_or(position.ball));
        if let Some(arrow) = mv.free_kick() {
            landing = fly(landing, arrow, self.pack.free_kick().distance);
        }
        match (mv.kind().map(|kind| self.pack.card(kind)), mv.arrow()) {
            (Some(Card::Attacker { arrow, distance, .. }), _) => fly(landing, arrow, distance),
            (_, Some(arrow)) => fly(landing, arrow, self.pack.keeper().distance),
            _ => landing,
        }
    }

    fn give_corner(&self, next: &mut Position, mv: Move) {
        let flag = mv.kind().map(|kind| self.pack.card(kind));
        next.phase = match flag {
            Some(Card::Corner(Symbol::Red)) => Phase::CornerRed,
            _ => Phase::CornerBlue,
        };
        next.ball = NO_CELL;
    }

    /// RULING F5: after a player has thrown a card away, the next player kicks off, or plays the
    /// ball where it lies.
    fn pass_on(&self, next: &mut Position) {
        let (seat, pitch) = (next.team(), self.pack.pitch());
        let ball = match next.phase {
            Phase::Kickoff => return,
            Phase::GoalKick(side) => pitch.beside_area(seat, side),
            Phase::Clear => pitch.area_middle(seat),
            _ => next.ball,
        };
        (next.phase, next.ball) = (Phase::Play, ball);
    }

    /// A goal against a team, which kicks off.
    pub(super) fn concede(&self, next: &mut Position, seat: Seat) {
        let goals = &mut next.score[seat.other().index()];
        *goals = goals.saturating_add(1);
        (next.phase, next.ball) = (Phase::Kickoff, NO_CELL);
    }

    /// The first hand that is short of cards while there is a stock.
    #[inline]
    pub(super) fn drawing_hand(&self, position: &Position) -> Option<usize> {
        if position.phase == Phase::End || position.stock() == 0 {
            return None;
        }
        (0..self.players as usize).find(|&hand| position.hands[hand].count() < self.hand_size(hand))
    }

    /// The number of cards of a full hand.
    #[inline]
    pub(super) fn hand_size(&self, hand: usize) -> u8 {
        self.pack.hand_size(self.players, hand)
    }

    /// Ends the turns of a half. Its last shot or penalty may still be open.
    pub(super) fn end_turns(&self, next: &mut Position) {
        next.clock = Clock::Over;
        if !matches!(next.phase, Phase::Shot | Phase::Penalty) {
            self.end_half(next);
        }
    }

    /// Half-time, or the end of the match. RULING F3: the teams keep their directions.
    pub(super) fn end_half(&self, next: &mut Position) {
        next.ball = NO_CELL;
        if next.half == 2 {
            (next.phase, next.clock, next.turn) = (Phase::End, Clock::Over, 0);
            return;
        }
        for (kind, count) in next.discards(&self.pack).iter() {
            (0..count).for_each(|_| next.unseen.add(kind));
        }
        (next.half, next.phase, next.clock) = (2, Phase::Kickoff, Clock::Run);
        next.turn = Teams::first(next.kicker.other());
    }

    pub(super) fn teams(&self) -> &'static Teams {
        Teams::of(self.players)
    }
}

/// The only kind in a set.
fn first_kind(set: u64) -> super::CardKind {
    super::CardKind(set.trailing_zeros() as u8)
}
