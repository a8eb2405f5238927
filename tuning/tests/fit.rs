//! Fits: the weights that they find, those that they leave unchanged, and interrupted fits.

use std::fs;
use std::path::PathBuf;

use engine::StopFlag;
use eval::{Count, Evaluate, Net, Weights, first_entry};
use games::ruches::Ruches;
use games::{Seat, State};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use selfplay::{Plan, Silent};
use tuning::fit::{
    Calibration, Dataset, FitOptions, Gradient, Label, Loaded, Objective, fitted_scale,
};
use tuning::{EPOCHS, Error, Fitting};

const OPTIONS: FitOptions = FitOptions {
    seed: 1,
    batch: 2048,
    rate: 0.02,
    pull: 1.0,
    draws: 0.0,
    round: 0.0,
    net: false,
    epochs: 40,
};

fn ruches() -> Ruches {
    State::<Ruches>::parse("ruches startpos").expect("a game").into_game()
}

fn weight_count() -> usize {
    Weights::zero(&ruches()).values().len()
}

/// The weights to be found, in log-odds: those of a few features. The others are 0.
fn planted() -> Vec<f64> {
    let mut weights = vec![0.0; weight_count()];
    for (place, weight) in [(3, 0.5), (10, -0.8), (20, 1.5), (31, 0.2)] {
        weights[place] = weight;
    }
    weights
}

/// Games whose results come from the planted weights: this number of samples, each with `rows`
/// rows.
fn synthetic(samples: usize, rows: usize, seed: u64) -> Dataset {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let weights = planted();
    let mut data = Dataset::new(weights.len());
    for _ in 0..samples {
        let counts: Vec<Vec<Count>> = (0..rows)
            .map(|_| [3, 10, 20, 31, 40].map(|place| (place, rng.random_range(-2..=2))).to_vec())
            .collect();
        let dot = |counts: &Vec<Count>| -> f64 {
            counts.iter().map(|&(place, count)| f64::from(count) * weights[place]).sum()
        };
        let odds: Vec<f64> = counts.iter().map(|counts| dot(counts).exp()).collect();
        let total = 1.0 + odds.iter().sum::<f64>();
        let mut left = rng.random::<f64>() * total;
        let mut label = Label::default();
        for (place, odds) in odds.iter().enumerate() {
            if (0.0..*odds).contains(&left) {
                label.target[place] = 1.0;
            }
            left -= odds;
        }
        label.result = label.target;
        let counts: Vec<_> = counts.iter().map(Vec::as_slice).collect();
        data.push(&counts, label).expect("few counts");
    }
    data
}

fn loaded(rows: usize) -> Loaded {
    loaded_from(synthetic(30_000, rows, 1), synthetic(10_000, rows, 2))
}

fn loaded_from(train: Dataset, held_out: Dataset) -> Loaded {
    Loaded {
        plan: Plan::new("ruches", Vec::new(), 1, 0),
        games: train.len() + held_out.len(),
        train,
        held_out,
        duplicates: 0,
        files: vec!["synthetic".to_owned()],
        missing: Vec::new(),
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tuning-fit-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn old_weights() -> Weights {
    let mut old = Weights::zero(&ruches());
    old.set_scale(1000);
    // The weight of a feature that never occurs.
    old.values_mut()[50] = 77;
    old
}

#[test]
fn planted_weights_are_found() {
    for rows in [1, 2] {
        let loaded = loaded(rows);
        let (folder, old) = (folder(&format!("planted-{rows}")), old_weights());
        let fitting = Fitting { game: &ruches(), loaded: &loaded, old: &old, options: OPTIONS };
        let found =
            fitting.run(&folder, &OPTIONS, false, &StopFlag::default(), &mut Silent).unwrap();
        let (weights, outcome) = found.unwrap();
        fs::remove_dir_all(folder).unwrap();
        for (place, planted) in planted().into_iter().enumerate() {
            let found = f64::from(weights.values()[place]) / f64::from(weights.scale());
            if place != 50 {
                assert!((found - planted).abs() < 0.05, "{rows}: {place}: {found}, {planted}");
            }
        }
        assert_eq!(weights.values()[50], 77);
        assert_eq!(fitting.never(), weight_count() - 5);
        assert!((weights.scale() - 1000).abs() < 30, "{}", weights.scale());
        assert!(outcome.losses[1] < 0.9 * outcome.losses[0]);
        assert!(outcome.calibrations[1].worst() < 0.03, "{:?}", outcome.calibrations[1]);
        assert!(weights.provenance.contains("40000 positions"), "{}", weights.provenance);
    }
}

/// Rounding changes weights of tables, by half a step at most, and nothing else.
#[test]
fn weights_of_tables_are_rounded() {
    const STEP: i32 = 20;
    let (loaded, game, mut old) = (loaded(1), ruches(), old_weights());
    let tables = first_entry(Ruches::FEATURES);
    let net = Net::of::<Ruches>().expect("a net").first();
    for (place, weight) in [(51, 8), (tables, 7), (tables + 1, -33), (net - 1, 54), (net, 8)] {
        old.values_mut()[place] = weight;
    }
    let fitted = |round: f64| {
        let options = FitOptions { round, epochs: 2, ..OPTIONS };
        let folder = folder(&format!("round-{round}"));
        let fitting = Fitting { game: &game, loaded: &loaded, old: &old, options };
        let found = fitting.run(&folder, &options, false, &StopFlag::default(), &mut Silent);
        fs::remove_dir_all(folder).unwrap();
        found.unwrap().expect("nobody has stopped it").0
    };
    let (exact, rounded) = (fitted(0.0), fitted(0.02));
    assert_eq!(exact.scale(), 50 * STEP);
    let mut changed = Vec::new();
    for (place, (&before, &after)) in exact.values().iter().zip(rounded.values()).enumerate() {
        if (tables..net).contains(&place) {
            assert!(after % STEP == 0 && (after - before).abs() <= STEP / 2, "{place}: {before}");
        }
        if after != before {
            changed.push((place, after));
        }
    }
    assert_eq!(changed, [(tables, 0), (tables + 1, -40), (net - 1, 60)]);
}

/// Interruptions and the number of threads do not change any digit of the weights.
#[test]
fn interrupted_fits_go_on() {
    let (loaded, old, game) = (loaded(1), old_weights(), ruches());
    let whole = Fitting { game: &game, loaded: &loaded, old: &old, options: OPTIONS };
    let run = |folder: &PathBuf, resume, stop: &StopFlag| {
        whole.run(folder, &OPTIONS, resume, stop, &mut Silent).unwrap()
    };
    let one = folder("one");
    let expected = run(&one, false, &StopFlag::default()).unwrap();
    let log = fs::read(one.join(EPOCHS)).unwrap();
    let two = folder("two");
    let mut found = None;
    let mut interruptions = 0;
    while found.is_none() {
        let stop = StopFlag::default();
        let killer = stop.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(15 * (1 + interruptions as u64)));
            killer.stop();
        });
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1 + interruptions % 3);
        found = pool.build().unwrap().install(|| run(&two, true, &stop));
        thread.join().unwrap();
        interruptions += 1;
    }
    assert!(interruptions > 1, "no interruption");
    assert_eq!(found.unwrap(), expected);
    assert_eq!(fs::read(two.join(EPOCHS)).unwrap(), log);
    let other = FitOptions { pull: 2.0, ..OPTIONS };
    let Err(error @ Error::Checkpoint(_)) =
        whole.run(&two, &other, true, &StopFlag::default(), &mut Silent)
    else {
        panic!("went on")
    };
    assert!(error.to_string().contains("pull: read 1.0, expected 2.0 as in this run"), "{error}");
    fs::remove_dir_all(one).unwrap();
    fs::remove_dir_all(two).unwrap();
}

/// The gradient agrees with differences of losses.
#[test]
fn gradients_are_slopes() {
    for (rows, draws) in [(1, 0.0), (2, 0.0), (1, 0.7), (1, 4.0)] {
        let data = synthetic(500, rows, 3);
        let objective = Objective { data: &data, draws };
        let weights: Vec<_> = planted().iter().map(|weight| 0.5 * weight + 0.01).collect();
        let mut gradient = Gradient::new(&data);
        // Nothing of an earlier gradient counts.
        objective.gradient(7..300, &planted(), &mut gradient);
        let loss = objective.gradient(0..data.len(), &weights, &mut gradient);
        assert!((loss - objective.losses(&weights)[0]).abs() < 1e-12);
        for place in [3, 10, 20, 31, 40, 41] {
            let loss_at = |step: f64| {
                let mut moved = weights.clone();
                moved[place] += step;
                objective.losses(&moved)[0]
            };
            let slope = (loss_at(1e-5) - loss_at(-1e-5)) / 2e-5;
            assert!((slope - gradient.at(place)).abs() < 1e-8, "{place}: {slope}");
        }
    }
}

/// If most games are drawn, a fit with a width of draws finds the weights. They predict the results
/// better than those of a fit without it.
#[test]
fn draws_have_a_width() {
    const DRAWS: f64 = 2.5;
    let drawn = |samples, seed| {
        let mut data = Dataset::new(weight_count());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..samples {
            let counts: Vec<Count> =
                [3, 10, 20, 31, 40].map(|place| (place, rng.random_range(-2..=2))).to_vec();
            let lead: f64 =
                counts.iter().map(|&(place, count)| f64::from(count) * planted()[place]).sum();
            let chance = rng.random::<f64>();
            let error = (chance / (1.0 - chance)).ln();
            let result = match lead + error {
                high if high > DRAWS => 1.0,
                low if low < -DRAWS => 0.0,
                _ => 0.5,
            };
            let label = Label { target: [result, 0.0], result: [result, 0.0] };
            data.push(&[&counts], label).expect("few counts");
        }
        data
    };
    let loaded = loaded_from(drawn(15_000, 1), drawn(8_000, 2));
    let old = old_weights();
    let fitted = |draws| {
        let (folder, options) =
            (folder(&format!("draws-{draws}")), FitOptions { draws, ..OPTIONS });
        let fitting = Fitting { game: &ruches(), loaded: &loaded, old: &old, options };
        let found =
            fitting.run(&folder, &options, false, &StopFlag::default(), &mut Silent).unwrap();
        let log = fs::read_to_string(folder.join(EPOCHS)).unwrap();
        fs::remove_dir_all(folder).unwrap();
        let held_out = |line: &str| {
            serde_json::from_str::<tuning::fit::Epoch>(line).expect("an epoch").held_out
        };
        (found.unwrap().0, log.lines().map(held_out).fold(f64::INFINITY, f64::min))
    };
    let ((wide, loss), (_, plain_loss)) = (fitted(DRAWS), fitted(0.0));
    assert!(loss < plain_loss - 0.002, "{loss}, {plain_loss} without a width");
    // The scale is that of the plain logistic; the weights are right apart from their scale.
    let unit = f64::from(wide.values()[20]) / planted()[20];
    for (place, planted) in planted().into_iter().enumerate().filter(|&(place, _)| place != 50) {
        let found = f64::from(wide.values()[place]) / unit;
        assert!((found - planted).abs() < 0.05, "{place}: {found}, {planted}");
    }
}

/// If nothing is learned, a width of draws has no effect: the expectations stay the same.
#[test]
fn a_scale_alone_knows_no_draws() {
    let loaded = loaded(1);
    let mut old = old_weights();
    for (place, planted) in planted().into_iter().enumerate().filter(|&(place, _)| place != 50) {
        old.values_mut()[place] = (planted * 1000.0) as i32;
    }
    let odds = [0.0, 2.5].map(|draws| {
        let (folder, options) =
            (folder(&format!("scale-{draws}")), FitOptions { draws, epochs: 0, ..OPTIONS });
        let fitting = Fitting { game: &ruches(), loaded: &loaded, old: &old, options };
        let found =
            fitting.run(&folder, &options, false, &StopFlag::default(), &mut Silent).unwrap();
        fs::remove_dir_all(folder).unwrap();
        let weights = found.unwrap().0;
        f64::from(weights.values()[20]) / f64::from(weights.scale())
    });
    assert!((odds[0] - odds[1]).abs() < 0.005, "{odds:?}");
}

/// Weights that are right apart from their scale.
#[test]
fn scales_are_found() {
    let data = synthetic(40_000, 1, 4);
    let weights: Vec<_> = planted().iter().map(|weight| (weight * 1000.0) as i32).collect();
    let scale = fitted_scale(&data, &weights, 300);
    assert!((scale - 1000.0).abs() < 30.0, "{scale}");
    let log_odds: Vec<_> = planted();
    assert!(Calibration::of(&data, &log_odds).worst() < 0.02);
    let timid: Vec<_> = planted().iter().map(|weight| weight / 3.0).collect();
    assert!(Calibration::of(&data, &timid).worst() > 0.1);
}

/// The evaluation in the fit equals the evaluation in play.
#[test]
fn expectations_are_those_of_play() {
    use eval::{Evaluator, Linear, Trace};
    use games::etoile::{Etoile, Star};
    use games::{AnyState, Game, random_step};
    let AnyState::Etoile(mut state) = AnyState::parse("etoile startpos").unwrap() else {
        panic!("another game")
    };
    let weights = Weights::default_for::<Etoile<Star>>(state.game());
    let linear = Linear::new(&weights);
    let net = Net::of::<Etoile<Star>>().expect("a net");
    let scale = f64::from(weights.scale());
    let unit = |number| if number < net.first() { scale } else { net.unit(number, scale) };
    let numbers = weights.values().iter().enumerate();
    let log_odds: Vec<_> = numbers.map(|(number, &w)| f64::from(w) / unit(number)).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut moves = Vec::new();
    for _ in 0..40 {
        if random_step(&mut state, &mut moves, &mut rng).is_some() {
            break;
        }
        let (game, position) = (state.game(), state.position());
        let trace = Trace::of(game, position);
        if game.in_play(position).len() < 3 {
            break;
        }
        let rows = [0, 1].map(|seat| trace.difference(Seat::new(seat), Seat::new(2)));
        let mut data = Dataset::new(log_odds.len()).with_net(Some(net));
        let net_rows: Vec<_> = trace.net_rows.first(3).iter().map(Vec::as_slice).collect();
        data.push_with_net(&[&rows[0], &rows[1]], &net_rows, Label::default()).unwrap();
        let calibration = Calibration::of(&data, &log_odds);
        let mut shares: Vec<_> = (0..3)
            .map(|seat| {
                f64::midpoint(1.0, linear.estimate(game, position, Seat::new(seat)).to_f64())
            })
            .collect();
        shares.sort_by(f64::total_cmp);
        let expected = calibration.tenths.iter().filter(|tenth| tenth.count > 0);
        let expected: Vec<_> = expected.map(|tenth| tenth.expected).collect();
        assert_eq!(expected.len(), 3);
        for (expected, share) in expected.iter().zip(shares) {
            assert!((expected - share).abs() < 5e-3, "{expected} {share}");
        }
    }
}
