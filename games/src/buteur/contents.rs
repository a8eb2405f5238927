//! What a pack is made of: cards and what they do.

use super::arrow::{Arrow, Arrows};
use super::pitch::Pitch;

/// The sign in the corner of a card, which decides corners and penalties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A hand: a penalty is saved.
    Hand,
    /// A red flag: a corner from the red side is a goal.
    Red,
    /// A blue flag: a corner from the blue side is a goal.
    Blue,
}

/// What a card does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// Moves the ball by its one arrow.
    Attacker {
        /// The arrow.
        arrow: Arrow,
        /// How many cells.
        distance: u8,
        /// The sign in its corner.
        symbol: Symbol,
    },
    /// The goalkeeper: stops a shot and moves the ball.
    Keeper,
    /// A free kick: moves the ball ahead of an attacker.
    FreeKick,
    /// Stops a shot at the price of a corner; its flag is red or blue.
    Corner(Symbol),
    /// A penalty, for a ball in the opponent's area.
    Penalty,
}

/// A kind of card with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackCard {
    /// The text of the card.
    pub name: String,
    /// What it does.
    pub card: Card,
}

/// Arrows to choose from, all of one length: a goalkeeper or a free kick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ArrowChoice {
    pub(super) arrows: Arrows,
    pub(super) distance: u8,
}

/// What a pack is made of.
pub(super) struct Contents {
    pub(super) name: String,
    pub(super) pitch: Pitch,
    /// Cards of a player alone in his team, and of each of two.
    pub(super) hands: [u8; 2],
    /// The kinds of cards with their counts, in any order.
    pub(super) cards: Vec<(PackCard, u8)>,
    pub(super) keeper: ArrowChoice,
    pub(super) free_kick: ArrowChoice,
}
