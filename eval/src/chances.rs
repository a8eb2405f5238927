//! The chances that people see.

use crate::Value;

/// The numbers of a curve.
const POINTS: usize = 10;

/// Converts values of searches to the chances that people see.
///
/// A search expects a result, and its margins depend on the scale of these expectations. In games
/// the results can be others: a lead that the search takes for a win is often drawn. So a set of
/// weights can have a curve: the shares of the point that seats really get, in thousandths, where
/// the search gives odds of 2, 4, 8 ... 1024 to one. Even odds stay even, a sure result stays sure,
/// and the curve is straight between these points. Without a curve people see the values.
///
/// ```
/// use eval::{Chances, Value};
///
/// // Odds of three to one.
/// let lead = Value::new(Value::ONE / 2);
/// assert_eq!(Chances::default().share(lead, 2), 0.75);
/// let curve = [520, 560, 640, 800, 900, 950, 970, 980, 990, 1000];
/// let chances = Chances::of_curve(curve).expect("it rises from 500 to 1000");
/// assert!((0.52..0.56).contains(&chances.share(lead, 2)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chances {
    curve: Option<[u16; POINTS]>,
}

impl Chances {
    /// The number of points of a curve between even odds and a sure result.
    pub const POINTS: usize = POINTS;

    /// The chances of a curve. `None` if the curve is not from 500 to 1000 or falls.
    #[must_use]
    pub fn of_curve(curve: [u16; POINTS]) -> Option<Self> {
        let is_whole = curve[0] >= 500 && curve[POINTS - 1] <= 1000 && curve.is_sorted();
        is_whole.then_some(Self { curve: Some(curve) })
    }

    /// The curve, if there is one.
    #[must_use]
    pub fn curve(&self) -> Option<[u16; POINTS]> {
        self.curve
    }

    /// The share of the point that a search expects at a point of the curve. Point 0 is that of
    /// even odds, and the point after the curve that of a sure result.
    #[must_use]
    pub fn at_point(point: usize) -> f64 {
        if point > POINTS {
            return 1.0;
        }
        let odds = f64::from(1u32 << point);
        odds / (odds + 1.0)
    }

    /// The place of a share between the points, if it is at least a half: the point before, and the
    /// part of the way to the next one.
    #[must_use]
    pub fn place(share: f64) -> (usize, f64) {
        let before = (1..=POINTS).take_while(|&point| Self::at_point(point) <= share).count();
        let [from, to] = [before, before + 1].map(Self::at_point);
        (before, (share - from) / (to - from))
    }

    /// The share that a search expects for a seat against the mean of the others, and the number of
    /// the others. With two seats it is the share of the point.
    #[must_use]
    pub fn against_mean(value: Value, seats: usize) -> (f64, f64) {
        let plain = f64::midpoint(value.to_f64(), 1.0);
        let others = seats.max(2) as f64 - 1.0;
        (others * plain / (others * plain + 1.0 - plain), others)
    }

    /// The expected share of the point, from 0 to 1, of a seat for which a search found a value.
    /// `seats` is the number of seats that can still gain something. With three the odds are those
    /// against the mean of the others.
    #[must_use]
    pub fn share(&self, value: Value, seats: usize) -> f64 {
        let Some(curve) = self.curve else { return f64::midpoint(value.to_f64(), 1.0) };
        let (alone, others) = Self::against_mean(value, seats);
        let shown =
            if alone < 0.5 { 1.0 - along(&curve, 1.0 - alone) } else { along(&curve, alone) };
        shown / (shown + others * (1.0 - shown))
    }

    /// The shares of all seats, from their values, which are for shares that make one point. The
    /// share of `own` is that of [`Chances::share`], and the others divide the rest.
    #[must_use]
    pub fn shares(&self, values: &[Value], own: usize) -> Vec<f64> {
        let seats = Self::seats(values);
        let mut shares: Vec<_> = values.iter().map(|&value| self.share(value, seats)).collect();
        let rest: f64 = shares.iter().sum::<f64>() - shares[own];
        if self.curve.is_some() && rest > 0.0 {
            let factor = (1.0 - shares[own]) / rest;
            for (seat, share) in shares.iter_mut().enumerate() {
                *share *= if seat == own { 1.0 } else { factor };
            }
        }
        shares
    }

    /// The number of seats that can still gain something, by the values of all seats.
    #[must_use]
    pub fn seats(values: &[Value]) -> usize {
        values.iter().filter(|value| value.expectation() > -Value::ONE).count()
    }
}

/// The height of a curve at a share that is at least a half.
fn along(curve: &[u16; POINTS], share: f64) -> f64 {
    let height = |point: usize| match point {
        0 => 0.5,
        1..=POINTS => f64::from(curve[point - 1]) / 1000.0,
        _ => 1.0,
    };
    let (before, part) = Chances::place(share);
    height(before) * (1.0 - part) + height(before + 1) * part
}
