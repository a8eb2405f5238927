//! The mean over chance.

use std::ops::{AddAssign, Mul};

use eval::Value;

/// The type of a sum of weighted values: 64 bits suffice for dice, hands of cards need 128.
pub(crate) trait Sum: Copy + Default + From<i32> + AddAssign + Mul<Output = Self> {
    /// The quotient, cut towards zero. `other` is not 0.
    fn over(self, other: Self) -> i32;
}

impl Sum for i64 {
    #[inline(always)]
    fn over(self, other: Self) -> i32 {
        (self / other) as i32
    }
}

impl Sum for i128 {
    #[inline(always)]
    fn over(self, other: Self) -> i32 {
        (self / other) as i32
    }
}

/// The mean of expected results, rounded towards zero. If all events are wins, or all are losses,
/// the mean is proven, with the longest distance among them. The mean never falls when a value
/// rises, so bounds of the values give bounds of the mean.
pub(crate) struct Mean<S> {
    sum: S,
    total: S,
    lowest: Value,
    highest: Value,
}

impl<S: Sum> Mean<S> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            sum: S::default(),
            total: S::default(),
            lowest: Value::INFINITY,
            highest: Value::MINUS_INFINITY,
        }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, value: Value, weight: impl Into<S>) {
        let weight = weight.into();
        self.sum += S::from(value.expectation()) * weight;
        self.total += weight;
        self.lowest = self.lowest.min(value);
        self.highest = self.highest.max(value);
    }

    /// The mean; an even result where nothing was added.
    #[inline(always)]
    pub(crate) fn value(&self) -> Value {
        if self.highest == Value::MINUS_INFINITY {
            Value::EVEN
        } else if self.lowest.is_win() {
            self.lowest
        } else if self.highest.is_loss() {
            self.highest
        } else {
            Value::new(self.sum.over(self.total))
        }
    }
}
