//! The difference of strength between two players, from the counts of units.

use crate::likelihood::{log_ratio, most_likely_of_mean};
use crate::multinomial::{Multinomial, moments};
use crate::normal::{QUANTILE, normal};
use crate::root::root;
use crate::sprt::LEAST;

/// The normalised Elo of a mean that is one standard deviation of a game above even.
pub const ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// The difference of strength in favour of the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The share of the points, from 0 to 1.
    pub score: f64,
    /// The difference in Elo; infinite if all or no points were won.
    pub elo: f64,
    /// The 95 % interval of the difference; `None` with less than two units. An end is infinite if
    /// all or no points were won. With less than six units it may be too narrow.
    pub interval: Option<(f64, f64)>,
    /// The difference in normalised Elo, which does not depend on the rate of draws, and half the
    /// width of its 95 % interval. `None` if all units have the same score, and for adjusted
    /// scores.
    pub normalized: Option<(f64, f64)>,
    /// The probability that the first player is stronger.
    pub superiority: f64,
    /// The 95 % interval of the score.
    score_interval: Option<(f64, f64)>,
}

/// The least counts of units with no point and with all points, for intervals. These scores are
/// possible even if none of the units had one.
pub const ENDS: f64 = 0.2;

/// The distance of the outermost ends of intervals from a score of 0 and of 1.
const EDGE: f64 = 1e-12;

/// With n units the square of the quantile for Elo is larger by this over n. By simulation
/// (`tests/coverage.rs`) this is enough for intervals that hold as often as stated, from six units
/// on.
const FEW: f64 = 1.0;

/// The same for normalised Elo.
const FEW_NORMALIZED: f64 = 4.0;

impl Strength {
    /// The difference from the counts of units by score; `None` without a unit.
    ///
    /// The interval has all scores whose likelihood is not much less than the greatest one. So it
    /// is not symmetric, ends before a score of 0 or 1, and has some width if all units had the
    /// same score.
    ///
    /// CITE: A. Owen, "Empirical likelihood ratio confidence intervals for a single functional",
    /// 1988.
    #[must_use]
    pub fn of(results: &Multinomial) -> Option<Self> {
        let units = results.units();
        if units == 0.0 {
            return None;
        }
        let (score, variance) = moments(&results.distribution());
        if units < 2.0 {
            return Some(Self::from_scores(score, None));
        }
        let (total, found) = results.padded(LEAST, ENDS);
        let (middle, _) = moments(&found);
        let limit = limit(units);
        let surplus = |mean: f64| {
            let likely = most_likely_of_mean(&found, mean);
            2.0 * total * log_ratio(&found, &likely, &found) - limit
        };
        let low = if score > 0.0 { root(EDGE, middle, |mean| -surplus(mean)) } else { 0.0 };
        let high = if score < 1.0 { root(middle, 1.0 - EDGE, surplus) } else { 1.0 };
        let normalized = (variance > 0.0).then(|| normalized(&found, units, results.games()));
        Some(Self { normalized, ..Self::from_scores(score, Some((low, high))) })
    }

    /// The difference from a score and its interval.
    fn from_scores(score: f64, score_interval: Option<(f64, f64)>) -> Self {
        Self {
            score,
            elo: elo(score),
            interval: score_interval.map(|(low, high)| (elo(low), elo(high))),
            normalized: None,
            superiority: score_interval.map_or(0.5, |ends| superiority(score, ends)),
            score_interval,
        }
    }

    /// The difference from adjusted scores with the mean `score`, which are as certain as `worth`
    /// times the units.
    pub(crate) fn adjusted(&self, score: f64, worth: f64) -> Self {
        let narrowed = |end: f64| score + (end - self.score) / worth.sqrt();
        let ends = self.score_interval.map(|(low, high)| (narrowed(low), narrowed(high)));
        Self::from_scores(score, ends)
    }

    /// The difference in Elo with its interval, in figures.
    #[must_use]
    pub fn figures(&self) -> String {
        match (self.margin(), self.interval) {
            (Some(margin), _) => format!("{:+.1} ± {margin:.1} Elo", self.elo),
            (None, Some((low, high))) => format!("{:+.1} Elo [{low:+.1}, {high:+.1}]", self.elo),
            (None, None) => format!("{:+.1} Elo", self.elo),
        }
    }

    /// Half the width of the interval, if it is finite.
    #[must_use]
    pub fn margin(&self) -> Option<f64> {
        self.interval.map(|(low, high)| (high - low) / 2.0).filter(|margin| margin.is_finite())
    }

    /// The result in words.
    #[must_use]
    pub fn words(&self, first: &str, second: &str) -> String {
        if self.score < 0.5 {
            return self.mirrored().words(second, first);
        }
        if self.score >= 1.0 {
            return format!("{first} won every game against {second}: too strong to measure");
        }
        let elo = self.elo;
        match (self.interval, self.margin()) {
            (None, _) => format!("{first} against {second}: {elo:.0} Elo, too few games to tell"),
            (Some((low, _)), Some(margin)) if low > 0.0 => {
                format!("{first} is stronger than {second} by {elo:.0} ± {margin:.0} Elo")
            }
            (Some((low, _)), None) if low > 0.0 => {
                format!("{first} is stronger than {second} by {elo:.0} Elo, at least {low:.0}")
            }
            (_, Some(margin)) => format!(
                "no difference shown between {first} and {second}: {elo:.0} ± {margin:.0} Elo for {first}"
            ),
            _ => format!(
                "no difference shown between {first} and {second}: {elo:.0} Elo for {first}, too few games to tell"
            ),
        }
    }

    /// The difference in favour of the second player.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self {
            score: 1.0 - self.score,
            elo: 0.0 - self.elo,
            interval: self.interval.map(|(low, high)| (0.0 - high, 0.0 - low)),
            normalized: self.normalized.map(|(elo, error)| (0.0 - elo, error)),
            superiority: 1.0 - self.superiority,
            score_interval: self.score_interval.map(|(low, high)| (1.0 - high, 1.0 - low)),
        }
    }
}

/// The loss of likelihood at the ends of an interval from this number of units: twice the
/// logarithm.
pub(crate) fn limit(units: f64) -> f64 {
    QUANTILE.powi(2) * (1.0 + FEW / units)
}

/// The difference in Elo whose expected score is `score`; infinite for 0 and 1.
#[must_use]
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The probability that the true score is above one half: that of a normal distribution with this
/// distance between the mean and the end of the interval on the side of one half.
fn superiority(score: f64, (low, high): (f64, f64)) -> f64 {
    let lead = score - 0.5;
    let width = if lead > 0.0 { score - low } else { high - score };
    normal(QUANTILE * lead / width)
}

/// The lead in normalised Elo, and half the width of its 95 % interval. The deviation of a unit is
/// estimated, too. So the variance has the skewness and the kurtosis of the scores (delta method).
fn normalized(found: &[(f64, f64)], units: f64, games: f64) -> (f64, f64) {
    let (mean, variance) = moments(found);
    let deviation = variance.sqrt();
    let power = |power: i32| {
        let term =
            |&(score, chance): &(f64, f64)| chance * ((score - mean) / deviation).powi(power);
        found.iter().map(term).sum::<f64>()
    };
    let (lead, skewness, kurtosis) = ((mean - 0.5) / deviation, power(3), power(4));
    let spread = 1.0 - lead * skewness + lead * lead * (kurtosis - 1.0) / 4.0;
    let error = QUANTILE * (spread.max(0.0) * (1.0 + FEW_NORMALIZED / units) / units).sqrt();
    let scale = ELO_PER_DEVIATION / games.sqrt();
    (lead * scale, error * scale)
}

/// The expected score of a difference in Elo.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64, within: f64) {
        assert!((left - right).abs() <= within, "{left} {right}");
    }

    fn strength(pairs: [u64; 5]) -> Strength {
        Strength::of(&Multinomial::new(pairs.to_vec()).unwrap()).unwrap()
    }

    #[test]
    fn elo_of_scores() {
        close(elo(0.5), 0.0, 0.0);
        close(elo(0.75), 190.848_501_9, 1e-6);
        close(elo(0.25), -190.848_501_9, 1e-6);
        close(elo(10.0 / 11.0), 400.0, 1e-9);
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
        assert_eq!((elo(1.5), elo(-0.5)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    /// By hand: 10 units, points 0, 0.5, 1, 1, 1, 1.5, 1.5, 2, 2, 2, so 12.5 of 20. At the ends of
    /// the interval the likelihood is less by the factor that the quantile gives.
    #[test]
    fn a_match_by_hand() {
        let got = strength([1, 1, 3, 2, 3]);
        close(got.score, 0.625, 1e-12);
        close(got.elo, 88.739_499_8, 1e-6);
        let (low, high) = got.interval.unwrap();
        for end in [low, high] {
            // The most likely probabilities with this mean are found by plain bisection.
            let mean = expected_score(end);
            let terms = [(1.0, 0.0), (1.0, 0.25), (3.0, 0.5), (2.0, 0.75), (3.0, 1.0)];
            let (mut left, mut right) = (-1.0 / (1.0 - mean), 1.0 / mean);
            for _ in 0..200 {
                let x = f64::midpoint(left, right);
                let part = |(count, score): (f64, f64)| {
                    count * (score - mean) / (1.0 + x * (score - mean))
                };
                if terms.into_iter().map(part).sum::<f64>() > 0.0 { left = x } else { right = x }
            }
            let factor = |(count, score): (f64, f64)| count * (1.0 + left * (score - mean)).ln();
            let loss: f64 = terms.into_iter().map(factor).sum();
            close(2.0 * loss, 3.841_459 * 1.1, 1e-4);
        }
        close(got.superiority, normal(QUANTILE * 0.125 / (0.625 - expected_score(low))), 1e-12);
    }

    /// Two equal pairs are no certainty.
    #[test]
    fn equal_units_leave_doubt() {
        let found = strength([0, 0, 0, 2, 0]);
        let (low, high) = found.interval.unwrap();
        assert!(low < -100.0 && high > 400.0, "{low} {high}");
        assert!((0.6..0.9).contains(&found.superiority), "{}", found.superiority);
        assert!(found.words("A", "B").starts_with("no difference shown"));
        for units in 2..50 {
            let margin = strength([0, 0, units, 0, 0]).margin().unwrap();
            assert!(margin > 700.0 / units as f64, "{units}: {margin}");
        }
    }

    #[test]
    fn limits() {
        assert_eq!(Strength::of(&Multinomial::empty(2)), None);
        let drawn = strength([0, 0, 50, 0, 0]);
        assert_eq!((drawn.elo, drawn.normalized, drawn.superiority), (0.0, None, 0.5));
        let won = strength([0, 0, 0, 0, 9]);
        assert_eq!((won.elo, won.normalized), (f64::INFINITY, None));
        assert_eq!(won.interval.map(|(_, high)| high), Some(f64::INFINITY));
        close(won.superiority, 0.9999, 1e-4);
        let one = strength([0, 0, 0, 1, 0]);
        assert_eq!((one.interval, one.superiority), (None, 0.5));
        // With ten times the units the score is the same, and the error is smaller by about the
        // root of ten.
        let (few, many) = (strength([5, 10, 30, 10, 5]), strength([50, 100, 300, 100, 50]));
        close(few.margin().unwrap() / many.margin().unwrap(), 10f64.sqrt(), 0.1);
    }

    #[test]
    fn symmetric() {
        for pairs in [[1, 2, 3, 4, 5], [0, 0, 7, 1, 0], [0, 0, 0, 2, 9], [40, 0, 0, 0, 41]] {
            let (left, mut turned) = (strength(pairs), pairs);
            turned.reverse();
            let right = strength(turned).mirrored();
            close(left.elo, right.elo, 1e-9);
            close(left.superiority, right.superiority, 1e-9);
            close(left.interval.unwrap().0, right.interval.unwrap().0, 1e-6);
        }
    }

    #[test]
    fn words() {
        let words = |pairs| strength(pairs).words("A", "B");
        // 225 of 360 half points, Elo 45.6 to 132.4 by a program in another language.
        assert_eq!(words([5, 10, 30, 25, 20]), "A is stronger than B by 89 ± 43 Elo");
        assert_eq!(words([20, 25, 30, 10, 5]), "B is stronger than A by 89 ± 43 Elo");
        assert!(words([0, 0, 50, 0, 0]).starts_with("no difference shown between A and B: 0 ± 17"));
        assert!(words([9, 0, 0, 0, 0]).starts_with("B won every game against A"));
        assert!(words([0, 0, 0, 1, 1]).starts_with("no difference shown between A and B: 338 ±"));
    }
}
