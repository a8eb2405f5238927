//! The contents of a pack: cards and their effects.

use super::arrow::{Arrow, Arrows};
use super::pitch::Pitch;

/// The symbol in the corner of a card. It decides corners and penalties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A hand: a penalty is saved.
    Hand,
    /// A red flag: a corner from the red side is a goal.
    Red,
    /// A blue flag: a corner from the blue side is a goal.
    Blue,
}

/// The effect of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// Moves the ball by its one arrow.
    Attacker {
        /// The arrow.
        arrow: Arrow,
        /// The number of cells.
        distance: u8,
        /// The symbol in its corner.
        symbol: Symbol,
    },
    /// The goalkeeper: stops a shot and moves the ball.
    Keeper,
    /// A free kick: moves the ball ahead of an attacker.
    FreeKick,
    /// Stops a shot, but gives a corner. Its flag is red or blue.
    Corner(Symbol),
    /// A penalty, for a ball in the opponent's area.
    Penalty,
}

/// A kind of card with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackCard {
    /// The text of the card.
    pub name: String,
    /// The effect of the card.
    pub card: Card,
}

/// Arrows to choose from, all of one length: a goalkeeper or a free kick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ArrowChoice {
    pub(super) arrows: Arrows,
    pub(super) distance: u8,
}

/// The contents of a pack.
pub(super) struct Contents {
    pub(super) name: String,
    pub(super) pitch: Pitch,
    /// The number of cards of a player who is alone in his team, and of each of two players.
    pub(super) hands: [u8; 2],
    /// The kinds of cards with their counts, in any order.
    pub(super) cards: Vec<(PackCard, u8)>,
    pub(super) keeper: ArrowChoice,
    pub(super) free_kick: ArrowChoice,
}

impl Contents {
    /// The standard pack, as `standard.toml` has it. It is not read from there, because a reader of
    /// TOML was a quarter of the code of a WebAssembly module.
    pub(super) fn standard() -> Self {
        let ahead = [Arrow::North, Arrow::Left, Arrow::Right];
        let mut cards = Vec::new();
        let mut add = |name: &str, card, count| {
            cards.push((PackCard { name: name.to_owned(), card }, count));
        };
        for arrow in ahead {
            for distance in 2..=5 {
                for (symbol, letter) in
                    [(Symbol::Hand, 'h'), (Symbol::Red, 'r'), (Symbol::Blue, 'b')]
                {
                    let name = format!("{}{distance}{letter}", arrow.letter());
                    add(&name, Card::Attacker { arrow, distance, symbol }, 1);
                }
            }
        }
        add("G", Card::Keeper, 4);
        add("F", Card::FreeKick, 9);
        add("Cr", Card::Corner(Symbol::Red), 2);
        add("Cb", Card::Corner(Symbol::Blue), 2);
        add("P", Card::Penalty, 2);
        let arrows = ahead.into_iter().fold(Arrows::default(), Arrows::with);
        let (goal, area) = ((3, 4), (2, 5));
        Self {
            name: "standard".to_owned(),
            pitch: Pitch { columns: 8, rows: 14, goal, area, area_rows: 3 },
            hands: [8, 6],
            cards,
            keeper: ArrowChoice { arrows, distance: 4 },
            free_kick: ArrowChoice { arrows, distance: 3 },
        }
    }
}
