//! The cost of generality: English draughts by the rules of the star on a board of 64 squares,
//! against a program for this game alone.
//!
//! `cargo bench -p benches --bench draughts`

use benches::{BenchRun, Checkers, interleaved, seconds};
use games::etoile::{Etoile, Nation, Rules, Square8};
use games::{Game, State, perft, playout};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The published number of moves from the start to this depth.
const PERFT: (u32, u64) = (10, 18_391_564);

fn main() {
    let run = BenchRun::from_arguments();
    let rounds = run.of(9, 1);
    let games = run.of(20_000, 500);
    // The other program knows no repetition.
    let rules = Rules { repetition: 0, ..Rules::new(Nation::English, 2) };
    let game = Etoile::<Square8>::new(rules);
    let (depth, leaves) = PERFT;
    println!("one thread, medians of {rounds} rounds in turn; general / plain");

    let [general, plain] = interleaved(
        rounds,
        [&mut || timed(leaves, || perft(&game, &game.start(), depth)), &mut || {
            timed(leaves, || Checkers::default().perft(depth))
        }],
    );
    report("perft", "million leaves/s", leaves as f64 / 1e6, general, plain);

    let mut buffer = Vec::new();
    let start = State::new(game, game.start());
    let mut lengths = [0, 0];
    let [of_general, of_plain] = &mut lengths;
    let [general, plain] = interleaved(
        rounds,
        [
            &mut || {
                let mut rng = ChaCha8Rng::seed_from_u64(1);
                let (time, steps) = seconds(|| {
                    (0..games).map(|_| playout(start.clone(), &mut buffer, &mut rng).1).sum::<u64>()
                });
                *of_general = steps;
                time
            },
            &mut || {
                let mut rng = ChaCha8Rng::seed_from_u64(1);
                let (time, steps) = seconds(|| {
                    (0..games).map(|_| Checkers::default().playout(&mut rng)).sum::<u64>()
                });
                *of_plain = steps;
                time
            },
        ],
    );
    // Both choose from lists in different orders. So the games differ, but not their kind.
    let length = lengths.map(|steps| steps as f64 / f64::from(games));
    assert!((length[0] / length[1] - 1.0).abs() < 0.1, "mean lengths {length:?}");
    report("random games", "thousand games/s", f64::from(games) / 1e3, general, plain);
    println!("mean lengths of games {:.1} and {:.1} moves", length[0], length[1]);
}

fn timed(expected: u64, work: impl FnOnce() -> u64) -> f64 {
    let (time, count) = seconds(work);
    assert_eq!(count, expected, "the published count");
    time
}

fn report(what: &str, unit: &str, amount: f64, general: f64, plain: f64) {
    let (one, other) = (amount / general, amount / plain);
    println!("{what}: {one:.1} / {other:.1} {unit}, ratio {:.3}", one / other);
}
