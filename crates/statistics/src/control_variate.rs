//! Scores without luck: luck as a control variate, as far as it tells of the scores.
//!
//! Luck is nothing on the average, so any multiple of it can be taken off without bias. The
//! multiple with the least spread is the regression coefficient. It is estimated from other units
//! than those it is applied to (cross-fitting): it would not be independent of its own.
//!
//! CITE: S. Asmussen and P. Glynn, "Stochastic Simulation", 2007, chapter V.2 (control variates);
//! V. Chernozhukov and others, "Double/debiased machine learning", 2018 (cross-fitting).

/// The parts that the units are dealt to, in turn.
const FOLDS: usize = 10;

/// Before so many units nothing is known of the coefficient, and nothing is taken off.
const LEAST: f64 = 8.0;

/// Sums over some units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct UnitSums {
    count: f64,
    score: f64,
    luck: f64,
    score_score: f64,
    score_luck: f64,
    luck_luck: f64,
}

impl UnitSums {
    /// With `sign` -1 without the other units, with 1 and them, too.
    fn combined(self, other: Self, sign: f64) -> Self {
        Self {
            count: self.count + sign * other.count,
            score: self.score + sign * other.score,
            luck: self.luck + sign * other.luck,
            score_score: self.score_score + sign * other.score_score,
            score_luck: self.score_luck + sign * other.score_luck,
            luck_luck: self.luck_luck + sign * other.luck_luck,
        }
    }

    /// How much of the luck is in the score: the slope of the regression, as the mean of luck is
    /// known to be 0.
    fn coefficient(self) -> f64 {
        if self.count < LEAST || self.luck_luck <= 0.0 {
            return 0.0;
        }
        (self.score_luck - self.score / self.count * self.luck) / self.luck_luck
    }
}

/// The scores of units with the luck in them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ControlVariate {
    folds: [UnitSums; FOLDS],
    next: usize,
}

/// What the scores are without luck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean over units.
    pub mean: f64,
    /// The variance over units.
    pub variance: f64,
    /// The variance of the scores as they were.
    pub raw_variance: f64,
    /// How much of the luck was taken off, on the average.
    pub coefficient: f64,
    /// How many units there are.
    pub units: f64,
}

impl ControlVariate {
    /// Adds a unit.
    pub fn add(&mut self, score: f64, luck: f64) {
        let unit = UnitSums {
            count: 1.0,
            score,
            luck,
            score_score: score * score,
            score_luck: score * luck,
            luck_luck: luck * luck,
        };
        let fold = &mut self.folds[self.next];
        *fold = fold.combined(unit, 1.0);
        self.next = (self.next + 1) % FOLDS;
    }

    /// The scores without luck; `None` from less than two units.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let all = self.folds.iter().fold(UnitSums::default(), |sum, &fold| sum.combined(fold, 1.0));
        let units = all.count;
        if units < 2.0 {
            return None;
        }
        let (mut sum, mut squares, mut coefficients) = (0.0, 0.0, 0.0);
        for fold in self.folds {
            let slope = all.combined(fold, -1.0).coefficient();
            sum += fold.score - slope * fold.luck;
            squares +=
                fold.score_score - 2.0 * slope * fold.score_luck + slope * slope * fold.luck_luck;
            coefficients += slope * fold.count;
        }
        let spread = |sum: f64, squares: f64| (squares / units - (sum / units).powi(2)).max(0.0);
        let (variance, raw_variance) = (spread(sum, squares), spread(all.score, all.score_score));
        // From few units the coefficient can be so wrong that the scores as they were tell more.
        Some(if variance < raw_variance {
            let coefficient = coefficients / units;
            Estimate { mean: sum / units, variance, raw_variance, coefficient, units }
        } else {
            let (mean, variance) = (all.score / units, raw_variance);
            Estimate { mean, variance, raw_variance, coefficient: 0.0, units }
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// A number with mean 0 and variance 1, about normal.
    fn noise(rng: &mut ChaCha8Rng) -> f64 {
        (0..12).map(|_| rng.random_range(-0.5..0.5)).sum()
    }

    /// Units with the mean score 0.6, a share of their luck in them, and other noise.
    fn simulated(units: u32, share: f64, luck: f64, rng: &mut ChaCha8Rng) -> Estimate {
        let mut sums = ControlVariate::default();
        for _ in 0..units {
            let luck = luck * noise(rng);
            sums.add(0.6 + share * luck + 0.1 * noise(rng), luck);
        }
        sums.estimate().unwrap()
    }

    /// Whatever part of the luck is in the scores, the spread is no greater than with all of it
    /// taken off, or none.
    #[test]
    fn the_best_multiple_is_taken_off() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for (share, luck) in [(1.0, 0.2), (0.0, 0.3), (0.1, 0.4), (0.5, 0.2)] {
            let found = simulated(4000, share, luck, &mut rng);
            assert!((found.coefficient - share).abs() < 0.03, "{share}: {found:?}");
            assert!(found.variance < 1.03 * found.raw_variance, "{share}: {found:?}");
            assert!(found.variance < 1.1 * 0.01, "{share}: {found:?}");
        }
        let none = ControlVariate::default();
        assert_eq!(none.estimate(), None);
    }

    /// A few units of which luck tells nothing: the scores are not made worse than they were.
    #[test]
    fn few_units_are_not_made_worse() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let found: Vec<_> = (0..300).map(|_| simulated(15, 0.0, 0.3, &mut rng)).collect();
        assert!(found.iter().all(|found| found.variance <= found.raw_variance));
        assert!(found.iter().any(|found| found.coefficient == 0.0 && found.mean > 0.5));
    }

    /// No bias, and intervals that hold the mean as often as they say, from few units, too.
    #[test]
    fn estimates_are_unbiased_and_honest() {
        const RUNS: u32 = 4000;
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        for (units, least) in [(12, 0.90), (60, 0.935)] {
            let (mut sum, mut squares, mut within) = (0.0, 0.0, 0);
            for _ in 0..RUNS {
                let found = simulated(units, 0.7, 0.15, &mut rng);
                let off = found.mean - 0.6;
                sum += off;
                squares += off * off;
                within += u32::from(off.abs() < 1.96 * (found.variance / found.units).sqrt());
            }
            let runs = f64::from(RUNS);
            let error = (squares / runs).sqrt() / runs.sqrt();
            assert!((sum / runs).abs() < 3.0 * error, "{units}: {} ± {error}", sum / runs);
            let share = f64::from(within) / runs;
            assert!((least..0.97).contains(&share), "{units}: {share}");
        }
    }
}
