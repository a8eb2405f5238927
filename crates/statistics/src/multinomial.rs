//! Counts of units by their score.

use reader::ParseError;

/// The number of units with each possible score. The scores go from no points to all points in
/// equal steps: five for pairs of games (pentanomial), three for single games (trinomial).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multinomial {
    counts: Vec<u64>,
}

impl Multinomial {
    /// No units yet, where a unit has `games` games.
    #[must_use]
    pub fn empty(games: u32) -> Self {
        Self { counts: vec![0; 2 * games as usize + 1] }
    }

    /// The counts, from the lowest score to the highest. There are 3, 5, 7 ... of them.
    ///
    /// # Errors
    /// Any other number of counts.
    pub fn new(counts: Vec<u64>) -> Result<Self, ParseError> {
        if counts.len() >= 3 && counts.len() % 2 == 1 {
            Ok(Self { counts })
        } else {
            let given = counts.len().to_string();
            Err(ParseError::new("results", &given, "3, 5, 7 ... counts, from all lost to all won"))
        }
    }

    /// The probabilities of the scores of a unit of independent games, from the probabilities of a
    /// loss, a draw and a win in one game. For simulations.
    #[must_use]
    pub fn independent(game: [f64; 3], games: usize) -> Vec<f64> {
        let mut chances = vec![1.0];
        for _ in 0..games {
            let mut next = vec![0.0; chances.len() + 2];
            for (points, chance) in chances.iter().enumerate() {
                for (more, share) in game.iter().enumerate() {
                    next[points + more] += chance * share;
                }
            }
            chances = next;
        }
        chances
    }

    /// The counts.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Adds a unit with this number of half points.
    pub fn add(&mut self, half_points: u32) {
        self.counts[half_points as usize] += 1;
    }

    /// The number of games in a unit.
    #[must_use]
    pub fn games(&self) -> f64 {
        (self.counts.len() - 1) as f64 / 2.0
    }

    /// The number of units.
    #[must_use]
    pub fn units(&self) -> f64 {
        self.counts.iter().sum::<u64>() as f64
    }

    /// The variance of the scores of units.
    #[must_use]
    pub fn variance(&self) -> f64 {
        moments(&self.distribution()).1
    }

    /// The scores, from 0 to 1, each with its probability.
    #[must_use]
    pub fn distribution(&self) -> Vec<(f64, f64)> {
        self.padded(0.0, 0.0).1
    }

    /// The number of units and the distribution of their scores, where each count is raised to at
    /// least `least`, and the counts of units with no point and with all points to `ends`.
    pub(crate) fn padded(&self, least: f64, ends: f64) -> (f64, Vec<(f64, f64)>) {
        let last = self.counts.len() - 1;
        let raised = |(step, &count): (usize, &u64)| {
            (count as f64).max(if step == 0 || step == last { ends } else { least })
        };
        let counts = self.counts.iter().enumerate().map(raised);
        let total: f64 = counts.clone().sum();
        let scores =
            counts.enumerate().map(|(step, count)| (step as f64 / last as f64, count / total));
        (total, scores.collect())
    }
}

/// The mean and the variance of a distribution.
pub(crate) fn moments(distribution: &[(f64, f64)]) -> (f64, f64) {
    let mean = distribution.iter().map(|(score, chance)| score * chance).sum::<f64>();
    let square = |&(score, chance): &(f64, f64)| chance * (score - mean).powi(2);
    (mean, distribution.iter().map(square).sum())
}
