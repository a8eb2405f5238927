//! The pitch and the pack in force, as data.

use std::sync::{Arc, LazyLock};

use super::arrow::Arrow;
use super::cards::{CardKind, Cards, KINDS, kinds_of};
use super::contents::{ArrowChoice, Card, Contents, PackCard, Symbol};
use super::pack_file;
use super::pitch::{Kicks, Landing, Pitch};
use super::reach::{Reach, Reaches};
use super::teams::is_alone;
use crate::{ParseError, Seat, sort_by_number};

/// The kinds of cards by their effects, as sets of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    /// Attackers.
    pub attackers: u64,
    /// Goalkeepers.
    pub keepers: u64,
    /// Free kicks.
    pub free_kicks: u64,
    /// Corner cards.
    pub corners: u64,
    /// Penalty cards.
    pub penalties: u64,
    /// Attackers with a hand.
    pub hand: u64,
    /// Attackers and corner cards with a red flag.
    pub red: u64,
    /// Attackers and corner cards with a blue flag.
    pub blue: u64,
}

/// A pitch and a pack (RULING F1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    name: String,
    pitch: Pitch,
    hands: [u8; 2],
    cards: Vec<PackCard>,
    all: Cards,
    classes: Classes,
    keeper: ArrowChoice,
    free_kick: ArrowChoice,
    kicks: Kicks,
    reaches: Reaches,
    attacker_groups: [u64; 8],
    /// For each kind: the kinds with the same effect, including itself.
    alike: Vec<u64>,
}

static STANDARD: LazyLock<Arc<Pack>> = LazyLock::new(|| Arc::new(Pack::new(Contents::standard())));

impl Pack {
    /// The name of the compiled-in pack.
    pub const STANDARD: &'static str = "standard";
    /// The name of this resource in [`Resources`](crate::Resources).
    pub const KIND: &'static str = "pack";

    /// The compiled-in pack.
    #[must_use]
    pub fn standard() -> Arc<Self> {
        STANDARD.clone()
    }

    /// Reads the text of a pack file.
    ///
    /// # Errors
    /// If the text is not a complete pack; the error names the line.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let pack = Self::new(pack_file::read(text)?);
        if pack.name == Self::STANDARD {
            let expected = "another name than that of the compiled-in pack";
            return Err(ParseError::new("name", &pack.name, expected));
        }
        Ok(pack)
    }

    pub(super) fn new(mut contents: Contents) -> Self {
        // The order of texts, in which hands are written.
        let mut names: Vec<_> = contents.cards.iter().map(|(card, _)| card.name.clone()).collect();
        names.sort();
        let place = |name: &String| names.iter().position(|known| known == name).unwrap_or(0);
        sort_by_number(&mut contents.cards, |(card, _)| place(&card.name) as i64);
        let mut all = Cards::NONE;
        let mut classes = Classes::default();
        let mut cards = Vec::new();
        for (kind, (card, count)) in (0..).map(CardKind).zip(contents.cards) {
            classes.add(kind, card.card);
            (0..count).for_each(|_| all.add(kind));
            cards.push(card);
        }
        debug_assert!(cards.len() <= KINDS);
        let kicks = Kicks::new(&contents.pitch);
        let attacker_groups = attacker_groups(&cards);
        let alike = cards.iter().map(|card| alike(&cards, card.card)).collect();
        let reaches = Reaches::new(&contents.pitch, &kicks, &cards, contents.free_kick);
        let Contents { name, pitch, hands, keeper, free_kick, .. } = contents;
        Self {
            name,
            pitch,
            hands,
            cards,
            all,
            classes,
            keeper,
            free_kick,
            kicks,
            reaches,
            attacker_groups,
            alike,
        }
    }

    /// The name in position texts.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The pitch.
    #[inline]
    #[must_use]
    pub fn pitch(&self) -> &Pitch {
        &self.pitch
    }

    /// The kinds of cards, in the order of their texts.
    #[must_use]
    pub fn cards(&self) -> &[PackCard] {
        &self.cards
    }

    /// The effect of a kind of card.
    #[inline]
    #[must_use]
    pub fn card(&self, kind: CardKind) -> Card {
        self.cards[kind.index()].card
    }

    /// The number of cards of each kind.
    #[inline]
    #[must_use]
    pub fn all(&self) -> &Cards {
        &self.all
    }

    /// The text of a kind of card.
    #[must_use]
    pub fn card_name(&self, kind: CardKind) -> &str {
        &self.cards[kind.index()].name
    }

    /// The kind of a card's text.
    pub(super) fn kind_named(&self, name: &str) -> Option<CardKind> {
        (0..)
            .map(CardKind)
            .zip(&self.cards)
            .find(|(_, card)| card.name == name)
            .map(|(kind, _)| kind)
    }

    /// The number of cards in a player's full hand.
    #[inline]
    #[must_use]
    pub fn hand_size(&self, players: u8, hand: usize) -> u8 {
        self.hands[usize::from(!is_alone(players, hand))]
    }

    /// The effects of attackers for a team from a cell, played from there or thrown in from there.
    #[inline]
    #[must_use]
    pub fn reach(&self, seat: Seat, cell: u8, thrown: bool) -> Reach {
        self.reaches.from(seat, cell, thrown)
    }

    /// Attackers by kind of arrow and distance, as sets of bits: straight or sideways of 2 (or
    /// less), 3, 4 and 5 (or more), diagonal of the same.
    #[inline]
    #[must_use]
    pub fn attacker_groups(&self) -> &[u64; 8] {
        &self.attacker_groups
    }

    /// The kinds that move the ball like a given kind: they differ only in their symbols.
    #[inline]
    pub(super) fn alike(&self, kind: CardKind) -> u64 {
        self.alike[kind.index()]
    }

    /// One kind of each group with the same effect, of the kinds in a set.
    pub(super) fn one_of_each(&self, kinds: u64) -> u64 {
        let is_first =
            |kind: &CardKind| (kinds & self.alike(*kind)).trailing_zeros() == u32::from(kind.0);
        kinds_of(kinds).filter(is_first).fold(0, |set, kind| set | kind.bit())
    }

    /// The kinds of cards by their effects.
    #[inline]
    #[must_use]
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    #[inline]
    pub(super) fn keeper(&self) -> ArrowChoice {
        self.keeper
    }

    #[inline]
    pub(super) fn free_kick(&self) -> ArrowChoice {
        self.free_kick
    }

    /// The end of a kick by a team from a cell.
    #[inline]
    #[must_use]
    pub fn landing(&self, seat: Seat, arrow: Arrow, distance: u8, from: u8) -> Landing {
        self.kicks.landing(seat, arrow, distance, from)
    }
}

impl Classes {
    fn add(&mut self, kind: CardKind, card: Card) {
        let bit = kind.bit();
        let (class, symbol) = match card {
            Card::Attacker { symbol, .. } => (&mut self.attackers, Some(symbol)),
            Card::Keeper => (&mut self.keepers, None),
            Card::FreeKick => (&mut self.free_kicks, None),
            Card::Corner(flag) => (&mut self.corners, Some(flag)),
            Card::Penalty => (&mut self.penalties, None),
        };
        *class |= bit;
        match symbol {
            Some(Symbol::Hand) => self.hand |= bit,
            Some(Symbol::Red) => self.red |= bit,
            Some(Symbol::Blue) => self.blue |= bit,
            None => {}
        }
    }

    /// Cards that stop a shot.
    #[inline]
    #[must_use]
    pub fn stoppers(&self) -> u64 {
        self.keepers | self.corners
    }
}

fn attacker_groups(cards: &[PackCard]) -> [u64; 8] {
    let mut groups = [0; 8];
    for (kind, card) in (0..).map(CardKind).zip(cards) {
        if let Card::Attacker { arrow, distance, .. } = card.card {
            let diagonal = matches!(arrow, Arrow::Left | Arrow::Right);
            groups[4 * usize::from(diagonal) + usize::from(distance.clamp(2, 5) - 2)] |= kind.bit();
        }
    }
    groups
}

fn alike(cards: &[PackCard], one: Card) -> u64 {
    let same = |other: Card| match (one, other) {
        (
            Card::Attacker { arrow, distance, .. },
            Card::Attacker { arrow: other, distance: far, .. },
        ) => arrow == other && distance == far,
        _ => one == other,
    };
    let kinds = (0..).map(CardKind).zip(cards).filter(|(_, card)| same(card.card));
    kinds.fold(0, |set, (kind, _)| set | kind.bit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_pack_is_that_of_its_file() {
        let contents = pack_file::read(include_str!("standard.toml")).expect("a pack");
        assert_eq!(Pack::new(contents), *Pack::standard());
    }
}
