//! The rules as data and as a [`Game`].

use std::sync::Arc;

use super::cards::{CardKind, Hand, KINDS};
use super::moves::{Move, each_move};
use super::pack::Pack;
use super::pitch::NO_CELL;
use super::position::{Clock, Phase, Position};
use super::teams::{BLUE, MOST_PLAYERS, RED, team_of};
use crate::coded::Coded;
use crate::{Actor, DrawRules, Game, Imperfect, Key, Outcome, Seat};

/// Buteur with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buteur {
    /// Option `players`: 2, 3 or 4.
    pub players: u8,
    /// Option `pack`: the pitch and the pack in force.
    pub pack: Arc<Pack>,
}

/// A chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// A card is drawn.
    Draw(CardKind),
    /// A card is drawn to a hidden hand.
    DrawUnseen,
    /// A card is cut.
    Cut(CardKind),
}

impl Coded for Event {
    fn code(self) -> u128 {
        match self {
            Self::DrawUnseen => 0,
            Self::Draw(kind) => 1 << 8 | u128::from(kind.0),
            Self::Cut(kind) => 2 << 8 | u128::from(kind.0),
        }
    }

    fn from_code(code: u128) -> Option<Self> {
        let kind = CardKind((code & 0xFF) as u8);
        match code >> 8 {
            0 if code == 0 => Some(Self::DrawUnseen),
            1 if usize::from(kind.0) < KINDS => Some(Self::Draw(kind)),
            2 if usize::from(kind.0) < KINDS => Some(Self::Cut(kind)),
            _ => None,
        }
    }
}

impl Buteur {
    /// With this number of cards in the stock, or fewer, the half is at its last turn.
    pub const LAST_STOCK: u8 = 3;

    /// The team of a hand.
    #[inline]
    #[must_use]
    pub fn team_of(&self, hand: usize) -> Seat {
        team_of(self.players, hand)
    }
}

impl Game for Buteur {
    type Position = Position;
    type Move = Move;
    type Event = Event;
    type Information = Imperfect;

    const CHANCE: bool = true;

    fn draw_rules(&self) -> DrawRules {
        DrawRules::default()
    }

    fn start(&self) -> Position {
        Position {
            hands: [Hand::EMPTY; MOST_PLAYERS],
            unseen: *self.pack.all(),
            score: [0; 2],
            phase: Phase::Kickoff,
            turn: 0,
            ball: NO_CELL,
            half: 1,
            clock: Clock::Run,
            kicker: RED,
        }
    }

    #[inline]
    fn actor(&self, position: &Position) -> Actor {
        if position.phase == Phase::End {
            let [red, blue] = position.score;
            return Actor::Over(match red.cmp(&blue) {
                std::cmp::Ordering::Greater => Outcome::win(RED),
                std::cmp::Ordering::Less => Outcome::win(BLUE),
                std::cmp::Ordering::Equal => Outcome::draw(2),
            });
        }
        if position.phase.is_cut() || self.drawing_hand(position).is_some() {
            Actor::Chance
        } else {
            Actor::Seat(position.team())
        }
    }

    #[inline]
    fn mover(&self, position: &Position) -> Seat {
        position.team()
    }

    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        each_move(self, position, &mut visit);
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        self.after(position, mv)
    }

    #[inline]
    fn each_event(&self, position: &Position, visit: impl FnMut(Event, u32)) {
        self.each_draw(position, visit);
    }

    #[inline]
    fn total_weight(&self, position: &Position) -> u32 {
        self.draw_total(position)
    }

    #[inline]
    fn apply_event(&self, position: &Position, event: Event) -> Position {
        self.after_event(position, event)
    }

    #[inline]
    fn key(&self, position: &Position) -> Key {
        position.key()
    }
}
