//! From a sum of weights to an expected result: the logistic function as an integer table.

use crate::Value;

/// `2 / (1 + exp(-x / scale)) - 1` in units of [`Value::ONE`], for whole `x`.
#[derive(Clone, Debug)]
pub struct Logistic {
    table: Vec<i32>,
}

/// Sums are limited to `8` units of log-odds, where the logistic is 0.9993 of a win.
const CUT: i32 = 8;

/// The number of bits after the point in fixed point numbers.
const POINT: u32 = 60;

impl Logistic {
    /// The largest scale: beyond it the table would not fit a cache.
    pub const MAX_SCALE: i32 = 10_000;

    /// The table for a scale, in units of a weight for each unit of log-odds; from 1 to
    /// [`Logistic::MAX_SCALE`].
    #[must_use]
    pub fn new(scale: i32) -> Self {
        let scale = scale.clamp(1, Self::MAX_SCALE);
        let ratio = exp_minus_one_over(scale);
        let one = 1i128 << POINT;
        let mut power = one;
        let mut table = Vec::new();
        for _ in 0..=CUT * scale {
            let value = i128::from(Value::ONE) * (one - power) / (one + power);
            table.push(value as i32);
            power = (power * ratio) >> POINT;
        }
        Self { table }
    }

    /// The expected result of a sum.
    #[inline]
    #[must_use]
    pub fn expect(&self, sum: i32) -> Value {
        let last = self.table.len() - 1;
        let size = self.table[(sum.unsigned_abs() as usize).min(last)];
        Value::new(if sum < 0 { -size } else { size })
    }

    /// The expected result of one sum of several. Its share is one over the sum of the odds of all
    /// sums against it.
    #[inline]
    #[must_use]
    pub fn expect_among(&self, own: i32, all: impl Iterator<Item = i32>) -> Value {
        // Odds in units of 2^-20.
        const UNIT: i64 = 1 << 20;
        let one = i64::from(Value::ONE);
        let odds = |sum: i32| {
            let value = i64::from(self.expect(sum.saturating_sub(own)).units());
            UNIT * (one + value) / (one - value)
        };
        let total: i64 = all.map(odds).sum();
        Value::new((2 * one * UNIT / total - one) as i32)
    }
}

/// `exp(-1 / n)` in fixed point, by its series.
fn exp_minus_one_over(n: i32) -> i128 {
    let mut term = 1i128 << POINT;
    let mut sum = term;
    for k in 1..40 {
        term = -term / (i128::from(n) * k);
        sum += term;
    }
    sum
}
