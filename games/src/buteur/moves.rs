//! Moves and their generation, from known and from hidden hands.

use super::arrow::Arrow;
use super::cards::{CardKind, KINDS, kinds_of};
use super::contents::Card;
use super::pack::Pack;
use super::pitch::{Landing, NO_CELL};
use super::position::{Clock, Phase, Position};
use super::rules::Buteur;
use crate::coded::Coded;
use crate::{GameMove, Seat};

/// The action of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveAction {
    /// Moves the ball: by an attacker or a goalkeeper, perhaps after a free kick, or by a free kick
    /// alone.
    Kick,
    /// Stops a shot with a corner card or, at the end of a half, with any card that can. Nothing
    /// moves.
    Stop,
    /// Lets a shot in.
    Concede,
    /// Throws a card away, because nothing can be played (RULING F5).
    Discard,
}

/// A move: the action, the cell and the cards.
///
/// Bits: cell 0-7, action 8-9, kind 10-16, the arrow of a goalkeeper 17-19, that of a free kick
/// 20-22, penalty 23. An arrow stands for its number + 1; RULING F8: cards of the same text are the
/// same card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

/// The kind in a move whose only card is a free kick.
const NO_KIND: u32 = 127;

impl Move {
    pub(super) fn new(action: MoveAction, cell: u8, kind: Option<CardKind>) -> Self {
        let kind = kind.map_or(NO_KIND, |kind| u32::from(kind.0));
        Self(u32::from(cell) | (action as u32) << 8 | kind << 10)
    }

    pub(super) fn kick(cell: u8, kind: CardKind) -> Self {
        Self::new(MoveAction::Kick, cell, Some(kind))
    }

    pub(super) fn with_arrow(self, arrow: Arrow) -> Self {
        Self(self.0 | (arrow as u32 + 1) << 17)
    }

    pub(super) fn with_free_kick(self, arrow: Arrow) -> Self {
        Self(self.0 | (arrow as u32 + 1) << 20)
    }

    pub(super) fn with_penalty(self) -> Self {
        Self(self.0 | 1 << 23)
    }

    /// The action.
    #[inline]
    #[must_use]
    pub fn action(self) -> MoveAction {
        match self.0 >> 8 & 3 {
            0 => MoveAction::Kick,
            1 => MoveAction::Stop,
            2 => MoveAction::Concede,
            _ => MoveAction::Discard,
        }
    }

    /// The cell on which the player first puts the ball, if any.
    #[inline]
    #[must_use]
    pub fn cell(self) -> Option<u8> {
        let cell = self.0 as u8;
        (cell != NO_CELL).then_some(cell)
    }

    /// The card played, without a free kick and a penalty card.
    #[inline]
    #[must_use]
    pub fn kind(self) -> Option<CardKind> {
        let kind = self.0 >> 10 & 127;
        (kind != NO_KIND).then_some(CardKind(kind as u8))
    }

    /// The arrow chosen for a goalkeeper.
    #[inline]
    #[must_use]
    pub fn arrow(self) -> Option<Arrow> {
        Arrow::ALL.get((self.0 >> 17 & 7).wrapping_sub(1) as usize).copied()
    }

    /// The arrow chosen for a free kick.
    #[inline]
    #[must_use]
    pub fn free_kick(self) -> Option<Arrow> {
        Arrow::ALL.get((self.0 >> 20 & 7).wrapping_sub(1) as usize).copied()
    }

    /// Whether a penalty card is added.
    #[inline]
    #[must_use]
    pub fn has_penalty(self) -> bool {
        self.0 >> 23 & 1 != 0
    }
}

impl GameMove for Move {
    #[inline]
    fn bits(self) -> u64 {
        u64::from(self.0)
    }
}

impl Coded for Move {
    fn code(self) -> u128 {
        self.0.into()
    }

    fn from_code(code: u128) -> Option<Self> {
        let mv = Self(code.try_into().ok()?);
        let known = |arrow: u32| arrow as usize <= Arrow::ALL.len();
        let sound = mv.kind().is_none_or(|kind| usize::from(kind.0) < KINDS)
            && known(mv.0 >> 17 & 7)
            && known(mv.0 >> 20 & 7);
        (sound && mv.0 >> 24 == 0).then_some(mv)
    }
}

/// The cards that the player to act can play: his cards or, if they are hidden, all cards that he
/// may hold.
struct Generator<'a> {
    pack: &'a Pack,
    position: &'a Position,
    seat: Seat,
    /// The kinds to play: all, or one of each group with the same effect.
    kinds: u64,
    /// The kinds that he holds or may hold.
    held: u64,
    /// The number of his cards.
    count: u8,
    hidden: bool,
}

/// Calls `visit` with every legal move: cell by cell, free kicks last. If the hand is hidden, these
/// are the moves that some hand of its size has.
pub(super) fn each_move(rules: &Buteur, position: &Position, visit: &mut impl FnMut(Move)) {
    let generator = Generator::new(rules, position);
    generator.generate(rules, visit);
}

/// As [`each_move`], with one attacker for all attackers with the same effect.
pub(super) fn each_group(rules: &Buteur, position: &Position, visit: &mut impl FnMut(Move)) {
    let mut generator = Generator::new(rules, position);
    generator.kinds = rules.pack.one_of_each(generator.held);
    generator.generate(rules, visit);
}

/// The kinds that are useless in a phase for every player. RULING F5: a player who holds only such
/// cards throws one away.
pub(super) fn idle_kinds(rules: &Buteur, position: &Position) -> u64 {
    let classes = rules.pack.classes();
    let useful = match position.phase {
        Phase::Kickoff => classes.attackers,
        Phase::Play | Phase::Throw => {
            let thrown = position.phase == Phase::Throw;
            let reach = rules.pack.reach(position.team(), position.ball, thrown);
            // A free kick is useful before an attacker, but then the attacker is useful, too.
            classes.attackers | if reach.free_kick_shoots { classes.free_kicks } else { 0 }
        }
        _ => classes.attackers | classes.keepers,
    };
    !useful
}

impl<'a> Generator<'a> {
    fn new(rules: &'a Buteur, position: &'a Position) -> Self {
        let hand = position.hands[rules.hand_to_act(position)];
        let held = match hand.count() {
            0 => 0,
            _ if hand.is_hidden() => position.unseen.kinds(),
            _ => hand.kinds(),
        };
        Self {
            pack: &rules.pack,
            position,
            seat: position.team(),
            kinds: held,
            held,
            count: hand.count(),
            hidden: hand.is_hidden(),
        }
    }

    fn generate(&self, rules: &Buteur, visit: &mut impl FnMut(Move)) {
        let attackers = self.kinds & self.pack.classes().attackers;
        let pitch = self.pack.pitch();
        match self.position.phase {
            Phase::Kickoff => {
                for cell in pitch.kickoff_cells(self.seat) {
                    kinds_of(attackers).for_each(|kind| visit(Move::kick(cell, kind)));
                }
            }
            Phase::Play => self.open_play(self.position.ball, NO_CELL, visit),
            Phase::Throw => {
                for cell in pitch.neighbours(self.position.ball) {
                    self.open_play(cell, cell, visit);
                }
            }
            Phase::GoalKick(side) => {
                for cell in pitch.goal_kick_cells(self.seat, side) {
                    self.attackers(cell, cell, None, visit);
                    self.keepers(cell, cell, visit);
                }
            }
            Phase::Clear => {
                for cell in pitch.area_cells(self.seat) {
                    self.attackers(cell, cell, None, visit);
                    self.keepers(cell, cell, visit);
                }
            }
            Phase::Shot => return self.answers(visit),
            Phase::CornerRed | Phase::CornerBlue | Phase::Penalty | Phase::End => return,
        }
        let idle = idle_kinds(rules, self.position);
        if self.may_hold_only(idle) {
            kinds_of(self.kinds & idle)
                .for_each(|kind| visit(Move::new(MoveAction::Discard, NO_CELL, Some(kind))));
        }
    }

    /// Whether all cards of the hand are, or may be, of the kinds in a set.
    fn may_hold_only(&self, set: u64) -> bool {
        if self.hidden {
            self.position.unseen.count_of(self.held & set) >= u32::from(self.count)
        } else {
            self.held & !set == 0
        }
    }

    /// Attackers from a cell, after a free kick if there is one.
    fn attackers(
        &self,
        from: u8,
        cell: u8,
        free_kick: Option<Arrow>,
        visit: &mut impl FnMut(Move),
    ) {
        for kind in kinds_of(self.kinds & self.pack.classes().attackers) {
            let Card::Attacker { arrow, distance, .. } = self.pack.card(kind) else { continue };
            let mv = Move::kick(cell, kind);
            let (mv, cards) = match free_kick {
                Some(arrow) => (mv.with_free_kick(arrow), 2),
                None => (mv, 1),
            };
            self.kicks(mv, cards, self.pack.landing(self.seat, arrow, distance, from), visit);
        }
    }

    fn keepers(&self, from: u8, cell: u8, visit: &mut impl FnMut(Move)) {
        let choice = self.pack.keeper();
        for kind in kinds_of(self.kinds & self.pack.classes().keepers) {
            for arrow in choice.arrows.iter() {
                let landing = self.pack.landing(self.seat, arrow, choice.distance, from);
                self.kicks(Move::kick(cell, kind).with_arrow(arrow), 1, landing, visit);
            }
        }
    }

    /// A kick and, if the ball ends in the opponent's area, the same with a penalty card.
    fn kicks(&self, mv: Move, cards: u8, landing: Landing, visit: &mut impl FnMut(Move)) {
        visit(mv);
        if let Landing::Field(cell) = landing
            && self.kinds & self.pack.classes().penalties != 0
            && self.count > cards
            && self.pack.pitch().in_area(self.seat.other(), cell)
        {
            visit(mv.with_penalty());
        }
    }

    /// Attackers, and free kicks with attackers or alone, from a cell.
    fn open_play(&self, from: u8, cell: u8, visit: &mut impl FnMut(Move)) {
        self.attackers(from, cell, None, visit);
        let pitch = self.pack.pitch();
        let in_area = pitch.in_area(self.seat, from) || pitch.in_area(self.seat.other(), from);
        if in_area || self.kinds & self.pack.classes().free_kicks == 0 {
            return;
        }
        let choice = self.pack.free_kick();
        for arrow in choice.arrows.iter() {
            match self.pack.landing(self.seat, arrow, choice.distance, from) {
                Landing::Shot(_) => {
                    visit(Move::new(MoveAction::Kick, cell, None).with_free_kick(arrow));
                }
                Landing::Field(next) if self.count >= 2 => {
                    self.attackers(next, cell, Some(arrow), visit);
                }
                _ => {}
            }
        }
    }

    /// The answers to a shot. RULING F10: a shot that ends a half is stopped by a player who can.
    fn answers(&self, visit: &mut impl FnMut(Move)) {
        let classes = self.pack.classes();
        let stop = |kind| Move::new(MoveAction::Stop, NO_CELL, Some(kind));
        let concede = Move::new(MoveAction::Concede, NO_CELL, None);
        if self.position.clock == Clock::Run {
            // RULING F6: the stop of a shot starts from the last cell before the line.
            self.keepers(self.position.ball, NO_CELL, visit);
            kinds_of(self.kinds & classes.corners).for_each(|kind| visit(stop(kind)));
            visit(concede);
        } else {
            kinds_of(self.kinds & classes.stoppers()).for_each(|kind| visit(stop(kind)));
            if self.may_hold_only(!classes.stoppers()) {
                visit(concede);
            }
        }
    }
}
