//! The logistic against its formula, and the order and arithmetic of values.

use eval::{Chances, Logistic, Value};

const SCALES: [i32; 8] = [1, 2, 3, 10, 100, 250, 1000, Logistic::MAX_SCALE];

/// Where the table is cut, in units of log-odds.
const CUT: i32 = 8;

/// Sums on both sides, dense near the middle, and the ends of the number range.
fn sums(scale: i32) -> Vec<i32> {
    let step = (scale / 50).max(1) as usize;
    let mut sums: Vec<i32> = (-9 * scale..=9 * scale).step_by(step).collect();
    sums.extend(-60..=60);
    sums.extend([i32::MIN + 1, -1_000_000_000, 1_000_000_000, i32::MAX]);
    sums.sort_unstable();
    sums
}

#[test]
fn the_logistic_is_its_formula() {
    for scale in SCALES {
        let logistic = Logistic::new(scale);
        for sum in sums(scale) {
            let x = f64::from(sum.clamp(-CUT * scale, CUT * scale)) / f64::from(scale);
            let exact = f64::from(Value::ONE) * (2.0 / (1.0 + (-x).exp()) - 1.0);
            let found = f64::from(logistic.expect(sum).units());
            assert!((found - exact).abs() <= 2.0, "scale {scale} sum {sum}: {found}, not {exact}");
        }
    }
}

#[test]
fn the_logistic_is_odd_and_rises() {
    for scale in SCALES {
        let logistic = Logistic::new(scale);
        assert_eq!(logistic.expect(0), Value::EVEN);
        let mut last = Value::new(-Value::ONE);
        for sum in sums(scale) {
            let value = logistic.expect(sum);
            assert_eq!(logistic.expect(-sum), -value, "scale {scale} sum {sum}");
            assert!(value >= last, "scale {scale} sum {sum}");
            last = value;
        }
        assert_eq!(logistic.expect(i32::MIN), logistic.expect(i32::MIN + 1));
    }
}

/// An estimate is never a certain result, nor a proof.
#[test]
fn the_logistic_stays_below_one() {
    for scale in SCALES {
        let logistic = Logistic::new(scale);
        for sum in [i32::MIN, -9 * scale, 9 * scale, i32::MAX] {
            let value = logistic.expect(sum);
            assert!(value.units().abs() < Value::ONE, "scale {scale} sum {sum}");
            assert_eq!(value.distance(), None);
        }
    }
}

#[test]
fn scales_are_cut_to_their_range() {
    for (given, used) in [(0, 1), (-7, 1), (i32::MIN, 1), (i32::MAX, Logistic::MAX_SCALE)] {
        let (one, two) = (Logistic::new(given), Logistic::new(used));
        assert!(sums(used).iter().all(|&sum| one.expect(sum) == two.expect(sum)), "{given}");
    }
}

/// Values in strictly rising order.
fn ladder() -> Vec<Value> {
    let mut values: Vec<_> = [0, 1, 2, 99, Value::MAX_DISTANCE].map(Value::loss_in).to_vec();
    values.extend([-Value::ONE, -1, 0, 1, Value::ONE].map(Value::estimate));
    values.extend([Value::MAX_DISTANCE, 99, 2, 1, 0].map(Value::win_in));
    values
}

#[test]
fn wins_are_above_estimates_above_losses() {
    let ladder = ladder();
    assert!(ladder.is_sorted_by(|low, high| low < high), "{ladder:?}");
    assert_eq!((ladder[0], ladder[ladder.len() - 1]), (Value::LOSS, Value::WIN));
    for value in &ladder {
        let kinds = [value.is_win(), value.is_loss(), value.units().abs() <= Value::ONE];
        assert_eq!(kinds.iter().filter(|kind| **kind).count(), 1, "{value:?}");
        assert_eq!(value.distance().is_some(), value.is_win() || value.is_loss());
    }
}

#[test]
fn the_other_side_sees_the_negative() {
    for value in ladder() {
        assert_eq!(-(-value), value);
        assert_eq!((-value).is_win(), value.is_loss(), "{value:?}");
        assert_eq!((-value).distance(), value.distance(), "{value:?}");
        assert_eq!((-value).expectation(), -value.expectation(), "{value:?}");
    }
    assert_eq!(-Value::win_in(3), Value::loss_in(3));
}

#[test]
fn distances_count_moves() {
    for plies in [0, 1, 7, Value::MAX_DISTANCE] {
        assert_eq!(Value::win_in(plies).distance(), Some(plies));
        assert_eq!(Value::loss_in(plies).distance(), Some(plies));
        assert_eq!(Value::win_in(plies).expectation(), Value::ONE);
        assert_eq!(Value::loss_in(plies).to_f64(), -1.0);
    }
}

#[test]
fn estimates_prove_nothing() {
    for units in [i32::MIN + 1, -Value::ONE - 1, -5, 0, 5, Value::ONE, i32::MAX] {
        let value = Value::estimate(units);
        assert_eq!(value.distance(), None, "{units}");
        assert_eq!(value.expectation(), units.clamp(-Value::ONE, Value::ONE));
    }
}

/// A proof counts its distance from the root or from the node. The two conversions are inverse.
#[test]
fn node_and_root_are_inverse() {
    for ply in 0..200 {
        for distance in [ply, ply + 1, ply + 50] {
            for value in [Value::win_in(distance), Value::loss_in(distance)] {
                let at_node = value.relative_to_node(ply);
                assert_eq!(at_node.distance(), Some(distance - ply), "{value:?} at {ply}");
                assert_eq!(at_node.is_win(), value.is_win());
                assert_eq!(at_node.relative_to_root(ply), value, "{value:?} at {ply}");
            }
        }
        for value in ladder().into_iter().filter(|value| value.distance().is_none()) {
            assert_eq!(value.relative_to_node(ply), value);
            assert_eq!(value.relative_to_root(ply), value);
        }
    }
}

/// Eight dice of six faces average without rounding, and proofs fit 24 bits.
#[test]
fn the_unit_suits_dice() {
    assert_eq!(Value::ONE % 6i32.pow(8), 0);
    const { assert!(Value::WIN.units() < 1 << 23) };
    assert!(Value::win_in(Value::MAX_DISTANCE).units() > Value::ONE);
}

/// The ladder with estimates of all sizes between.
fn rising() -> Vec<Value> {
    let estimates = (-999..=999).map(|part| Value::estimate(Value::ONE / 1000 * part));
    let mut values: Vec<_> = ladder().into_iter().chain(estimates).collect();
    values.sort_unstable_by_key(|value| value.units());
    values
}

/// Some curves, from flat to steep.
fn curves() -> Vec<Chances> {
    let curves = [
        [500; Chances::POINTS],
        [1000; Chances::POINTS],
        [500, 501, 505, 520, 580, 700, 850, 960, 999, 1000],
        [700, 850, 950, 990, 1000, 1000, 1000, 1000, 1000, 1000],
    ];
    let curves = curves.map(|curve| Chances::of_curve(curve).expect("a curve"));
    curves.into_iter().chain([Chances::default()]).collect()
}

/// The chances that people see rise with the value, are the same for both seats, and are exact for
/// even positions and sure results.
#[test]
fn chances_are_symmetric_and_rise() {
    for chances in curves() {
        for seats in [2, 3] {
            let mut last = 0.0;
            for value in rising() {
                let share = chances.share(value, seats);
                let context = format!("{chances:?}, {value:?}: {share}");
                assert!((last - 1e-12..=1.0).contains(&share), "{context}, after {last}");
                let other = chances.share(-value, 2);
                assert!(seats > 2 || (share + other - 1.0).abs() < 1e-12, "{context}");
                if value.expectation().abs() == Value::ONE {
                    assert_eq!(share, f64::midpoint(value.to_f64(), 1.0), "{context}");
                }
                last = share;
            }
            let even = Value::new(2 * Value::ONE / seats as i32 - Value::ONE);
            let share = chances.share(even, seats);
            assert!((share - 1.0 / seats as f64).abs() < 1e-6, "{chances:?}: {share}");
        }
    }
}

/// At its points a curve has its numbers, and between them it is straight.
#[test]
fn chances_are_those_of_the_curve() {
    let numbers = [510, 530, 570, 640, 740, 850, 930, 970, 990, 998];
    let chances = Chances::of_curve(numbers).expect("a curve");
    assert_eq!((chances.curve(), Chances::default().curve()), (Some(numbers), None));
    let on = |share: f64| {
        chances.share(Value::estimate(((2.0 * share - 1.0) * f64::from(Value::ONE)) as i32), 2)
    };
    for (point, number) in (1..).zip(numbers) {
        let share = on(Chances::at_point(point));
        assert!((share - f64::from(number) / 1000.0).abs() < 1e-3, "{point}: {share}");
        let half = on(f64::midpoint(Chances::at_point(point), Chances::at_point(point + 1)));
        let next = on(Chances::at_point(point + 1));
        assert!((half - f64::midpoint(share, next)).abs() < 1e-3, "{point}: {half}");
    }
    // Odds of four to one against the mean of two others.
    let two_thirds = Value::new(Value::ONE / 3);
    let odds = 2.0 * 0.470 / 0.530;
    let share = chances.share(two_thirds, 3);
    assert!(((1.0 - share) / share - odds).abs() < 1e-3, "{share}");
}

/// With three seats all shares make one point. A seat that is out of play has none; the seats that
/// are left have the chances of two.
#[test]
fn chances_of_three_seats_make_one_point() {
    let value = |percent: i32| Value::estimate(Value::ONE / 4 * (2 * percent - 100) / 25);
    for chances in curves() {
        for shares in [[50, 30, 20], [34, 33, 33], [90, 9, 1], [100, 0, 0], [70, 30, 0]] {
            let values = shares.map(value);
            let seats = shares.iter().filter(|&&share| share > 0).count();
            for own in 0..3 {
                let found = chances.shares(&values, own);
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{shares:?}: {found:?}");
                assert_eq!(found[own], chances.share(values[own], seats));
            }
        }
        assert_eq!(chances.shares(&[value(70), value(30), value(0)], 0)[2], 0.0);
    }
}
