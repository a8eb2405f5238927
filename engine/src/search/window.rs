//! Search windows.

use eval::Value;

use crate::table::entry::Bound;

/// The values that matter at a node: those above `alpha` and below `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Window {
    /// Every value.
    pub(crate) const FULL: Self =
        Self { alpha: Value(Value::LOSS.0 - 1), beta: Value(Value::WIN.0 + 1) };

    /// A window in which only "above `alpha` or not" matters.
    #[inline]
    pub(crate) fn null(alpha: Value) -> Self {
        Self { alpha, beta: Value(alpha.0 + 1) }
    }

    #[inline]
    pub(crate) fn is_null(self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }

    /// The window from the other seat's point of view.
    #[inline]
    pub(crate) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// What a fail-soft value found with this window says.
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
