//! Values: expected results on one integer scale, and proven results with their distance.
//!
//! ```text
//!  -WIN .. -ONE-1   proven losses, the sooner the lower
//!  -ONE .. ONE      expected results: ONE is a certain win, 0 a draw
//!  ONE+1 .. WIN     proven wins, the sooner the higher
//! ```

use std::ops::Neg;

use games::{Outcome, Seat};

/// The value of a position for the seat whose turn it is.
///
/// An estimate is a multiple of `1 / ONE` of a won game. A proven result counts the player moves to
/// the end of the game (as mate distances do in chess); in an average over chance it counts as just
/// a win or a loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i32);

impl Value {
    /// The unit of the scale: a won game. 2^10 * 3^8, so that eight rolls of a die average without
    /// rounding.
    pub const ONE: i32 = 6_718_464;
    /// An even result.
    pub const EVEN: Self = Self(0);
    /// A game won now, in no further move. Fits 24 bits with sign.
    pub const WIN: Self = Self(8_000_000);
    /// A game lost now.
    pub const LOSS: Self = Self(-8_000_000);
    /// Below every value.
    pub const MINUS_INFINITY: Self = Self(Self::LOSS.0 - 1);
    /// Above every value.
    pub const INFINITY: Self = Self(Self::WIN.0 + 1);
    /// The longest distance of a proven result, in player moves.
    pub const MAX_DISTANCE: i32 = 10_000;

    /// The value of a number on the scale of this module: an estimate, a proven result, or a bound
    /// next to one. The number has 24 bits with sign, as the tables of the search store it.
    #[inline]
    #[must_use]
    pub const fn new(units: i32) -> Self {
        debug_assert!(-(1 << 23) <= units && units < 1 << 23, "a value of more than 24 bits");
        Self(units)
    }

    /// The number on the scale of this module.
    #[inline]
    #[must_use]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// A bound that is higher than a value by `units`. It may lie outside the range of values.
    #[inline]
    #[must_use]
    pub const fn offset(self, units: i32) -> Self {
        Self(self.0 + units)
    }

    /// A win after `plies` more player moves.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: i32) -> Self {
        Self(Self::WIN.0 - plies)
    }

    /// A loss after `plies` more player moves.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: i32) -> Self {
        Self(Self::LOSS.0 + plies)
    }

    /// The value of a result for a seat, `plies` moves after the node: a proven win or loss, or its
    /// share of the point on the scale from -1 to 1.
    #[inline]
    #[must_use]
    pub fn of_outcome(outcome: Outcome, seat: Seat, plies: i32) -> Self {
        let winners = outcome.winners();
        if !winners.contains(seat) {
            Self::loss_in(plies)
        } else if winners.len() == 1 {
            Self::win_in(plies)
        } else {
            Self(2 * Self::ONE / winners.len() as i32 - Self::ONE)
        }
    }

    /// An estimate: the number is limited to the range from `-ONE` to `ONE`, so it is never a
    /// proven result.
    #[inline]
    #[must_use]
    pub fn estimate(units: i32) -> Self {
        Self(units.clamp(-Self::ONE, Self::ONE))
    }

    /// Whether this is a proven win.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 > Self::ONE
    }

    /// Whether this is a proven loss.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::ONE
    }

    /// The player moves to the end of a proven win or loss.
    #[must_use]
    pub const fn distance(self) -> Option<i32> {
        if self.is_win() || self.is_loss() { Some(Self::WIN.0 - self.0.abs()) } else { None }
    }

    /// The expected result alone, from `-ONE` to `ONE`: a proven result without its distance.
    #[inline]
    #[must_use]
    pub fn expectation(self) -> i32 {
        self.0.clamp(-Self::ONE, Self::ONE)
    }

    /// A value counted from a node `ply` moves below the root, made relative to the node.
    #[inline]
    #[must_use]
    pub const fn relative_to_node(self, ply: i32) -> Self {
        if self.is_win() {
            Self(self.0 + ply)
        } else if self.is_loss() {
            Self(self.0 - ply)
        } else {
            self
        }
    }

    /// The inverse of [`Value::relative_to_node`].
    #[inline]
    #[must_use]
    pub const fn relative_to_root(self, ply: i32) -> Self {
        if self.is_win() {
            Self(self.0 - ply)
        } else if self.is_loss() {
            Self(self.0 + ply)
        } else {
            self
        }
    }

    /// The expected result as a number from -1 to 1, for output.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.expectation()) / f64::from(Self::ONE)
    }
}

impl Neg for Value {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
