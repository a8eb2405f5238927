//! The sequential probability ratio test: whether one player is better by `elo0` or by `elo1`.
//!
//! CITE: A. Wald, "Sequential Tests of Statistical Hypotheses", 1945; the generalised likelihood
//! ratio over units, M. Van den Bergh, "The generalized maximum likelihood ratio for the
//! expectation value of a distribution", as fishtest and fastchess use it.
//!
//! It is written here rather than taken from a library, since it must be exact: it is asked after
//! every unit, and the match has to end with the same one on every machine. `tests/published.rs`
//! checks it against values that fastchess, fishtest and OpenBench have published, over single
//! games and over units.
//!
//! The ratio is that of many units. From few units that are not even it errs more often than it
//! says; so it is reduced by as much as their number demands ([`Sprt::corrected`]).
//! `benches/benches/sprt.rs` shows both errors.

use std::fmt;
use std::str::FromStr;

use crate::InputError;

use crate::likelihood::{log_ratio, most_likely_of_effect, most_likely_of_mean};
use crate::multinomial::Multinomial;
use crate::strength::{ELO_PER_DEVIATION, elo, expected_score};

/// What the bounds are measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Normalised Elo: the difference over the deviation of a game.
    #[default]
    Normalized,
    /// Elo as ratings have it.
    Logistic,
    /// BayesElo, with the rate of draws as found; over single games only.
    Bayes,
}

/// A test: `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized,over=units`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// That of the alternative.
    pub elo1: f64,
    /// The chance to accept the alternative where the null hypothesis holds.
    pub alpha: f64,
    /// The chance to accept the null hypothesis where the alternative holds.
    pub beta: f64,
    /// What they are measured in.
    pub model: Model,
    /// Over single games instead of units.
    pub over_games: bool,
}

/// The text that [`Sprt::parse`] reads, without what has its default.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model, over_games } = self;
        let default = Self::default();
        write!(f, "elo0={elo0},elo1={elo1}")?;
        if (*alpha, *beta) != (default.alpha, default.beta) {
            write!(f, ",alpha={alpha},beta={beta}")?;
        }
        f.write_str(match model {
            Model::Normalized => "",
            Model::Logistic => ",model=logistic",
            Model::Bayes => ",model=bayes",
        })?;
        f.write_str(if *over_games { ",over=games" } else { "" })
    }
}

impl FromStr for Sprt {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::parse(text)
    }
}

/// What a test found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The null hypothesis is accepted.
    H0,
    /// The alternative is accepted.
    H1,
}

impl Default for Sprt {
    fn default() -> Self {
        let (elo0, elo1, alpha, beta) = (0.0, 5.0, 0.05, 0.05);
        Self { elo0, elo1, alpha, beta, model: Model::Normalized, over_games: false }
    }
}

impl Sprt {
    /// The test of two differences in normalised Elo, with errors of 5 %.
    #[must_use]
    pub fn elo(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, ..Self::default() }
    }

    /// Reads the text of a test; what it leaves out has the default.
    ///
    /// # Errors
    /// An unknown key, or a value that it does not take.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let mut test = Self::default();
        for item in text.split(',').filter(|_| !text.is_empty()) {
            let Some((key, value)) = item.split_once('=') else {
                return Err(InputError::new("sprt", item, "key=value"));
            };
            let wrong = |expected: &str| InputError::new(format!("sprt {key}"), value, expected);
            let elo = || {
                let elo = value.parse().ok().filter(|elo: &f64| elo.abs() < 1000.0);
                elo.ok_or_else(|| wrong("Elo between -1000 and 1000"))
            };
            let chance = || {
                let chance = value.parse().ok().filter(|&chance| 0.0 < chance && chance < 0.5);
                chance.ok_or_else(|| wrong("a probability between 0 and 0.5"))
            };
            match key {
                "elo0" => test.elo0 = elo()?,
                "elo1" => test.elo1 = elo()?,
                "alpha" => test.alpha = chance()?,
                "beta" => test.beta = chance()?,
                "model" => {
                    test.model = match value {
                        "normalized" => Model::Normalized,
                        "logistic" => Model::Logistic,
                        "bayes" => Model::Bayes,
                        _ => return Err(wrong("normalized, logistic or bayes")),
                    }
                }
                "over" => {
                    test.over_games = match value {
                        "units" => false,
                        "games" => true,
                        _ => return Err(wrong("units or games")),
                    }
                }
                _ => {
                    let keys = "one of elo0 elo1 alpha beta model over";
                    return Err(InputError::new("sprt", key, keys));
                }
            }
        }
        if test.elo0 >= test.elo1 {
            return Err(InputError::new("sprt", text, "elo0 below elo1"));
        }
        test.over_games |= test.model == Model::Bayes;
        Ok(test)
    }

    /// The name of what the bounds are measured in.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match self.model {
            Model::Normalized => "normalised Elo",
            Model::Logistic => "Elo",
            Model::Bayes => "BayesElo",
        }
    }

    /// The bounds of the log-likelihood ratio: at the lower one the null hypothesis is accepted, at
    /// the upper one the alternative.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio of the two hypotheses.
    #[must_use]
    pub fn llr(&self, results: &Multinomial) -> f64 {
        if results.units() == 0.0 {
            return 0.0;
        }
        let (units, found) = results.padded(LEAST);
        match self.model {
            Model::Bayes => bayes_ratio(results, self.elo0, self.elo1),
            Model::Logistic => {
                let [h0, h1] = [self.elo0, self.elo1]
                    .map(|elo| most_likely_of_mean(&found, expected_score(elo)));
                units * log_ratio(&found, &h0, &h1)
            }
            Model::Normalized => {
                let [h0, h1] = [self.elo0, self.elo1]
                    .map(|elo| most_likely_of_effect(&found, effect(elo, results.games())));
                units * log_ratio(&found, &h0, &h1)
            }
        }
    }

    /// The ratio by which the test decides: reduced by two units in as many as tell something.
    /// Units that are even tell little of the spread. How many others there are, weighed by how far
    /// they are from even, is the square of the mean square over the mean fourth power; at least as
    /// many as the bounds demand.
    #[must_use]
    pub fn corrected(&self, results: &Multinomial) -> f64 {
        let distribution = results.distribution();
        let power = |power: i32| {
            let term = |&(score, chance): &(f64, f64)| chance * (score - 0.5f64).powi(power);
            distribution.iter().map(term).sum::<f64>()
        };
        let (squares, fourths) = (power(2), power(4));
        let found = if fourths > 0.0 { squares * squares / fourths } else { 0.0 };
        let telling = results.units() * found.max(self.least_share(results.games()));
        if telling > 0.0 { self.llr(results) * telling / (telling + REDUCTION) } else { 0.0 }
    }

    /// The least share of units that are not even, if the lead is that of the farther bound and
    /// units have so many games.
    fn least_share(&self, games: f64) -> f64 {
        let elo = self.elo0.abs().max(self.elo1.abs());
        match self.model {
            Model::Normalized => {
                let square = effect(elo, games).powi(2);
                square / (1.0 + square)
            }
            Model::Logistic => 2.0 * expected_score(elo) - 1.0,
            Model::Bayes => 0.0,
        }
    }

    /// The greatest lead that is possible where so many units are even, in the measure of the
    /// bounds. There is none where units are too few, or over single games with BayesElo. The share
    /// of even units is estimated with one more that is even and one more that is not (Laplace),
    /// since few units do not tell it well.
    #[must_use]
    pub fn attainable(&self, results: &Multinomial) -> Option<f64> {
        const ENOUGH: f64 = 5.0;
        let counts = results.counts();
        let even = counts[counts.len() / 2] as f64;
        if results.units() < ENOUGH || even == 0.0 {
            return None;
        }
        let share = 1.0 - (even + 1.0) / (results.units() + 2.0);
        match self.model {
            Model::Normalized => {
                Some((share / (1.0 - share)).sqrt() / effect(1.0, results.games()))
            }
            Model::Logistic => Some(elo(f64::midpoint(1.0, share))),
            Model::Bayes => None,
        }
    }

    /// Whether the test errs no more often than it says, with units of so many games. For that no
    /// bound may be farther from even than nine tenths of the deviation of a unit's score. With
    /// wider bounds the test would end after a handful of units, too few to know their spread. With
    /// bounds of nearly one deviation no distribution fits even units, so these would never end it.
    ///
    /// # Errors
    /// Bounds that are too far out.
    pub fn check(&self, games: u32) -> Result<(), InputError> {
        let games = if self.over_games { 1.0 } else { f64::from(games) };
        let most = (MOST_EFFECT / effect(1.0, games)).floor();
        let elo = self.elo0.abs().max(self.elo1.abs());
        if self.model != Model::Normalized || elo <= most {
            return Ok(());
        }
        let read = format!("elo0={},elo1={}", self.elo0, self.elo1);
        let expected = format!(
            "bounds from -{most} to {most}, nine tenths of the deviation of the score of {games} games: the test \
             would be wrong more often than it says"
        );
        Err(InputError::new("sprt", &read, expected))
    }

    /// What the test has found, if it is at its end.
    #[must_use]
    pub fn decision(&self, results: &Multinomial) -> Option<Decision> {
        let (llr, (low, high)) = (self.corrected(results), self.bounds());
        if llr >= high {
            Some(Decision::H1)
        } else if llr <= low {
            Some(Decision::H0)
        } else {
            None
        }
    }
}

/// The farthest bounds, in deviations of the score of a unit.
const MOST_EFFECT: f64 = 0.9;

/// So many units that are not even are worth nothing, by simulation: with two, the test errs no
/// more often than it says from any number of units.
const REDUCTION: f64 = 2.0;

/// A lead in normalised Elo, in deviations of a unit's score. The deviation of a unit is that of a
/// game over the root of the number of its games.
fn effect(elo: f64, games: f64) -> f64 {
    elo / ELO_PER_DEVIATION * games.sqrt()
}

/// No score is taken to be quite impossible: so many units have it, as in fishtest.
pub(crate) const LEAST: f64 = 1e-3;

/// The ratio in the BayesElo model, with the draws that were found.
fn bayes_ratio(results: &Multinomial, elo0: f64, elo1: f64) -> f64 {
    let [losses, draws, wins] = *results.counts() else { return 0.0 };
    if losses == 0 || draws == 0 || wins == 0 {
        return 0.0;
    }
    let (losses, draws, wins) = (losses as f64, draws as f64, wins as f64);
    let games = losses + draws + wins;
    let odds = |part: f64| (games - part) / part;
    let draw_elo = 200.0 * (odds(losses) * odds(wins)).log10();
    let chances = |elo: f64| {
        let win = expected_score(elo - draw_elo);
        let loss = expected_score(-elo - draw_elo);
        (loss, 1.0 - win - loss, win)
    };
    let (h0, h1) = (chances(elo0), chances(elo1));
    losses * (h1.0 / h0.0).ln() + draws * (h1.1 / h0.1).ln() + wins * (h1.2 / h0.2).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(counts: [u64; 5]) -> Multinomial {
        Multinomial::new(counts.to_vec()).unwrap()
    }

    /// Two units in those that are not even: 2 of 10, of 1000 and, between even ones, of 10 again.
    #[test]
    fn few_telling_units_count_for_less() {
        let test = Sprt::parse("elo0=0,elo1=50").unwrap();
        for (counts, share) in [
            ([2, 0, 0, 0, 8], 10.0 / 12.0),
            ([200, 0, 0, 0, 800], 1000.0 / 1002.0),
            ([2, 0, 40, 0, 8], 10.0 / 12.0),
            // Those half as far from even tell less: 1.5 of squares over 0.328125 of fourth powers.
            ([1, 4, 0, 0, 4], 6.857 / 8.857),
        ] {
            let results = pairs(counts);
            let (raw, corrected) = (test.llr(&results), test.corrected(&results));
            assert!((corrected / raw - share).abs() < 0.02, "{counts:?}: {corrected} of {raw}");
        }
        assert_eq!(test.corrected(&Multinomial::empty(2)), 0.0);
        // Nothing but even units speak against the lead, in the end.
        let drawn = |units| test.decision(&pairs([0, 0, units, 0, 0]));
        assert_eq!((drawn(50), drawn(200)), (None, Some(Decision::H0)));
    }

    /// With nine of ten pairs even the winner of all others leads by a third of the deviation.
    #[test]
    fn even_units_limit_the_lead() {
        let [normalised, logistic] = ["", "model=logistic"].map(|text| Sprt::parse(text).unwrap());
        let results = pairs([0, 0, 89, 0, 9]);
        let most = normalised.attainable(&results).unwrap();
        let found = crate::Strength::of(&pairs([0, 0, 90, 0, 10])).unwrap();
        assert!((most - found.normalized.unwrap().0).abs() < 1e-9, "{most}");
        assert!((logistic.attainable(&results).unwrap() - found.elo).abs() < 1e-9);
        assert_eq!(normalised.attainable(&pairs([0, 0, 3, 0, 1])), None);
        assert_eq!(normalised.attainable(&pairs([40, 0, 0, 0, 1])), None);
    }

    /// Wide bounds end a test after few units: even then it tells that there was no room for the
    /// lead.
    #[test]
    fn a_test_without_room_says_so_at_its_end() {
        for (games, elo) in [(2, 50), (2, 100), (2, 200), (2, 221), (6, 50), (6, 127), (14, 83)] {
            let test = Sprt::parse(&format!("elo0=0,elo1={elo}")).unwrap();
            assert_eq!(test.check(games), Ok(()));
            let mut results = Multinomial::empty(games);
            while test.decision(&results).is_none() {
                results.add(games);
                assert!(results.units() < 1000.0, "{games} {elo}: no end");
            }
            assert_eq!(test.decision(&results), Some(Decision::H0));
            let most = test.attainable(&results).unwrap();
            assert!(0.0 < most && most < f64::from(elo), "{elo}: {most} after {}", results.units());
        }
    }

    #[test]
    fn texts_read_back() {
        let bayes = Sprt { model: Model::Bayes, over_games: true, ..Sprt::elo(-1.5, 3.0) };
        for test in [Sprt::elo(0.0, 5.0), Sprt { alpha: 0.01, ..Sprt::elo(2.0, 5.0) }, bayes] {
            assert_eq!(test.to_string().parse(), Ok(test));
        }
        assert_eq!(Sprt::elo(0.0, 50.0).to_string(), "elo0=0,elo1=50");
    }

    #[test]
    fn bounds_beyond_a_deviation_are_refused() {
        let test = |text| Sprt::parse(text).unwrap();
        assert_eq!(test("elo0=0,elo1=221").check(2), Ok(()));
        let error = test("elo0=0,elo1=222").check(2).unwrap_err().to_string();
        assert!(error.contains("expected bounds from -221 to 221, nine tenths of"), "{error}");
        assert!(test("elo0=-150,elo1=0").check(6).is_err());
        assert!(test("elo0=-150,elo1=0,over=games").check(6).is_ok());
        assert!(test("elo0=-150,elo1=0,model=logistic").check(6).is_ok());
    }
}
