//! Timing and means.

use std::time::Instant;

/// The seconds that `work` takes, and its result.
pub fn seconds<R>(work: impl FnOnce() -> R) -> (f64, R) {
    let started = Instant::now();
    let result = work();
    (started.elapsed().as_secs_f64(), result)
}

/// The median of some numbers.
#[must_use]
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    if numbers.len() % 2 == 1 {
        numbers[middle]
    } else {
        (numbers[middle - 1] + numbers[middle]) / 2.0
    }
}

/// Runs contestants in turn for some rounds. Returns the median of each contestant's numbers.
pub fn interleaved<const N: usize>(
    rounds: usize,
    mut contestants: [&mut dyn FnMut() -> f64; N],
) -> [f64; N] {
    let mut numbers = [const { Vec::new() }; N];
    for _ in 0..rounds {
        for (contestant, numbers) in contestants.iter_mut().zip(&mut numbers) {
            numbers.push(contestant());
        }
    }
    numbers.map(median)
}

/// The geometric mean.
#[must_use]
pub fn geometric_mean(numbers: &[f64]) -> f64 {
    (numbers.iter().map(|number| number.ln()).sum::<f64>() / numbers.len() as f64).exp()
}

/// The geometric mean of the ratios of two lists.
#[must_use]
pub fn ratio(over: &[f64], under: &[f64]) -> f64 {
    let ratios: Vec<_> = over.iter().zip(under).map(|(over, under)| over / under).collect();
    geometric_mean(&ratios)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!((geometric_mean(&[1.0, 4.0]) - 2.0).abs() < 1e-12);
        assert!((ratio(&[2.0, 8.0], &[1.0, 1.0]) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn contestants_take_turns() {
        let order = std::cell::RefCell::new(Vec::new());
        let medians = interleaved(
            3,
            [
                &mut || {
                    order.borrow_mut().push('a');
                    1.0
                },
                &mut || {
                    order.borrow_mut().push('b');
                    2.0
                },
            ],
        );
        assert_eq!(medians, [1.0, 2.0]);
        assert_eq!(order.into_inner(), ['a', 'b', 'a', 'b', 'a', 'b']);
    }
}
