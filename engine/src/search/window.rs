//! Search windows and the bounds of values.

use eval::Value;

/// The values that matter at a node: those above `alpha` and below `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Window {
    /// Every value.
    pub(crate) const FULL: Self = Self { alpha: Value::MINUS_INFINITY, beta: Value::INFINITY };

    /// The window from `margin` below a value to `margin` above it.
    pub(crate) fn around(value: Value, margin: i32) -> Self {
        Self { alpha: value.offset(-margin), beta: value.offset(margin) }
    }

    /// The zero window (also null or scout window) above `alpha`: it only asks whether a value is
    /// above `alpha`.
    #[inline]
    pub(crate) fn zero(alpha: Value) -> Self {
        Self { alpha, beta: alpha.offset(1) }
    }

    #[inline]
    pub(crate) fn is_zero(self) -> bool {
        self.beta.units() - self.alpha.units() <= 1
    }

    /// The intersection with another window.
    pub(crate) fn within(self, other: Self) -> Self {
        Self { alpha: self.alpha.max(other.alpha), beta: self.beta.min(other.beta) }
    }

    /// The window from the other seat's point of view.
    #[inline]
    pub(crate) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The kind of bound that a fail-soft value found with this window is.
    #[inline]
    pub(crate) fn bound_of(self, value: Value) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// How a value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Nothing is known; an empty slot.
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// This is the true value.
    Exact,
}

/// Whether a value with its bound proves the winner: at least a win, or at most a loss.
#[inline]
pub(crate) fn is_proven(value: Value, bound: Bound) -> bool {
    match bound {
        Bound::None => false,
        Bound::Lower => value.is_win(),
        Bound::Upper => value.is_loss(),
        Bound::Exact => value.is_win() || value.is_loss(),
    }
}
