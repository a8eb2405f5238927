//! Depth and ply. Both count player moves, in opposite directions; the types keep them apart.

/// The number of player moves left to be searched. At the horizon it is 0 or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Depth(i32);

impl Depth {
    /// No move is left to be searched: a leaf.
    pub(crate) const HORIZON: Self = Self(0);

    /// A depth of a number of player moves.
    #[inline(always)]
    pub(crate) const fn new(moves: i32) -> Self {
        Self(moves)
    }

    /// The number of player moves.
    #[inline(always)]
    pub(crate) const fn moves(self) -> i32 {
        self.0
    }

    /// Whether no move is left to be searched.
    #[inline(always)]
    pub(crate) const fn is_horizon(self) -> bool {
        self.0 <= 0
    }

    /// The depth that is left after `moves` more moves.
    #[inline(always)]
    pub(crate) const fn less(self, moves: i32) -> Self {
        Self(self.0 - moves)
    }
}

/// The number of player moves from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ply(i32);

impl Ply {
    /// The root.
    pub(crate) const ROOT: Self = Self(0);
    /// No line is longer than this, extensions and all.
    pub(crate) const MAX: Self = Self(128);
    /// The number of plies that a line can have, for arrays.
    pub(crate) const COUNT: usize = Self::MAX.0 as usize;

    /// A ply, by the number of moves from the root.
    #[inline(always)]
    pub(crate) const fn new(moves: i32) -> Self {
        Self(moves)
    }

    /// The number of moves from the root.
    #[inline(always)]
    pub(crate) const fn moves(self) -> i32 {
        self.0
    }

    /// The ply as an index.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The ply after one more move.
    #[inline(always)]
    pub(crate) const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The ply two moves earlier, when usually the same seat was to move.
    #[inline(always)]
    pub(crate) const fn two_before(self) -> Option<Self> {
        if self.0 < 2 { None } else { Some(Self(self.0 - 2)) }
    }

    /// Whether a line may not go on from here.
    #[inline(always)]
    pub(crate) const fn is_last(self) -> bool {
        self.0 >= Self::MAX.0 - 1
    }
}
