//! The logistic against its formula, and the order and arithmetic of values.

use eval::{Logistic, Value};

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
