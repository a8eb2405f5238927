//! Cards, counted by kind: hands and counts.

/// The most kinds of cards that a pack can have.
pub const KINDS: usize = 64;

/// A kind of card: its number in the pack, in the order of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardKind(pub u8);

impl CardKind {
    /// The kind's number, for indexing.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize % KINDS
    }

    /// The set of this kind alone.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << self.index()
    }
}

/// The kinds in a set, in order.
#[inline]
pub(super) fn kinds_of(set: u64) -> impl Iterator<Item = CardKind> {
    crate::Bits(set).map(CardKind)
}

/// The cards of one player: up to eight, or only their number if they are hidden.
///
/// Known cards take a byte each, kind + 1, in order from the low end. If the top bit is set, the
/// hand is hidden, and the rest is the number of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

const HIDDEN: u64 = 1 << 63;

impl Hand {
    /// The most cards of a hand.
    pub const MOST: u8 = 8;

    /// No cards, openly.
    pub const EMPTY: Self = Self(0);

    /// A hand of which only the number of cards is known.
    #[must_use]
    pub const fn hidden(count: u8) -> Self {
        Self(HIDDEN | count as u64)
    }

    /// Whether only the number of cards is known.
    #[inline]
    #[must_use]
    pub const fn is_hidden(self) -> bool {
        self.0 & HIDDEN != 0
    }

    /// How many cards there are.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u8 {
        if self.is_hidden() {
            (self.0 & !HIDDEN) as u8
        } else {
            ((71 - self.0.leading_zeros()) / 8) as u8
        }
    }

    /// The known cards, in order; nothing of a hidden hand.
    #[inline]
    pub fn cards(self) -> impl Iterator<Item = CardKind> {
        let mut rest = if self.is_hidden() { 0 } else { self.0 };
        std::iter::from_fn(move || {
            let card = (rest & 0xFF) as u8;
            rest >>= 8;
            card.checked_sub(1).map(CardKind)
        })
    }

    /// The kinds of the known cards as a set of bits.
    #[inline]
    #[must_use]
    pub fn kinds(self) -> u64 {
        self.cards().fold(0, |set, kind| set | kind.bit())
    }

    /// The hand with one more card. A hidden hand only gets larger.
    #[inline]
    #[must_use]
    pub fn with(self, kind: CardKind) -> Self {
        if self.is_hidden() {
            return Self(self.0 + 1);
        }
        let place = self.place(kind);
        let (low, card) = (below(place), (u64::from(kind.0) + 1) << (8 * place));
        Self(self.0 & low | card | (self.0 & !low) << 8)
    }

    /// The hand without one of its cards. A hidden hand only gets smaller.
    #[inline]
    #[must_use]
    pub fn without(self, kind: CardKind) -> Self {
        if self.is_hidden() {
            return Self(self.0 - 1);
        }
        let low = below(self.place(kind));
        Self(self.0 & low | (self.0 >> 8) & !low)
    }

    /// The number of cards before a kind.
    #[inline]
    fn place(self, kind: CardKind) -> u32 {
        self.cards().take_while(|&card| card < kind).count() as u32
    }

    /// The hand as a word, for keys.
    #[inline]
    pub(super) fn word(self) -> u64 {
        self.0
    }
}

/// The low bytes before a place from 0 to 7.
#[inline]
const fn below(place: u32) -> u64 {
    (1 << (8 * place)) - 1
}

/// The number of cards of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cards {
    counts: [u8; KINDS],
    total: u8,
    /// The kinds of which there is at least one card.
    present: u64,
    /// The kinds of which there are several cards.
    several: u64,
}

impl Cards {
    /// No cards.
    pub const NONE: Self = Self { counts: [0; KINDS], total: 0, present: 0, several: 0 };

    /// The cards of a kind.
    #[inline]
    #[must_use]
    pub fn count(&self, kind: CardKind) -> u8 {
        self.counts[kind.index()]
    }

    /// All cards.
    #[inline]
    #[must_use]
    pub fn total(&self) -> u8 {
        self.total
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, kind: CardKind) {
        self.counts[kind.index()] += 1;
        self.total += 1;
        self.several |= self.present & kind.bit();
        self.present |= kind.bit();
    }

    /// Removes a card, which must be present.
    #[inline]
    pub fn remove(&mut self, kind: CardKind) {
        let count = &mut self.counts[kind.index()];
        *count -= 1;
        self.total -= 1;
        match *count {
            0 => self.present &= !kind.bit(),
            1 => self.several &= !kind.bit(),
            _ => {}
        }
    }

    /// The kinds with at least one card and their counts, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (CardKind, u8)> + '_ {
        kinds_of(self.present).map(|kind| (kind, self.count(kind)))
    }

    /// The kinds with at least one card, as a set of bits.
    #[inline]
    #[must_use]
    pub fn kinds(&self) -> u64 {
        self.present
    }

    /// The number of cards whose kinds are in a set.
    #[inline]
    #[must_use]
    pub fn count_of(&self, kinds: u64) -> u32 {
        let more = kinds_of(kinds & self.several).map(|kind| u32::from(self.count(kind)) - 1);
        (kinds & self.present).count_ones() + more.sum::<u32>()
    }

    /// Card number `index` of all, counted from 0 through the kinds.
    #[inline]
    pub(super) fn nth(&self, index: u8) -> Option<CardKind> {
        let mut left = index;
        for (kind, &count) in self.counts.iter().enumerate() {
            if left < count {
                return Some(CardKind(kind as u8));
            }
            left -= count;
        }
        None
    }

    /// The counts as words, for keys.
    #[inline]
    pub(super) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.counts
            .chunks_exact(8)
            .map(|bytes| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)))
    }
}
