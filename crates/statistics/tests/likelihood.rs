//! Compares the log-likelihood ratio with a slow solution that shares no code with it.
//!
//! The slow solution searches the means. For each one it finds the most likely distribution with
//! this mean, and with the variance that the hypothesis asks for, by Newton's method in two
//! variables.

use std::f64::consts::LN_10;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use statistics::{Multinomial, Sprt};

/// `found` has the distance of each score from one half, and its probability. This is the loss of
/// log-likelihood if the given functions of the score have the mean zero; infinite if that is not
/// possible, or hardly. It is the greatest mean logarithm of `1 + x * first + y * second`.
fn loss(found: &[(f64, f64)], first: impl Fn(f64) -> f64, second: impl Fn(f64) -> f64) -> f64 {
    let terms: Vec<_> = found
        .iter()
        .map(|&(distance, chance)| (first(distance), second(distance), chance))
        .collect();
    climb(&terms).map_or(f64::INFINITY, |place| value(&terms, place))
}

/// The mean logarithm of `1 + x * first + y * second`. A term has both numbers and its probability.
fn value(terms: &[(f64, f64, f64)], (x, y): (f64, f64)) -> f64 {
    terms.iter().map(|(a, b, chance)| chance * (1.0 + x * a + y * b).ln()).sum()
}

/// The place of the greatest value, by Newton's method from zero. `None` where the two equations of
/// a step can hardly be told apart: there the value is large.
fn climb(terms: &[(f64, f64, f64)]) -> Option<(f64, f64)> {
    let (mut x, mut y, mut best) = (0.0, 0.0, 0.0);
    for _ in 0..300 {
        let [mut gx, mut gy, mut xx, mut xy, mut yy] = [0.0; 5];
        for (a, b, chance) in terms {
            let (a, b) = (a / (1.0 + x * a + y * b), b / (1.0 + x * a + y * b));
            gx += chance * a;
            gy += chance * b;
            xx += chance * a * a;
            xy += chance * a * b;
            yy += chance * b * b;
        }
        // A second condition that is always met leaves one variable.
        let (dx, dy) = if yy == 0.0 {
            (gx / xx, 0.0)
        } else {
            let determinant = xx * yy - xy * xy;
            ((yy * gx - xy * gy) / determinant, (xx * gy - xy * gx) / determinant)
        };
        let is_better = |part: f64| value(terms, (x + part * dx, y + part * dy)) >= best;
        let mut part = 1.0;
        while part > 1e-12 && !is_better(part) {
            part /= 2.0;
        }
        let gain = gx * dx + gy * dy;
        if part <= 1e-12 || gain < 1e-15 {
            return (0.0..1e-12).contains(&gain).then_some((x, y));
        }
        (x, y) = (x + part * dx, y + part * dy);
        best = value(terms, (x, y));
    }
    None
}

/// The least value of a function with one minimum, by the golden section.
fn least_between(low: f64, high: f64, f: &impl Fn(f64) -> f64) -> f64 {
    const PART: f64 = 0.618_033_988_749_895;
    let (mut low, mut high) = (low, high);
    let (mut left, mut right) = (high - PART * (high - low), low + PART * (high - low));
    let (mut at_left, mut at_right) = (f(left), f(right));
    for _ in 0..50 {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - PART * (high - low);
            at_left = f(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + PART * (high - low);
            at_right = f(right);
        }
    }
    at_left.min(at_right)
}

/// The loss of log-likelihood if the mean is `effect` deviations above one half.
fn loss_of_effect(found: &[(f64, f64)], effect: f64) -> f64 {
    if effect == 0.0 {
        return loss(found, |distance| distance, |_| 0.0);
    }
    let sign = effect.signum();
    let square = 1.0 + 1.0 / (effect * effect);
    let steps = (found.len() - 1) as f64;
    let at = |mean: f64| {
        let power = mean * mean * square;
        // The least mean square with this mean has the two scores next to it.
        let place = ((mean + 0.5) * steps).floor();
        let (low, high) = (place / steps - 0.5, (place + 1.0) / steps - 0.5);
        let least = low * low + (mean - low) * (high + low);
        if power >= 0.25 * (1.0 - 1e-12) || power <= least {
            return f64::INFINITY;
        }
        let of_power = |distance| distance * distance - power;
        loss(found, |distance| sign * distance - mean, of_power)
    };
    // The mean square is from that of the score next to one half to that of the ends.
    const POINTS: i32 = 150;
    let (least, most) = (0.2 / (square * steps), 0.5 / square.sqrt());
    let point = |index: f64| least * (most / least).powf(index / f64::from(POINTS));
    let at_point = |index: f64| at(point(index));
    let mut best = f64::INFINITY;
    let all = (0..=POINTS).map(f64::from).collect::<Vec<_>>();
    for [low, high] in around_minima(&all, &at_point) {
        // Two minima can lie between two points, and the values around one can be infinite.
        let parts: Vec<_> = (0..=16).map(|i| low + (high - low) * f64::from(i) / 16.0).collect();
        for [low, high] in around_minima(&parts, &at_point) {
            best = best.min(least_between(low, high, &at_point));
        }
    }
    best
}

/// The neighbours of each point that is as low as both, or nearly as low as the lowest point.
fn around_minima(points: &[f64], f: &impl Fn(f64) -> f64) -> Vec<[f64; 2]> {
    let values: Vec<_> = points.iter().map(|&point| f(point)).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let is_low = |i: usize| {
        let is_minimum = values[i] <= values[i - 1] && values[i] <= values[i + 1];
        values[i].is_finite() && (is_minimum || values[i] <= 1.001 * least)
    };
    (1..points.len() - 1).filter(|&i| is_low(i)).map(|i| [points[i - 1], points[i + 1]]).collect()
}

/// The log-likelihood ratio of two leads.
fn slow_ratio(counts: &[u64], [elo0, elo1]: [f64; 2], is_logistic: bool) -> f64 {
    let counts: Vec<_> = counts.iter().map(|&count| (count as f64).max(1e-3)).collect();
    let total: f64 = counts.iter().sum();
    let steps = (counts.len() - 1) as f64;
    let distances = counts.iter().enumerate();
    let found: Vec<_> =
        distances.map(|(step, count)| (step as f64 / steps - 0.5, count / total)).collect();
    let loss_of = |elo: f64| {
        if is_logistic {
            let mean = 1.0 / (1.0 + 10f64.powf(-elo / 400.0)) - 0.5;
            loss(&found, |distance| distance - mean, |_| 0.0)
        } else {
            loss_of_effect(&found, elo * LN_10 / 800.0 * (steps / 2.0).sqrt())
        }
    };
    total * (loss_of(elo0) - loss_of(elo1))
}

const TESTS: [([f64; 2], bool); 6] = [
    ([0.0, 5.0], false),
    ([0.0, 50.0], false),
    ([-100.0, 0.0], false),
    ([100.0, 200.0], false),
    ([-10.0, 0.0], true),
    ([0.0, 300.0], true),
];

#[track_caller]
fn agree(counts: &[u64], (bounds, is_logistic): ([f64; 2], bool)) {
    let model = if is_logistic { ",model=logistic" } else { "" };
    let [elo0, elo1] = bounds;
    let test = Sprt::parse(&format!("elo0={elo0},elo1={elo1}{model}")).expect("a test");
    let found = test.llr(&Multinomial::new(counts.to_vec()).expect("an odd number"));
    let expected = slow_ratio(counts, bounds, is_logistic);
    let within = 1e-6 * (1.0 + expected.abs());
    assert!((found - expected).abs() < within, "{counts:?} {test}: {found}, expected {expected}");
}

/// Calls `visit` with each list of `length` counts with the sum `total`.
fn each_vector(length: usize, total: u64, visit: &mut impl FnMut(&[u64])) {
    fn fill(counts: &mut Vec<u64>, length: usize, left: u64, visit: &mut impl FnMut(&[u64])) {
        if counts.len() + 1 == length {
            counts.push(left);
            visit(counts);
            counts.pop();
            return;
        }
        for count in 0..=left {
            counts.push(count);
            fill(counts, length, left - count, visit);
            counts.pop();
        }
    }
    fill(&mut Vec::new(), length, total, visit);
}

/// All results of pairs of games of small matches.
#[test]
fn small_matches() {
    for total in 1..=5 {
        each_vector(5, total, &mut |counts| TESTS.iter().for_each(|&test| agree(counts, test)));
    }
}

/// The likelihood has two maxima, one close behind the other.
#[test]
fn two_maxima_are_told_apart() {
    agree(&[515, 321, 230, 338, 0], ([100.0, 200.0], false));
    let sixes = [0, 17, 264, 2, 64, 211, 497, 0, 563, 236, 631, 333, 9];
    agree(&sixes, ([-100.0, 0.0], false));
    agree(&[93, 597, 130, 57, 0], ([100.0, 200.0], false));
}

/// Only a narrow range of means is possible.
#[test]
fn equal_results_agree() {
    agree(&[0, 0, 0, 187, 0], ([100.0, 200.0], false));
}

/// Random counts of units of 1, 2, 3 and 6 games. All processors share the runs. The counts do not
/// depend on their number.
fn random_matches(runs: u32) {
    const PART: u32 = 1000;
    let next = AtomicU32::new(0);
    let work = || {
        while let part = next.fetch_add(PART, SeqCst)
            && part < runs
        {
            some_random_matches(part, PART);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
}

/// Some of the random counts. `part` is the number of the first run.
fn some_random_matches(part: u32, runs: u32) {
    let mut rng = ChaCha8Rng::seed_from_u64(45);
    rng.set_stream(part.into());
    for run in 0..runs {
        let games = [1, 2, 2, 3, 6][run as usize % 5];
        let most = 10f64.powf(rng.random_range(0.0..4.0));
        let shape = rng.random_range(0.0..4.0);
        let mut counts: Vec<_> = (0..=2 * games)
            .map(|_| (most * rng.random_range(0f64..1.0).powf(shape * 2.0)) as u64)
            .collect();
        if rng.random_range(0..3) == 0 {
            let index = rng.random_range(0..counts.len());
            counts[index] = 0;
        }
        if counts.iter().sum::<u64>() > 0 {
            agree(&counts, TESTS[rng.random_range(0..TESTS.len())]);
        }
    }
}

#[test]
fn random_results() {
    random_matches(2000);
}

#[test]
#[ignore = "long"]
fn a_million_random_results() {
    random_matches(1_000_000);
}
