//! Positions: phase, turn, ball, score, clock, hands, and the cards that are not seen.

use super::cards::{CardKind, Cards, Hand};
use super::pack::Pack;
use super::pitch::Side;
use super::teams::{MOST_PLAYERS, Teams};
use crate::{Key, Seat};

/// The task of the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Kick off from beside the centre spot.
    Kickoff,
    /// Play the ball from where it lies.
    Play,
    /// Throw the ball in, one cell far, and play it.
    Throw,
    /// Kick from beside the own penalty area, on this side.
    GoalKick(Side),
    /// Kick from anywhere in the own penalty area.
    Clear,
    /// Stop a shot, or let it in.
    Shot,
    /// Chance: a card is cut for a corner from the red side.
    CornerRed,
    /// Chance: a card is cut for a corner from the blue side.
    CornerBlue,
    /// Chance: a card is cut for a penalty.
    Penalty,
    /// The match is over.
    End,
}

impl Phase {
    /// Whether a card is to be cut.
    #[inline]
    #[must_use]
    pub const fn is_cut(self) -> bool {
        matches!(self, Self::CornerRed | Self::CornerBlue | Self::Penalty)
    }
}

/// The state of a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// The half is running.
    Run,
    /// The next action is the last of the half.
    Last,
    /// Only the answer to a last shot or penalty remains.
    Over,
}

/// A position of Buteur: with all cards known, or as one player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// In the order R1, R2, B1, B2 of those who play.
    pub(super) hands: [Hand; MOST_PLAYERS],
    /// The stock and the cards of hidden hands. All other cards are in known hands or discarded.
    pub(super) unseen: Cards,
    pub(super) score: [u16; 2],
    pub(super) phase: Phase,
    /// The number of the turn in the round.
    pub(super) turn: u8,
    pub(super) ball: u8,
    pub(super) half: u8,
    pub(super) clock: Clock,
    /// The team that kicked off the match.
    pub(super) kicker: Seat,
}

impl Position {
    /// The task of the player to act.
    #[inline]
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The cell of the ball in the phases play, throw and shot; else [`super::NO_CELL`].
    #[inline]
    #[must_use]
    pub fn ball(&self) -> u8 {
        self.ball
    }

    /// The half, 1 or 2.
    #[inline]
    #[must_use]
    pub fn half(&self) -> u8 {
        self.half
    }

    /// The goals of a team.
    #[inline]
    #[must_use]
    pub fn goals(&self, seat: Seat) -> u16 {
        self.score[seat.index()]
    }

    /// The state of the half.
    #[inline]
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// The team whose turn it is.
    #[inline]
    #[must_use]
    pub fn team(&self) -> Seat {
        Teams::seat(self.turn)
    }

    /// The cards of a hand, numbered in the order R1, R2, B1, B2 of those who play.
    #[inline]
    #[must_use]
    pub fn hand(&self, hand: usize) -> Hand {
        self.hands[hand]
    }

    /// The stock and the cards of hidden hands, by kind.
    #[inline]
    #[must_use]
    pub fn unseen(&self) -> &Cards {
        &self.unseen
    }

    /// The cards of the stock.
    #[inline]
    #[must_use]
    pub fn stock(&self) -> u8 {
        let hidden = |hand: &Hand| if hand.is_hidden() { hand.count() } else { 0 };
        self.unseen.total() - self.hands.iter().map(hidden).sum::<u8>()
    }

    /// The cards that have been played in this half.
    #[must_use]
    pub fn discards(&self, pack: &Pack) -> Cards {
        let mut cards = *pack.all();
        for (kind, count) in self.unseen.iter() {
            (0..count).for_each(|_| cards.remove(kind));
        }
        self.hands.iter().flat_map(|hand| hand.cards()).for_each(|kind| cards.remove(kind));
        cards
    }

    /// Moves a card from a hand to the discards.
    #[inline]
    pub(super) fn spend(&mut self, hand: usize, kind: CardKind) {
        if self.hands[hand].is_hidden() {
            self.unseen.remove(kind);
        }
        self.hands[hand] = self.hands[hand].without(kind);
    }

    /// Hides the cards of a hand.
    pub(super) fn hide(&mut self, hand: usize) {
        let cards = self.hands[hand];
        if !cards.is_hidden() {
            cards.cards().for_each(|kind| self.unseen.add(kind));
            self.hands[hand] = Hand::hidden(cards.count());
        }
    }

    /// The key: a hash of all fields of the position.
    #[inline]
    pub(super) fn key(&self) -> Key {
        let mut hash = Hash(0);
        self.hands.iter().for_each(|hand| hash.mix(hand.word()));
        self.unseen.words().for_each(|word| hash.mix(word));
        let phase = match self.phase {
            Phase::Kickoff => 0,
            Phase::Play => 1,
            Phase::Throw => 2,
            Phase::GoalKick(Side::Left) => 3,
            Phase::GoalKick(Side::Right) => 4,
            Phase::Clear => 5,
            Phase::Shot => 6,
            Phase::CornerRed => 7,
            Phase::CornerBlue => 8,
            Phase::Penalty => 9,
            Phase::End => 10,
        };
        let bytes =
            [phase, self.turn, self.ball, self.half, self.clock as u8, self.kicker.number(), 0, 0];
        hash.mix(u64::from_le_bytes(bytes));
        hash.mix(u64::from(self.score[0]) << 16 | u64::from(self.score[1]));
        Key(hash.0)
    }
}

/// A hash of words: each is multiplied, folded and added.
struct Hash(u64);

impl Hash {
    #[inline]
    fn mix(&mut self, word: u64) {
        let product =
            u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD1B5_4A32_D192_ED03_u128;
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(word.rotate_left(32));
    }
}
