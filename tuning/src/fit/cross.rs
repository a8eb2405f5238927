//! The scale of fitted weights, found by cross-validation.
//!
//! Weights are too confident on the positions that they were fitted to, most of all if there are
//! few games. So the games are divided into parts. For each part, weights are fitted to the other
//! parts, with the same number of epochs and the same step sizes as the main fit, and are judged on
//! this part. The scale is the one that fits best over all parts together.
//!
//! CITE: M. Stone, "Cross-Validatory Choice and Assessment of Statistical Predictions", 1974.

use eval::Weights;

use super::dataset::Dataset;
use super::objective::fitted_factor;
use super::run::{FitOptions, FitState, Trainer};
use crate::Error;

/// The number of parts of the games.
pub(crate) const PARTS: u32 = 5;

/// The factor for the log-odds of fitted weights with which expectations agree with results, on
/// games that the weights were not fitted to. `None` if it was stopped. The progress until then is
/// in `fit`. After each epoch `keep` is called with this progress and the number of finished parts.
///
/// # Errors
/// An error of `keep`.
pub(crate) fn unseen_factor(
    (train, held_out): (&Dataset, &Dataset),
    old: &Weights,
    options: FitOptions,
    fit: &mut FitState,
    stop: &dyn Fn() -> bool,
    keep: &mut dyn FnMut(&FitState, u32) -> Result<(), Error>,
) -> Result<Option<f64>, Error> {
    let mut judged = Vec::new();
    let way = fit.way();
    for part in 0..PARTS {
        let others = train.of_games(|game| game % PARTS != part)?.shuffled(options.seed)?;
        let own = train.of_games(|game| game % PARTS == part)?;
        if others.is_empty() || own.is_empty() {
            continue;
        }
        let mut trainer = Trainer::new(&others, held_out, old, options);
        let place = judged.len();
        if fit.parts.len() == place {
            fit.parts.push(trainer.begin());
        }
        while let Some(&rate) = way.get(fit.parts[place].history.len() - 1) {
            if !trainer.follow(&mut fit.parts[place], rate, stop) {
                return Ok(None);
            }
            keep(fit, part)?;
        }
        judged.push((own, trainer.found(&fit.parts[place])));
    }
    let sets: Vec<_> = judged.iter().map(|(data, weights)| (data, weights.clone())).collect();
    Ok(Some(if sets.is_empty() { 1.0 } else { fitted_factor(&sets, 0.0) }))
}

#[cfg(test)]
mod tests {
    use games::State;
    use games::ruches::Ruches;
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::super::dataset::Label;
    use super::super::objective::{Objective, fitted_scale, real};
    use super::*;

    const POSITIONS: u32 = 8;

    /// The number of features that are unrelated to the result.
    const NOISE: u32 = 40;

    /// Games whose positions have random features. Only the first feature is related to the result.
    fn games(count: u32, seed: u64, features: usize) -> Dataset {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut data = Dataset::new(features);
        for _ in 0..count {
            data.begin_game();
            let first = rng.random_range(-2..=2);
            let chance = 1.0 / (1.0 + (-0.7 * f64::from(first)).exp());
            let result = [f32::from(u8::from(rng.random::<f64>() < chance)), 0.0];
            let habits: Vec<i32> = (0..NOISE).map(|_| rng.random_range(-1..=1)).collect();
            for _ in 0..POSITIONS {
                // The positions of a game are similar.
                let rest = habits.iter().map(|&habit| habit + rng.random_range(-1..=1));
                let counts: Vec<_> = std::iter::once(first).chain(rest).enumerate().collect();
                data.push(&[&counts], Label { target: result, result }).unwrap();
            }
        }
        data
    }

    /// A small fit is too confident on its own games. The scale found on them is far from the one
    /// found on fresh games. The scale found by cross-validation is near it.
    #[test]
    fn small_fits_are_not_too_sure() {
        let game = State::<Ruches>::parse("ruches startpos").unwrap().into_game();
        let old = Weights::zero(&game);
        let features = old.values().len();
        let (train, held_out) = (games(300, 1, features), games(60, 2, features));
        let fresh = games(4000, 3, features);
        let options =
            FitOptions { batch: 64, rate: 0.05, pull: 1.0, epochs: 8, ..FitOptions::default() };
        let (shuffled, scale) = (train.shuffled(1).unwrap(), 1000);
        let mut trainer = Trainer::new(&shuffled, &held_out, &old, options);
        let mut fit = trainer.begin();
        while !fit.is_done(&options) {
            trainer.epoch(&mut fit, &|| false);
        }
        let weights = trainer.weights(&fit, &old, scale.into());
        let ideal = f64::from(scale) / fitted_scale(&fresh, &weights, scale);
        let seen = f64::from(scale) / fitted_scale(&train, &weights, scale);
        let unseen = |fit: &mut FitState, stop: bool| {
            let sets = (&train, &held_out);
            unseen_factor(sets, &old, options, fit, &|| stop, &mut |_, _| Ok(())).unwrap()
        };
        let (mut stopped, again) = (fit.clone(), &mut fit);
        assert_eq!(unseen(&mut stopped, true), None);
        let found = unseen(again, false).unwrap();
        assert_eq!(unseen(again, false), Some(found), "what is done is not done again");
        let unseen = found;
        assert!(seen > 1.1 * ideal, "{seen} on its own games, {ideal} on fresh ones");
        assert!((0.7..1.3).contains(&(unseen / ideal)), "{unseen} unseen, {ideal} on fresh ones");
        let loss = |factor: f64| {
            let scaled: Vec<_> = real(&weights, scale, None).iter().map(|w| w * factor).collect();
            Objective { data: &fresh, draws: 0.0 }.losses(&scaled)[1]
        };
        assert!(loss(unseen) < loss(seen), "{} {}", loss(unseen), loss(seen));
    }
}
