//! Compares the statistics with published figures: fastchess (`elo_test.cpp`, `sprt_test.cpp`),
//! fishtest (`stat_util.py`, `LLRcalc.py`), OpenBench (`stats.py`), cutegames (`elo.cpp`,
//! `sprt.cpp`), and the operating characteristic of vdbergh/simul.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use statistics::{Decision, Multinomial, Sprt, Strength};

/// Wins, losses and draws of single games.
fn games(wins: u64, losses: u64, draws: u64) -> Multinomial {
    Multinomial::new(vec![losses, draws, wins]).expect("three counts")
}

/// Pairs by score. fastchess counts a win and a loss apart from two draws.
fn pairs(counts: &[u64]) -> Multinomial {
    let counts = match *counts {
        [ll, ld, wl, dd, wd, ww] => vec![ll, ld, wl + dd, wd, ww],
        _ => counts.to_vec(),
    };
    Multinomial::new(counts).expect("five counts")
}

fn strength(results: &Multinomial) -> Strength {
    Strength::of(results).expect("units")
}

#[track_caller]
fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found}, expected {expected} within {within}");
}

/// Checks that two values are within 1 %, the tolerance of fastchess.
#[track_caller]
fn near(found: f64, expected: f64) {
    close(found, expected, 0.01 * expected.abs());
}

/// fastchess takes the standard deviation as known. The last number is the factor by which the
/// error is greater because the deviation is estimated, computed by hand from the skewness and the
/// kurtosis.
#[test]
fn normalised_elo_of_fastchess() {
    for (results, elo, error, spread) in [
        (games(76, 89, 123), -20.76, 40.13, 1.005),
        (games(136, 96, 111), 49.77, 36.77, 1.034),
        (games(34, 356, 0), -508.44, 34.48, 9.869),
        (pairs(&[34, 54, 31, 32, 64, 75]), 57.94, 28.28, 1.069),
        (pairs(&[332, 433, 457, 41, 333, 334]), -9.17, 10.96, 1.004),
        (pairs(&[7895, 8757, 5485, 200, 568, 9999]), -19.01, 2.65, 1.024),
    ] {
        let (found, found_error) = strength(&results).normalized.expect("a spread");
        near(found, elo);
        near(found_error, error * f64::sqrt(spread));
    }
}

/// Checks a margin: within 0.5 % with some hundred units, within 3 % with fewer. The published
/// programs have the error of the mean, which is the same for many units.
#[track_caller]
fn margin(found: &Strength, expected: f64, units: f64) {
    let within = if units < 100.0 { 0.03 } else { 0.005 };
    close(found.margin().expect("finite"), expected, within * expected);
}

#[test]
fn elo_of_fishtest() {
    for (results, elo, error) in [
        (pairs(&[34, 54, 31, 32, 64, 75]), 55.579_78, 27.653_43),
        (pairs(&[332, 433, 457, 41, 333, 334]), -8.642_67, 10.334_19),
        (pairs(&[7895, 8757, 5485, 200, 568, 9999]), -21.043_52, 2.945_28),
        (games(136, 96, 111), 40.702_458, 30.427_218),
    ] {
        let found = strength(&results);
        close(found.elo, elo, 1e-5);
        margin(&found, error, results.units());
    }
    close(strength(&pairs(&[332, 433, 457, 41, 333, 334])).superiority, 0.050_470_1, 5e-4);
    close(strength(&games(136, 96, 111)).superiority, 0.996_010_24, 5e-4);
    close(strength(&games(76, 89, 123)).superiority, 0.1553, 2e-3);
    close(strength(&games(76, 89, 123)).score, 0.477, 5e-4);
    close(strength(&games(34, 356, 0)).score, 0.087, 5e-4);
}

/// OpenBench's example, over games and over pairs: lower end, difference, upper end.
#[test]
fn elo_of_openbench() {
    for (results, low, high) in [
        (games(22976, 22569, 44137), -0.0437, 3.1973),
        (pairs(&[39, 8843, 26675, 9240, 44]), 0.5464, 2.6071),
    ] {
        let found = strength(&results);
        close(found.elo, 1.5768, 1e-4);
        let (found_low, found_high) = found.interval.expect("many units");
        close(found_low, low, 2e-3);
        close(found_high, high, 2e-3);
    }
}

/// The margins are those of fishtest. cutegames has another quantile, which differs by 0.15 %.
#[test]
fn elo_of_cutegames() {
    for (results, elo, error) in [
        (games(20, 10, 10), 88.74, 98.25),
        (games(0, 10, 10), -190.85, 107.05),
        (games(300, 100, 100), 147.19, 29.10),
        (games(100, 100, 300), 0.0, 19.25),
        (games(10, 10, 10), 0.0, 104.56),
    ] {
        let found = strength(&results);
        close(found.elo, elo, 0.005);
        margin(&found, error, results.units());
    }
}

#[track_caller]
fn llr(test: &str, results: &Multinomial, expected: f64, within: f64) {
    close(Sprt::parse(test).expect("a test").llr(results), expected, within);
}

/// The values with seven digits are from fishtest's program, for fastchess's examples.
#[test]
fn ratios_over_games() {
    for (test, results, expected) in [
        ("elo0=0,elo1=2", games(36433, 36027, 68692), 0.923_293_5),
        ("elo0=-1.75,elo1=0.25", games(10871, 10650, 20431), 2.297_500_4),
        ("elo0=0,elo1=10", games(4250, 0, 0), 120.548_268),
        ("elo0=0.5,elo1=2.5,model=logistic", games(21404, 21184, 40708), -1.571_888_8),
        ("elo0=0,elo1=2,model=logistic", games(57433, 57030, 106_593), -2.593_024_2),
        ("elo0=0,elo1=2,model=bayes", games(68965, 68526, 128_429), -1.262_154_7),
        ("elo0=0.5,elo1=2.5,model=bayes", games(21629, 21484, 41111), -1.130_643_3),
        ("elo0=0.5,elo1=2.5,model=bayes", games(22976, 22569, 44137), 0.975_772_2),
    ] {
        llr(test, &results, expected, 1e-6);
    }
}

#[test]
fn ratios_over_pairs() {
    for (test, counts, expected) in [
        ("elo0=0,elo1=2", &[365, 16618, 36029, 200, 16974, 390][..], 2.250_367_7),
        ("elo0=-1.75,elo1=0.25", &[127, 4883, 10311, 401, 5150, 104], 3.010_154_2),
        ("elo0=0,elo1=5", &[0, 0, 0, 0, 5550], 111.797_555),
        ("elo0=0.5,elo1=2.5,model=logistic", &[223, 9863, 20279, 1000, 10037, 246], -3.074_126_4),
        ("elo0=0,elo1=2,model=logistic", &[871, 26175, 55003, 980, 26678, 821], -4.978_672_9),
        ("elo0=0,elo1=2", &[379, 10170, 21828, 10640, 343], 2.945_495_4),
        ("elo0=0.5,elo1=2.5", &[39, 8843, 26675, 9240, 44], 2.941_675_2),
        ("elo0=-3,elo1=1,model=logistic", &[10789, 19328, 33806, 19402, 10543], 2.131_067_8),
        ("elo0=0.2,elo1=0.9,model=logistic", &[39, 2226, 31451, 2412, 40], 2.162_542_6),
        ("elo0=0.764,elo1=3.439", &[39, 2226, 31451, 2412, 40], 2.162_940_9),
    ] {
        llr(test, &pairs(counts), expected, 1e-6 * expected.abs());
    }
}

#[test]
fn ratios_of_cutegames() {
    for (wins, losses, draws, bounds, expected) in [
        (3415, 3270, 5763, "elo0=-1,elo1=4", 2.1641),
        (4413, 4218, 7481, "elo0=-1,elo1=4", 2.9597),
        (1382, 1415, 2627, "elo0=0,elo1=5", -1.3430),
        (7238, 7273, 18473, "elo0=0,elo1=4", -2.9692),
        (7446, 7503, 14227, "elo0=-3,elo1=1", 0.1200),
    ] {
        llr(&format!("{bounds},model=bayes"), &games(wins, losses, draws), expected, 5e-5);
    }
}

#[test]
fn bounds() {
    for (errors, low, high) in [
        ("alpha=0.05,beta=0.05", -2.944_439, 2.944_439),
        ("alpha=0.05,beta=0.1", -2.251_292, 2.890_372),
        ("alpha=0.01,beta=0.01", -4.595_120, 4.595_120),
    ] {
        let found = Sprt::parse(errors).expect("a test").bounds();
        close(found.0, low, 1e-6);
        close(found.1, high, 1e-6);
    }
}

/// Simulates a match of single games, and returns the verdict and the number of games.
fn simulate(
    test: &Sprt,
    nelo: f64,
    draws: f64,
    step: u32,
    rng: &mut ChaCha8Rng,
) -> (Decision, u32) {
    // With draws, the deviation of a game is half the root of the share of other games.
    let lead = nelo * std::f64::consts::LN_10 / 800.0 * (1.0 - draws).sqrt() / 2.0;
    let win = (1.0 - draws) / 2.0 + lead;
    let mut counts = vec![0; 3];
    let mut played = 0;
    loop {
        for _ in 0..step {
            let drawn = rng.random_range(0.0..1.0);
            counts[if drawn < win { 2 } else { usize::from(drawn < win + draws) }] += 1;
        }
        played += step;
        let results = Multinomial::new(counts.clone()).expect("three counts");
        if let Some(verdict) = test.decision(&results) {
            return (verdict, played);
        }
    }
}

/// The share of tests that accept the alternative, and the mean number of games.
fn characteristic(text: &str, nelo: f64, draws: f64, step: u32, runs: u32) -> (f64, f64) {
    let test = Sprt::parse(text).expect("a test");
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut passed, mut games) = (0, 0);
    for _ in 0..runs {
        let (verdict, played) = simulate(&test, nelo, draws, step, &mut rng);
        passed += u32::from(verdict == Decision::H1);
        games += played;
    }
    (f64::from(passed) / f64::from(runs), f64::from(games) / f64::from(runs))
}

/// If either hypothesis holds, the test is wrong no more often than stated.
#[test]
fn the_test_keeps_its_error_rates() {
    const RUNS: u32 = 500;
    // Three standard deviations of the simulation.
    let noise = 3.0 * (0.05 * 0.95 / f64::from(RUNS)).sqrt();
    for model in ["normalized", "logistic"] {
        let text = format!("elo0=0,elo1=60,model={model}");
        let (wrong, _) = characteristic(&text, 0.0, 0.5, 4, RUNS);
        assert!(wrong <= 0.05 + noise && wrong > 0.01, "{model}: {wrong}");
    }
    let (right, _) = characteristic("elo0=0,elo1=60", 60.0, 0.5, 4, RUNS);
    assert!(right >= 0.95 - noise && right < 0.99, "{right}");
}

/// vdbergh/simul: for 2.5 in [0, 5] with 95 % of draws, 49.8 % of the tests accept the alternative,
/// after 42100 games on average. The more simulated matches, the smaller the tolerances.
fn has_the_published_characteristic(runs: u32) {
    let (passed, games) = characteristic("elo0=0,elo1=5", 2.5, 0.95, 100, runs);
    close(passed, 0.498, 3.0 * 0.5 / f64::from(runs).sqrt());
    // The standard deviation of the length is about as great as its mean.
    close(games, 42_100.0, 3.0 * 42_100.0 / f64::from(runs).sqrt());
}

#[test]
fn the_published_characteristic() {
    has_the_published_characteristic(100);
}

#[test]
#[ignore = "long"]
fn the_published_characteristic_closely() {
    has_the_published_characteristic(2000);
}
