//! The rules alone: perft with bulk counting at the last ply, and random games.
//!
//! `cargo bench -p benches --bench rules`

use benches::{BenchRun, median, seconds};
use games::{AnyState, Notation, State, perft, playout, with_state};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Positions, depths and the expected counts (verified by a slow generator elsewhere).
const PERFT: &[(&str, u32, u64)] = &[
    ("benedictine startpos", 5, 77_175_610),
    ("maitres startpos", 4, 89_018),
    ("maitres startpos moves die6", 3, 75_705),
    ("maitres:passage=leap startpos", 4, 3_089_929),
    ("ruches startpos", 3, 810_000),
    ("ruches:setup=ordered startpos", 8, 8_385_836),
    ("ruches play a 0d5,2c2,4e4,5b3,7f3,9g4 0c6,1d7,3e8,6g6,8b7,9a6 5 13 -", 7, 772_603),
    ("etoile startpos", 5, 22_877),
    ("etoile:players=2 startpos", 5, 31_091),
];

/// Options for random games, in addition to the default options of each game.
const SETTINGS: &[&str] = &["etoile:players=2"];

fn count<G: Notation>(state: &State<G>, text: &str, (depth, expected): (u32, u64), rounds: usize) {
    // Small counts are repeated, so that they can be timed.
    let times = 1 + 20_000_000 / expected;
    let rates = (0..rounds).map(|_| {
        let (time, total) = seconds(|| {
            (0..times).map(|_| perft(state.game(), state.position(), depth)).sum::<u64>()
        });
        assert_eq!(total, expected * times, "perft {depth} of {text}");
        total as f64 / time / 1e6
    });
    let rate = median(rates.collect());
    println!("perft {depth} {text}: {expected} leaves, {rate:.1} million leaves/s");
}

fn games<G: Notation>(state: &State<G>, text: &str, rounds: usize) {
    const GAMES: u32 = 2000;
    let rates = (0..rounds).map(|_| {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut buffer = Vec::new();
        let (time, steps) = seconds(|| {
            (0..GAMES).map(|_| playout(state.clone(), &mut buffer, &mut rng).1).sum::<u64>()
        });
        (f64::from(GAMES) / time, steps)
    });
    let rates: Vec<_> = rates.collect();
    let steps = rates[0].1;
    assert!(rates.iter().all(|&(_, other)| other == steps), "the same seed, the same games");
    let rate = median(rates.iter().map(|&(rate, _)| rate).collect());
    let length = steps as f64 / f64::from(GAMES);
    println!(
        "random games from {text}: {:.1} thousand games/s, {:.2} million moves and events/s ({length:.0} a game)",
        rate / 1e3,
        rate * length / 1e6
    );
}

fn main() {
    let rounds = BenchRun::from_arguments().of(5, 1);
    println!("one thread, medians of {rounds} rounds");
    for &(text, depth, expected) in PERFT {
        let any = AnyState::parse(text).expect("a position");
        with_state!(&any, state => count(state, text, (depth, expected), rounds));
    }
    for game in AnyState::NAMES.iter().chain(SETTINGS) {
        let any = AnyState::start(game).expect("a start");
        with_state!(&any, state => games(state, &format!("{game} startpos"), rounds));
    }
}
