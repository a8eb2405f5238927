//! The statistics of paired games: pure functions of the counts.
//!
//! The two games of a unit share their start and dice, so their results are not independent. The
//! variance is therefore taken over the scores of units, which have five values (the pentanomial
//! model), and not over games. The interval of the Elo difference is that of the score, mapped.

/// The quantile of the normal distribution for an interval of 95 %.
const QUANTILE: f64 = 1.959_963_985;

/// How much stronger the first player is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The share of the points, from 0 to 1.
    pub score: f64,
    /// The difference in Elo; infinite where all or no points were won.
    pub elo: f64,
    /// The 95 % interval of the difference; none from less than two units. Either end may be
    /// infinite.
    pub interval: Option<(f64, f64)>,
    /// The likelihood that the first player is the stronger one.
    pub superiority: f64,
}

impl Strength {
    /// From the number of units with 0, 1, 2, 3 and 4 half points; `None` without a unit.
    #[must_use]
    pub fn of(pairs: &[u64; 5]) -> Option<Self> {
        let units = pairs.iter().sum::<u64>() as f64;
        if units == 0.0 {
            return None;
        }
        let score = mean(pairs, units, |share| share);
        let spread = mean(pairs, units, |share| (share - score).powi(2));
        // The variance of the mean, with Bessel's correction.
        let error = (units > 1.0).then(|| (spread / (units - 1.0)).sqrt());
        let ends = |error: f64| (elo(score - QUANTILE * error), elo(score + QUANTILE * error));
        Some(Self {
            score,
            elo: elo(score),
            interval: error.map(ends),
            superiority: error.map_or(0.5, |error| superiority(score, error)),
        })
    }

    /// Half the length of the interval, where it is finite.
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

    /// The same for the other player.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self {
            score: 1.0 - self.score,
            elo: 0.0 - self.elo,
            interval: self.interval.map(|(low, high)| (0.0 - high, 0.0 - low)),
            superiority: 1.0 - self.superiority,
        }
    }
}

/// The mean over units of a function of their share of the points.
fn mean(pairs: &[u64; 5], units: f64, of: impl Fn(f64) -> f64) -> f64 {
    let sum: f64 = (0..).zip(pairs).map(|(i, &n)| n as f64 * of(f64::from(i) / 4.0)).sum();
    sum / units
}

/// The difference in Elo that makes a score expected; infinite from 0 or 1 on.
#[must_use]
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The likelihood that the true score is above one half.
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

/// The distribution function of the standard normal distribution, to seven digits.
///
/// The error function is that of Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26.
#[must_use]
pub fn normal(x: f64) -> f64 {
    const FACTORS: [f64; 5] =
        [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = FACTORS.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = series * (-z * z).exp() / 2.0;
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64, within: f64) {
        assert!((left - right).abs() <= within, "{left} {right}");
    }

    fn strength(pairs: [u64; 5]) -> Strength {
        Strength::of(&pairs).unwrap()
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

    #[test]
    fn normal_distribution() {
        close(normal(0.0), 0.5, 2e-7);
        close(normal(1.0), 0.841_344_746, 2e-7);
        close(normal(-1.0), 0.158_655_254, 2e-7);
        close(normal(QUANTILE), 0.975, 2e-7);
        close(normal(9.0), 1.0, 1e-15);
    }

    /// By hand: 10 units, points 0, 0.5, 1, 1, 1, 1.5, 1.5, 2, 2, 2, so 12.5 of 20; squares of the
    /// shares 0, 1/16, 3/4, 9/8, 3, in all 4.9375; spread 0.49375 - 0.390625 = 0.103125; variance of
    /// the mean 0.103125 / 9 = 0.0114583, error 0.1070436.
    #[test]
    fn a_match_by_hand() {
        let got = strength([1, 1, 3, 2, 3]);
        close(got.score, 0.625, 1e-12);
        close(got.elo, 88.739_499_8, 1e-6);
        let (low, high) = got.interval.unwrap();
        close(low, elo(0.625 - 1.959_964 * 0.107_043_6), 1e-3);
        close(high, elo(0.625 + 1.959_964 * 0.107_043_6), 1e-3);
        close(got.superiority, normal(0.125 / 0.107_043_6), 1e-6);
    }

    #[test]
    fn limits() {
        assert_eq!(Strength::of(&[0; 5]), None);
        let drawn = strength([0, 0, 50, 0, 0]);
        assert_eq!((drawn.elo, drawn.interval, drawn.superiority), (0.0, Some((0.0, 0.0)), 0.5));
        let won = strength([0, 0, 0, 0, 9]);
        assert_eq!((won.elo, won.superiority), (f64::INFINITY, 1.0));
        let one = strength([0, 0, 0, 1, 0]);
        assert_eq!((one.interval, one.superiority), (None, 0.5));
        // Ten times the units: the same score, an error smaller by the root of ten, about.
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
