//! The arrows on cards.

/// A direction as the player who plays the card sees it, facing the opponent's goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arrow {
    /// Straight on.
    North,
    /// Diagonally forward to the left.
    Left,
    /// Diagonally forward to the right.
    Right,
    /// Sideways to the left (RULING F2: on no card of the standard pack).
    West,
    /// Sideways to the right (RULING F2: on no card of the standard pack).
    East,
}

impl Arrow {
    /// All arrows.
    pub const ALL: [Self; 5] = [Self::North, Self::Left, Self::Right, Self::West, Self::East];

    /// The letter in texts.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::Left => 'L',
            Self::Right => 'R',
            Self::West => 'W',
            Self::East => 'E',
        }
    }

    pub(super) fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|arrow| arrow.letter() == letter)
    }

    /// The change of column and row in one cell, for the team that plays up the pitch.
    pub(super) const fn step(self) -> (i32, i32) {
        match self {
            Self::North => (0, 1),
            Self::Left => (-1, 1),
            Self::Right => (1, 1),
            Self::West => (-1, 0),
            Self::East => (1, 0),
        }
    }

    /// The arrow in a mirror.
    pub(super) const fn mirrored(self) -> Self {
        match self {
            Self::North => Self::North,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::West => Self::East,
            Self::East => Self::West,
        }
    }
}

/// A set of arrows, as bits of their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrows(u8);

impl Arrows {
    /// Whether the set is empty.
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set with one more arrow.
    pub(super) fn with(self, arrow: Arrow) -> Self {
        Self(self.0 | 1 << arrow as u8)
    }

    /// The arrows, in the order of [`Arrow::ALL`].
    pub(super) fn iter(self) -> impl Iterator<Item = Arrow> {
        Arrow::ALL.into_iter().filter(move |&arrow| self.0 >> arrow as u8 & 1 != 0)
    }
}
