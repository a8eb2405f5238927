//! The difference of strength between two players, from the counts of units.

use crate::multinomial::{Multinomial, moments};
use crate::normal::{QUANTILE, normal};

/// The normalised Elo of a mean that is one standard deviation of a game above even.
pub const ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// The difference of strength in favour of the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The share of the points, from 0 to 1.
    pub score: f64,
    /// The difference in Elo; infinite if all or no points were won.
    pub elo: f64,
    /// The 95 % interval of the difference; `None` with less than two units. Either end may be
    /// infinite.
    pub interval: Option<(f64, f64)>,
    /// The difference in normalised Elo, which does not depend on the rate of draws, and half the
    /// width of its 95 % interval. `None` if all units have the same score.
    pub normalized: Option<(f64, f64)>,
    /// The probability that the first player is stronger.
    pub superiority: f64,
}

impl Strength {
    /// The difference from the counts of units by score; `None` without a unit.
    #[must_use]
    pub fn of(results: &Multinomial) -> Option<Self> {
        let units = results.units();
        if units == 0.0 {
            return None;
        }
        let (score, variance) = moments(&results.distribution());
        Some(Self::from_moments(score, variance, units, results.games()))
    }

    /// The difference from the mean score of `units` units of `games` games each, and the variance
    /// of the score over units.
    #[must_use]
    pub fn from_moments(score: f64, variance: f64, units: f64, games: f64) -> Self {
        let error = (units > 1.0).then(|| (variance / units).sqrt());
        let ends = |error: f64| (elo(score - QUANTILE * error), elo(score + QUANTILE * error));
        let normalized = (variance > 0.0).then(|| {
            let deviation = (variance * games).sqrt();
            let error = QUANTILE * ELO_PER_DEVIATION / (units * games).sqrt();
            ((score - 0.5) / deviation * ELO_PER_DEVIATION, error)
        });
        Self {
            score,
            elo: elo(score),
            interval: error.map(ends),
            normalized,
            superiority: error.map_or(0.5, |error| superiority(score, error)),
        }
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
        }
    }
}

/// The difference in Elo whose expected score is `score`; infinite for 0 and 1.
#[must_use]
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The probability that the true score is above one half.
fn superiority(score: f64, error: f64) -> f64 {
    let lead = score - 0.5;
    if error > 0.0 {
        normal(lead / error)
    } else if lead == 0.0 {
        0.5
    } else {
        f64::from(lead > 0.0)
    }
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

    /// By hand: 10 units, points 0, 0.5, 1, 1, 1, 1.5, 1.5, 2, 2, 2, so 12.5 of 20; squares of the
    /// shares 0, 1/16, 3/4, 9/8, 3, in all 4.9375; spread 0.49375 - 0.390625 = 0.103125; variance
    /// of the mean 0.103125 / 10, error 0.1015505.
    #[test]
    fn a_match_by_hand() {
        let got = strength([1, 1, 3, 2, 3]);
        close(got.score, 0.625, 1e-12);
        close(got.elo, 88.739_499_8, 1e-6);
        let (low, high) = got.interval.unwrap();
        close(low, elo(0.625 - 1.959_964 * 0.101_550_5), 1e-3);
        close(high, elo(0.625 + 1.959_964 * 0.101_550_5), 1e-3);
        close(got.superiority, normal(0.125 / 0.101_550_5), 1e-6);
    }

    #[test]
    fn limits() {
        assert_eq!(Strength::of(&Multinomial::empty(2)), None);
        let drawn = strength([0, 0, 50, 0, 0]);
        assert_eq!((drawn.elo, drawn.interval, drawn.superiority), (0.0, Some((0.0, 0.0)), 0.5));
        let won = strength([0, 0, 0, 0, 9]);
        assert_eq!((won.elo, won.superiority), (f64::INFINITY, 1.0));
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
            close(left.interval.unwrap().0, right.interval.unwrap().0, 1e-9);
        }
    }

    #[test]
    fn words() {
        let words = |pairs| strength(pairs).words("A", "B");
        // By hand: 225 of 360 half points, error of the score 0.029628, Elo 46.8 to 133.4.
        assert_eq!(words([5, 10, 30, 25, 20]), "A is stronger than B by 89 ± 43 Elo");
        assert_eq!(words([20, 25, 30, 10, 5]), "B is stronger than A by 89 ± 43 Elo");
        assert!(words([0, 0, 50, 0, 0]).starts_with("no difference shown between A and B: 0 ± 0"));
        assert!(words([9, 0, 0, 0, 0]).starts_with("B won every game against A"));
        assert!(words([0, 0, 0, 1, 1]).contains("at least"));
    }
}
