//! Nets: their gradients, and that they learn functions that a sum cannot express.

use std::fs;

use engine::StopFlag;
use eval::{Evaluate, Net, Weights, weight_count};
use games::State;
use games::etoile::EtoileOnSquare8;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use selfplay::{Plan, Silent};
use tuning::Fitting;
use tuning::fit::{Dataset, FitOptions, Gradient, Label, Loaded, Objective};

const HIDDEN: usize = Net::HIDDEN;

fn net() -> Net {
    Net::of::<EtoileOnSquare8>().expect("a net")
}

/// Random samples. The seat of each row and the base seat have some of twelve inputs and one of two
/// stages. `target` computes the result from the net rows of the first seat.
fn samples(rows: usize, count: usize, seed: u64, target: impl Fn(&[usize]) -> f32) -> Dataset {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut data = Dataset::new(weight_count(EtoileOnSquare8::FEATURES)).with_net(Some(net()));
    for _ in 0..count {
        data.begin_game();
        let mut drawn = || {
            let mut rows: Vec<_> = (0..12).filter(|_| rng.random_bool(0.5)).collect();
            rows.push(net().outputs(if rng.random_bool(0.5) { 0 } else { 5 }));
            rows
        };
        let net_rows: Vec<_> = (0..=rows).map(|_| drawn()).collect();
        let share = target(&net_rows[0]);
        let label = Label { target: [share, (1.0 - share) / 2.0], result: [share, 0.0] };
        let net_rows: Vec<_> = net_rows.iter().map(Vec::as_slice).collect();
        let counts = [(0, 1)];
        data.push_with_net(&vec![&counts[..]; rows], &net_rows, label).expect("few counts");
    }
    data
}

/// The gradient agrees with the change of the loss if a number is changed a little.
#[test]
fn gradients_of_nets_are_slopes() {
    const STEP: f64 = 1e-6;
    for (rows, draws) in [(1, 0.0), (1, 3.0), (2, 0.0)] {
        let data = samples(rows, 20, 8, |rows| if rows.len() > 7 { 0.8 } else { 0.1 });
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut weights = vec![0.0; data.features()];
        let first = net().first();
        let begin = first + net().inputs() * HIDDEN;
        weights[first..begin].fill_with(|| rng.random_range(-0.1..0.1));
        weights[begin..begin + HIDDEN].fill(0.25);
        weights[begin + HIDDEN..].fill_with(|| rng.random_range(-1.0..1.0));
        let objective = Objective { data: &data, draws };
        let mut gradient = Gradient::new(&data);
        objective.gradient(0..data.len(), &weights, &mut gradient);
        let [early, late] = [0, 5].map(|stage| first + net().outputs(stage) * HIDDEN);
        let mut felt = 0;
        for number in [0, first, first + 40, first + 333, begin, begin + 31, early, late + 9] {
            let at = |change: f64| {
                let mut changed = weights.clone();
                changed[number] += change;
                objective.losses(&changed)[0]
            };
            let slope = (at(STEP) - at(-STEP)) / (2.0 * STEP);
            assert!((slope - gradient.at(number)).abs() < 1e-6, "{number}: {slope}");
            felt += u32::from(slope.abs() > 1e-4);
        }
        assert!(felt >= 5, "{rows} rows: {felt}");
    }
}

/// A net learns a function that no sum over inputs can express: that one of two inputs is on, but
/// not both; in the other stage the opposite. Without the option the net stays zero.
#[test]
fn nets_learn_what_sums_cannot() {
    let either = |rows: &[usize]| {
        let other_way = rows.last() == Some(&net().outputs(5));
        f32::from(u8::from((rows.contains(&2) != rows.contains(&7)) != other_way))
    };
    let loaded = Loaded {
        plan: Plan::new("etoile", Vec::new(), 1, 0),
        train: samples(1, 4000, 1, either),
        held_out: samples(1, 500, 2, either),
        games: 4500,
        duplicates: 0,
        files: Vec::new(),
        missing: Vec::new(),
    };
    let text = "etoile:board=square8,players=2,rules=english startpos";
    let game = State::<EtoileOnSquare8>::parse(text).expect("a game").into_game();
    let old = Weights::zero(&game);
    let fitted = |net: bool, epochs| {
        let options = FitOptions { batch: 512, pull: 0.1, net, epochs, ..FitOptions::default() };
        let folder = std::env::temp_dir().join(format!("nets-{}-{net}", std::process::id()));
        let fitting = Fitting { game: &game, loaded: &loaded, old: &old, options };
        let found =
            fitting.run(&folder, &options, false, &StopFlag::default(), &mut Silent).unwrap();
        fs::remove_dir_all(folder).unwrap();
        let (weights, report) = found.expect("nobody has stopped it");
        let untouched = weights.values()[self::net().first()..].iter().all(|&number| number == 0);
        assert_eq!(untouched, !net);
        report.losses[1]
    };
    let (without, with) = (fitted(false, 10), fitted(true, 40));
    assert!(without > 0.68 && with < 0.5, "{without} without a net, {with} with one");
}
