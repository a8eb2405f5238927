//! Branches of chance nodes: bounds of a node's value from bounds of its branches, and windows of
//! the branches from the window of the node.

use eval::Value;

use crate::chance::mean::Mean;
use crate::search::window::Window;

/// The lowest value.
pub(crate) const LOWEST: Value = Value::LOSS;
/// The highest.
pub(crate) const HIGHEST: Value = Value::WIN;

/// An event at a chance node, with bounds of its value.
#[derive(Clone, Copy)]
pub(crate) struct Branch<P> {
    pub(crate) position: P,
    pub(crate) weight: i32,
    pub(crate) lower: Value,
    pub(crate) upper: Value,
}

impl<P> Branch<P> {
    /// A branch without known bounds.
    pub(crate) fn new(position: P, weight: i32) -> Self {
        Self { position, weight, lower: LOWEST, upper: HIGHEST }
    }

    /// Narrows the bounds.
    pub(crate) fn bound(&mut self, lower: Value, upper: Value) {
        self.lower = self.lower.max(lower);
        self.upper = self.upper.min(upper);
    }

    /// Narrows the bounds by a value that a search with a window returned.
    pub(crate) fn learn(&mut self, value: Value, window: Window) {
        if value > window.alpha {
            self.bound(value, HIGHEST);
        }
        if value < window.beta {
            self.bound(LOWEST, value);
        }
    }
}

/// The value of a chance node whose branches have the given values.
pub(crate) fn combine<P>(branches: &[Branch<P>], value: impl Fn(&Branch<P>) -> Value) -> Value {
    let mut mean = Mean::<i64>::new();
    for branch in branches {
        mean.add(value(branch), branch.weight);
    }
    mean.value()
}

/// The node's value, or a bound outside the window, where the branches' bounds decide it.
pub(crate) fn decided<P>(branches: &[Branch<P>], window: Window) -> Option<Value> {
    let lower = combine(branches, |branch| branch.lower);
    if lower >= window.beta {
        return Some(lower);
    }
    let upper = combine(branches, |branch| branch.upper);
    (upper <= window.alpha || lower == upper).then_some(upper)
}

/// The window of one branch: if its value is at or below `alpha`, the node fails low whatever the
/// values of the others are; if it is at or above `beta`, the node fails high.
pub(crate) fn branch_window<P>(branches: &[Branch<P>], index: usize, window: Window) -> Window {
    let one = i64::from(Value::ONE);
    let (mut lower_rest, mut upper_rest, mut total) = (0, 0, 0);
    for (at, branch) in branches.iter().enumerate() {
        let weight = i64::from(branch.weight);
        total += weight;
        if at != index {
            lower_rest += weight * i64::from(branch.lower.expectation());
            upper_rest += weight * i64::from(branch.upper.expectation());
        }
    }
    let weight = i64::from(branches[index].weight);
    let (alpha, beta) = (i64::from(window.alpha.units()), i64::from(window.beta.units()));

    // A proven mean is the lowest win or the highest loss of the branches.
    let alpha = if alpha >= one {
        window.alpha
    } else if alpha < -one {
        Window::FULL.alpha
    } else {
        // The largest sum whose mean, cut towards zero, is at most alpha.
        let sum = if alpha >= 0 { (alpha + 1) * total - 1 } else { alpha * total };
        match (sum - upper_rest).div_euclid(weight) {
            low if low < -one => Window::FULL.alpha,
            low => Value::new(low.min(one) as i32),
        }
    };
    let beta = if beta <= -one {
        window.beta
    } else if beta > one {
        Window::FULL.beta
    } else {
        // The smallest sum whose mean, cut towards zero, is at least beta.
        let sum = if beta > 0 { beta * total } else { (beta - 1) * total + 1 };
        match -(lower_rest - sum).div_euclid(weight) {
            high if high > one => Window::FULL.beta,
            high => Value::new(high.max(-one) as i32),
        }
    };
    Window { alpha, beta }
}
