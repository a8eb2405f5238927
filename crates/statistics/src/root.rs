//! The root of an increasing function.

/// The root of a function with `f(low) <= 0 <= f(high)`, which need not be monotone. Each step
/// replaces one end of an interval that holds a root, so a root that was found is never left. A
/// step interpolates where that is safe, and halves the interval elsewhere.
///
/// CITE: T. Chandrupatla, "A new hybrid quadratic/bisection algorithm for finding the zero of a
/// nonlinear function without using derivatives", 1997.
pub(crate) fn root(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    const STEPS: u32 = 200;
    let (mut a, mut b) = (high, low);
    let (mut at_a, mut at_b) = (f(a), f(b));
    if at_b >= 0.0 {
        return low;
    } else if at_a <= 0.0 {
        return high;
    }
    // The root lies between the newest point `a` and `b`, which has the other sign.
    let mut step = 0.5;
    for _ in 0..STEPS {
        let x = a + step * (b - a);
        let at_x = f(x);
        let (c, at_c);
        if (at_x < 0.0) == (at_a < 0.0) {
            (c, at_c) = (a, at_a);
        } else {
            (c, at_c) = (b, at_b);
            (b, at_b) = (a, at_a);
        }
        (a, at_a) = (x, at_x);
        let (best, at_best) = if at_a.abs() < at_b.abs() { (a, at_a) } else { (b, at_b) };
        let least = 2.0 * f64::EPSILON * best.abs() / (b - a).abs();
        if at_best == 0.0 || least > 0.5 || a == b {
            return best;
        }
        let place = (a - b) / (c - b);
        let rise = (at_a - at_b) / (at_c - at_b);
        let interpolates = rise * rise < place && (1.0 - rise).powi(2) < 1.0 - place;
        step = if interpolates {
            let first = at_a / (at_b - at_a) * at_c / (at_b - at_c);
            let second = (c - a) / (b - a) * at_a / (at_c - at_a) * at_b / (at_c - at_b);
            (first + second).clamp(least, 1.0 - least)
        } else {
            0.5
        };
    }
    if at_a.abs() < at_b.abs() { a } else { b }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn roots_are_found_in_few_steps() {
        let count = Cell::new(0);
        let counted = |f: fn(f64) -> f64| {
            let count = &count;
            move |x| {
                count.set(count.get() + 1);
                f(x)
            }
        };
        for (low, high, f, expected) in [
            (0.0, 2.0, (|x| x * x - 2.0) as fn(f64) -> f64, 2f64.sqrt()),
            (-30.0, 2.0, |x| x.exp() - 1e-9, 1e-9f64.ln()),
            (-3.0, 5.0, |x| x.powi(9), 0.0),
            // A step, where interpolation is of no use.
            (0.0, 1.0, |x| if x < 0.3 { -1e-9 } else { 1e9 }, 0.3),
            // The root is an end of the interval.
            (1.0, 2.0, |x| x - 1.0, 1.0),
            (1.0, 2.0, |x| x - 2.0, 2.0),
            // No root, as the rounding of a function can have it.
            (1.0, 2.0, |x| x - 2.0 - 1e-16, 2.0),
            (0.0, 1.0, |x| if x == 1.0 { f64::INFINITY } else { x - 0.5 }, 0.5),
        ] {
            count.set(0);
            let found = root(low, high, counted(f));
            assert!((found - expected).abs() <= 2e-15 * expected.abs().max(1e-3), "{found}");
            assert!(count.get() < 90, "{expected}: {} steps", count.get());
        }
    }
}
