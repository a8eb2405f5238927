//! The sequential probability ratio test: is one player better by `elo0` or by `elo1`?
//!
//! CITE: A. Wald, "Sequential Tests of Statistical Hypotheses", 1945; the generalised likelihood
//! ratio over units, M. Van den Bergh, "The generalized maximum likelihood ratio for the
//! expectation value of a distribution", as fishtest and fastchess use it.
//!
//! No library is used, since the test must be exact: it runs after every unit, and the match must
//! end with the same unit on every machine. `tests/published.rs` checks it against values that
//! fastchess, fishtest and OpenBench have published, over single games and over units.
//!
//! The ratio is an approximation for many units. With few units that are not even, its error rate
//! is above the stated one. So the ratio is reduced according to their number
//! ([`Sprt::corrected`]). `benches/benches/sprt.rs` shows both error rates.

use std::fmt;
use std::str::FromStr;

use reader::{ParseError, items};

use crate::likelihood::{log_ratio, most_likely_of_effect, most_likely_of_mean};
use crate::multinomial::Multinomial;
use crate::strength::{ELO_PER_DEVIATION, elo, expected_score};

/// The scale of the bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Normalised Elo: the difference divided by the standard deviation of a game.
    #[default]
    Normalized,
    /// Elo as in ratings.
    Logistic,
    /// BayesElo, with the rate of draws of the results; only over single games.
    Bayes,
}

/// A test: `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized,over=units`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the alternative.
    pub elo1: f64,
    /// The probability to accept the alternative if the null hypothesis holds.
    pub alpha: f64,
    /// The probability to accept the null hypothesis if the alternative holds.
    pub beta: f64,
    /// The scale of the two differences.
    pub model: Model,
    /// Whether the test counts single games instead of units.
    pub over_games: bool,
}

/// The text that [`Sprt::parse`] reads, without default values.
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
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// The decision of a test.
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

    /// Reads the text of a test. Missing keys have default values.
    ///
    /// # Errors
    /// An unknown key, a key that is given twice, or a value that is not valid.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut test = Self::default();
        let items = if text.is_empty() { Vec::new() } else { items("sprt", text)? };
        for item in &items {
            let value = item.value();
            let wrong = |expected: &str| item.wrong("sprt", expected);
            let elo = || {
                let elo = value.parse().ok().filter(|elo: &f64| elo.abs() < 1000.0);
                elo.ok_or_else(|| wrong("Elo between -1000 and 1000"))
            };
            let chance = || {
                let chance = value.parse().ok().filter(|&chance| 0.0 < chance && chance < 0.5);
                chance.ok_or_else(|| wrong("a probability between 0 and 0.5"))
            };
            match item.key {
                "elo0" => test.elo0 = elo()?,
                "elo1" => test.elo1 = elo()?,
                "alpha" => test.alpha = chance()?,
                "beta" => test.beta = chance()?,
                "model" => {
                    test.model = match &*value {
                        "normalized" => Model::Normalized,
                        "logistic" => Model::Logistic,
                        "bayes" => Model::Bayes,
                        _ => return Err(wrong("normalized, logistic or bayes")),
                    }
                }
                "over" => {
                    test.over_games = match &*value {
                        "units" => false,
                        "games" => true,
                        _ => return Err(wrong("units or games")),
                    }
                }
                key => {
                    let keys = "one of elo0 elo1 alpha beta model over";
                    return Err(ParseError::new("sprt", key, keys));
                }
            }
        }
        let over_units = items.iter().any(|item| item.key == "over") && !test.over_games;
        if over_units && test.model == Model::Bayes {
            let expected = "over=games, since model=bayes has no test over units";
            return Err(ParseError::new("sprt over", "units", expected));
        }
        if test.elo0 >= test.elo1 {
            return Err(ParseError::new("sprt", text, "elo0 below elo1"));
        }
        test.over_games |= test.model == Model::Bayes;
        Ok(test)
    }

    /// The name of the scale of the bounds.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match self.model {
            Model::Normalized => "normalised Elo",
            Model::Logistic => "Elo",
            Model::Bayes => "BayesElo",
        }
    }

    /// The bounds of the log-likelihood ratio. The null hypothesis is accepted at the lower bound,
    /// the alternative at the upper bound.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio of the alternative to the null hypothesis.
    #[must_use]
    pub fn llr(&self, results: &Multinomial) -> f64 {
        if results.units() == 0.0 {
            return 0.0;
        }
        let (units, found) = results.padded(LEAST, LEAST);
        let [h0, h1] = self.likely(&found);
        units * log_ratio(&found, &h0, &h1)
    }

    /// The most likely distributions under the two hypotheses, given the distribution `found`.
    fn likely(&self, found: &[(f64, f64)]) -> Likely {
        let games = (found.len() - 1) as f64 / 2.0;
        [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Bayes => likely_of_bayes(found, elo),
            Model::Logistic => most_likely_of_mean(found, expected_score(elo)),
            Model::Normalized => most_likely_of_effect(found, effect(elo, games)),
        })
    }

    /// The decision of the test, if it has ended. `last` has the distributions of an earlier look.
    ///
    /// Every distribution that a hypothesis allows is at most as likely as its most likely one. So
    /// those of an earlier look show how much each hypothesis can lose at most. As long as this is
    /// less than the bounds, the test is not decided, and nothing else is computed.
    pub(crate) fn decision_after(
        &self,
        results: &Multinomial,
        last: &mut Option<Likely>,
    ) -> Option<Decision> {
        let (units, found) = results.padded(LEAST, LEAST);
        let (low, high) = self.bounds();
        if let Some([h0, h1]) = last
            && self.model != Model::Bayes
            && units * log_ratio(&found, h0, &found) < high - SLACK
            && units * log_ratio(&found, h1, &found) < -low - SLACK
        {
            return None;
        }
        let [h0, h1] = last.insert(self.likely(&found));
        self.decision_at(units * log_ratio(&found, h0, h1) * self.reduction(results))
    }

    /// The ratio that decides the test. It is `llr` times `n / (n + 2)`, where `n` is the effective
    /// number of units that are not even, since even units tell little of the variance. Each unit
    /// counts by its distance from even: the share is the squared mean square over the mean fourth
    /// power. `n` is at least the number that the bounds imply.
    #[must_use]
    pub fn corrected(&self, results: &Multinomial) -> f64 {
        self.llr(results) * self.reduction(results)
    }

    /// The factor that reduces the ratio.
    fn reduction(&self, results: &Multinomial) -> f64 {
        let distribution = results.distribution();
        let power = |power: i32| {
            let term = |&(score, chance): &(f64, f64)| chance * (score - 0.5f64).powi(power);
            distribution.iter().map(term).sum::<f64>()
        };
        let (squares, fourths) = (power(2), power(4));
        let found = if fourths > 0.0 { squares * squares / fourths } else { 0.0 };
        let telling = results.units() * found.max(self.least_share(results.games()));
        if telling > 0.0 { telling / (telling + REDUCTION) } else { 0.0 }
    }

    /// The least share of units that are not even, if the lead is at the farther bound and units
    /// have `games` games.
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

    /// The greatest lead that is possible with this share of even units, in the scale of the
    /// bounds. `None` with too few units, without an even unit, or with BayesElo. The share of even
    /// units is estimated with one additional unit of each kind (Laplace), since a few units do not
    /// determine it well.
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

    /// Checks that the test can decide, and keeps its stated error rates, with units of `games`
    /// games. For this, no bound may be farther from even than nine tenths of the standard
    /// deviation of a unit's score. With wider bounds the test would end after a few units, too few
    /// to estimate their variance. With bounds near one standard deviation no distribution fits
    /// even units, so even units would never end the test.
    ///
    /// # Errors
    /// Bounds that are too far from even, or settings that [`Sprt::parse`] does not return.
    pub fn check(&self, games: u32) -> Result<(), ParseError> {
        if Self::parse(&self.to_string())? != *self {
            let expected = "a test over games with BayesElo";
            return Err(ParseError::new("sprt", &self.to_string(), expected));
        }
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
        Err(ParseError::new("sprt", &read, expected))
    }

    /// Checks that the test can be applied to these counts.
    ///
    /// # Errors
    /// Counts of units for a test over games.
    pub fn check_results(&self, results: &Multinomial) -> Result<(), ParseError> {
        let counts = results.counts().len();
        if self.over_games && counts != 3 {
            let expected = "3 counts, lost, drawn and won games, since the test is over games";
            return Err(ParseError::new("results", &format!("{counts} counts"), expected));
        }
        Ok(())
    }

    /// The decision of the test, if it has ended.
    #[must_use]
    pub fn decision(&self, results: &Multinomial) -> Option<Decision> {
        self.decision_at(self.corrected(results))
    }

    /// The decision at a corrected ratio.
    fn decision_at(&self, llr: f64) -> Option<Decision> {
        let (low, high) = self.bounds();
        if llr >= high {
            Some(Decision::H1)
        } else if llr <= low {
            Some(Decision::H0)
        } else {
            None
        }
    }
}

/// The greatest distance of the bounds from even, in standard deviations of a unit's score.
const MOST_EFFECT: f64 = 0.9;

/// The number of units that [`Sprt::corrected`] discounts. By simulation, two are enough to keep
/// the stated error rates with any number of units.
const REDUCTION: f64 = 2.0;

/// Converts a lead in normalised Elo to standard deviations of a unit's score. The standard
/// deviation of a unit is that of a game divided by the square root of its number of games.
fn effect(elo: f64, games: f64) -> f64 {
    elo / ELO_PER_DEVIATION * games.sqrt()
}

/// The most likely distributions under the two hypotheses.
pub(crate) type Likely = [Vec<(f64, f64)>; 2];

/// The difference of log-likelihoods that rounding can cause.
const SLACK: f64 = 1e-6;

/// The least count of units for each score, as in fishtest, so that no score is impossible.
pub(crate) const LEAST: f64 = 1e-3;

/// The distribution of this lead in the BayesElo model, with the rate of draws of the results.
/// Draws alone say nothing in this model.
fn likely_of_bayes(found: &[(f64, f64)], elo: f64) -> Vec<(f64, f64)> {
    let &[losses, _, wins] = found else { return found.to_vec() };
    let odds = |(_, chance): (f64, f64)| (1.0 - chance) / chance;
    let draw_elo = 200.0 * (odds(losses) * odds(wins)).log10();
    let win = expected_score(elo - draw_elo);
    let loss = expected_score(-elo - draw_elo);
    vec![(0.0, loss), (0.5, 1.0 - win - loss), (1.0, win)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(counts: [u64; 5]) -> Multinomial {
        Multinomial::new(counts.to_vec()).unwrap()
    }

    fn bayes() -> Sprt {
        Sprt { model: Model::Bayes, over_games: true, ..Sprt::elo(-1.5, 3.0) }
    }

    /// The BayesElo model decides without draws, without losses, and without wins.
    #[test]
    fn bayes_decides_without_draws() {
        let test = Sprt { elo1: 50.0, ..bayes() };
        for (counts, expected) in [
            ([0, 0, 200], Some(Decision::H1)),
            ([50, 0, 150], Some(Decision::H1)),
            ([0, 30, 170], Some(Decision::H1)),
            ([200, 0, 0], Some(Decision::H0)),
            ([400, 0, 400], Some(Decision::H0)),
            ([170, 30, 0], Some(Decision::H0)),
            ([0, 200, 0], None),
        ] {
            let results = Multinomial::new(counts.to_vec()).unwrap();
            assert_eq!(test.check_results(&results), Ok(()));
            assert_eq!(test.decision(&results), expected, "{counts:?}: {}", test.llr(&results));
        }
        assert!(test.check_results(&pairs([1, 2, 3, 2, 1])).is_err());
    }

    /// Settings that a text cannot have are refused in a value, too.
    #[test]
    fn impossible_tests_are_refused() {
        let test = Sprt::elo(0.0, 50.0);
        assert_eq!(bayes().check(2), Ok(()));
        for wrong in [
            Sprt { over_games: false, ..bayes() },
            Sprt { elo1: 0.0, ..test },
            Sprt { elo0: f64::NAN, ..test },
            Sprt { elo1: f64::INFINITY, ..test },
            Sprt { alpha: 0.0, ..test },
            Sprt { beta: 0.5, ..test },
        ] {
            assert!(wrong.check(2).is_err(), "{wrong:?}");
        }
    }

    /// Single counts for which a search for the root once left it, with their neighbours.
    #[test]
    fn neighbours_have_nearly_the_same_ratio() {
        for (text, counts, expected) in [
            ("elo0=0,elo1=5", [30, 41, 26, 11, 1], -1.39),
            ("elo0=0,elo1=5", [29, 41, 26, 11, 1], -1.37),
            ("elo0=0,elo1=5", [30, 41, 26, 10, 1], -1.40),
            ("elo0=-10,elo1=0,model=logistic", [29, 41, 34, 11, 1], -3.1),
            ("elo0=-10,elo1=0,model=logistic", [29, 41, 33, 11, 1], -3.1),
        ] {
            let ratio = Sprt::parse(text).unwrap().llr(&pairs(counts));
            assert!((ratio - expected).abs() < 0.05, "{counts:?} {text}: {ratio}");
        }
    }

    /// Two units are discounted: of 10, of 1000, and of 10 among even ones.
    #[test]
    fn few_telling_units_count_for_less() {
        let test = Sprt::parse("elo0=0,elo1=50").unwrap();
        for (counts, share) in [
            ([2, 0, 0, 0, 8], 10.0 / 12.0),
            ([200, 0, 0, 0, 800], 1000.0 / 1002.0),
            ([2, 0, 40, 0, 8], 10.0 / 12.0),
            // Units half as far from even count less: the mean square is 1.5, the mean fourth power
            // 0.328125.
            ([1, 4, 0, 0, 4], 6.857 / 8.857),
        ] {
            let results = pairs(counts);
            let (raw, corrected) = (test.llr(&results), test.corrected(&results));
            assert!((corrected / raw - share).abs() < 0.02, "{counts:?}: {corrected} of {raw}");
        }
        assert_eq!(test.corrected(&Multinomial::empty(2)), 0.0);
        // Even units alone refute the lead after some time.
        let drawn = |units| test.decision(&pairs([0, 0, units, 0, 0]));
        assert_eq!((drawn(50), drawn(200)), (None, Some(Decision::H0)));
    }

    /// If nine of ten pairs are even, a player that wins all others leads by a third of a
    /// deviation.
    #[test]
    fn even_units_limit_the_lead() {
        let [normalised, logistic] = ["", "model=logistic"].map(|text| Sprt::parse(text).unwrap());
        let results = pairs([0, 0, 89, 0, 9]);
        let most = normalised.attainable(&results).unwrap();
        let found = crate::Strength::of(&pairs([0, 0, 90, 0, 10])).unwrap();
        // The figure of the strength counts a fifth of a unit without a point.
        assert!((most - found.normalized.unwrap().0).abs() < 3.0, "{most}");
        assert!((logistic.attainable(&results).unwrap() - found.elo).abs() < 1e-9);
        assert_eq!(normalised.attainable(&pairs([0, 0, 3, 0, 1])), None);
        assert_eq!(normalised.attainable(&pairs([40, 0, 0, 0, 1])), None);
    }

    #[test]
    fn no_key_comes_twice() {
        for text in ["elo0=0,elo1=5,elo1=10", "elo0=0,elo0=0,elo1=5", "model=bayes,model=bayes"] {
            let error = Sprt::parse(text).unwrap_err().to_string();
            assert!(error.contains("expected each key only once"), "{error}");
        }
    }

    /// Wide bounds end a test after few units. Even then it reports that the lead was not possible.
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
        let bayes = bayes();
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
