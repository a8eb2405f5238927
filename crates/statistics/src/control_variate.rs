//! Scores adjusted for luck: luck is a control variate.
//!
//! The mean of the luck is zero, so any multiple of it can be subtracted without bias. The multiple
//! with the least variance is the regression coefficient. The coefficient for a unit is estimated
//! from other units only (cross-fitting), since it must be independent of the unit.
//!
//! CITE: S. Asmussen and P. Glynn, "Stochastic Simulation", 2007, chapter V.2 (control variates);
//! V. Chernozhukov and others, "Double/debiased machine learning", 2018 (cross-fitting).

/// The number of folds. Units are assigned to the folds in turn.
const FOLDS: usize = 10;

/// The least number of units for an estimate of the coefficient, apart from those of one fold. With
/// fewer units, no luck is subtracted: by simulation the estimate then adds as much variance as it
/// seems to remove.
const LEAST: f64 = 20.0;

/// The squared correlation of luck and score, times the number of units, from which luck is
/// subtracted. A smaller one is likely by chance.
const TELLING: f64 = 4.0;

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
    /// The sums with the other units added, if `sign` is 1, or removed, if it is -1.
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

    /// The regression coefficient of the score on the luck, whose mean is known to be 0.
    fn coefficient(self) -> f64 {
        if self.count < LEAST || self.luck_luck <= 0.0 {
            return 0.0;
        }
        (self.score_luck - self.score / self.count * self.luck) / self.luck_luck
    }
}

/// The scores of units with their luck.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ControlVariate {
    folds: [UnitSums; FOLDS],
    next: usize,
}

/// The adjusted scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean of the adjusted scores over units.
    pub mean: f64,
    /// The variance of the adjusted scores over units.
    pub variance: f64,
    /// The variance of the scores without adjustment.
    pub raw_variance: f64,
    /// The mean multiple of the luck that was subtracted.
    pub coefficient: f64,
    /// The number of units.
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

    /// The adjusted scores; `None` with less than two units.
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
        // A reduction that may be due to chance is none.
        Some(if variance < raw_variance * (1.0 - TELLING / units) {
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

    /// A random number with mean 0 and variance 1, nearly normal.
    fn noise(rng: &mut ChaCha8Rng) -> f64 {
        (0..12).map(|_| rng.random_range(-0.5..0.5)).sum()
    }

    /// Units with a mean score of 0.6, a part of their luck, and other noise.
    fn simulated(units: u32, share: f64, luck: f64, rng: &mut ChaCha8Rng) -> Estimate {
        let mut sums = ControlVariate::default();
        for _ in 0..units {
            let luck = luck * noise(rng);
            sums.add(0.6 + share * luck + 0.1 * noise(rng), luck);
        }
        sums.estimate().unwrap()
    }

    /// For any part of the luck in the scores, the variance is at most the variance with all of the
    /// luck subtracted or none.
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

    /// With unrelated luck the results are said to be more certain hardly more often than chance
    /// allows, and they are as certain as is said.
    #[test]
    fn unrelated_luck_is_left_in() {
        const RUNS: u32 = 3000;
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for units in [9, 12, 20, 25, 40, 200] {
            let (mut used, mut claimed, mut squares) = (0, 0.0, 0.0);
            for _ in 0..RUNS {
                let found = simulated(units, 0.0, 0.3, &mut rng);
                used += u32::from(found.coefficient != 0.0);
                claimed += found.variance / (f64::from(units) - 1.0);
                squares += (found.mean - 0.6).powi(2);
            }
            assert!(used * 20 < RUNS && (units > 20 || used == 0), "{units}: {used}");
            // The variance has an error of some 3 % in this simulation.
            assert!(squares < 1.08 * claimed, "{units}: {squares} {claimed}");
        }
    }

    /// The estimates have no bias, and the intervals hold the mean as often as stated, also with
    /// few units.
    #[test]
    fn estimates_are_unbiased_and_honest() {
        const RUNS: u32 = 4000;
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        for (units, least) in [(12, 0.90), (30, 0.92), (60, 0.935)] {
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
