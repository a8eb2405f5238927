//! Tuning: positions generated a minute, and the speed of a fit.
//!
//! `cargo bench -p benches --bench tuning`, with `-- generate` or `fit` for a part, and `--quick`
//! for a brief run.

use std::path::PathBuf;

use benches::{BenchRun, seconds};
use engine::{Playable, StopFlag};
use games::benedictine::Benedictine;
use games::buteur::Buteur;
use games::etoile::{Etoile, Star};
use games::maitres::Maitres;
use games::ruches::Ruches;
use selfplay::{Contest, Plan, Silent, TournamentKind};
use tuning::Generation;
use tuning::fit::{Labels, Loaded, Objective, load};

/// Plays games on all cores, writes their positions to a file, and prints the positions a minute.
fn generate<G: Playable>(limit: &str, games: u64) -> PathBuf {
    let player = format!("name=self,{limit}").parse().expect("a player");
    let mut plan = Plan::new(G::NAME, vec![player], 5, games);
    plan.kind = TournamentKind::Solo;
    plan.opening = 8;
    let out = std::env::temp_dir().join(format!("bench-{}-{}.data", std::process::id(), G::NAME));
    let threads = engine::available_threads();
    let contest = Contest::<G>::new(plan).expect("a match");
    let generation = Generation { contest, per_game: 24, luck: true, threads };
    let (time, counts) = seconds(|| generation.run(&out, true, &StopFlag::default(), &mut Silent));
    let counts = counts.expect("games");
    assert!(counts.is_complete() && counts.positions > games, "{counts:?}");
    let rate = counts.positions as f64 / time * 60.0;
    println!("positions a minute on {threads} threads, {} at {limit}: {rate:.0}", G::NAME);
    out
}

/// The positions a second of one pass over the data, on one thread and on all threads.
fn fit(loaded: &Loaded, run: &BenchRun) {
    let data = &loaded.train;
    let weights = vec![0.01; data.features()];
    let objective = Objective { data, draws: 0.0 };
    let passes = run.of(200, 2);
    let (_, even) = objective.gradient(0..data.len(), &vec![0.0; data.features()]);
    assert!((even - std::f64::consts::LN_2).abs() < 1e-9, "zero weights know nothing");
    let all = engine::available_threads();
    for threads in [1, all] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let pass = || {
            for _ in 0..passes {
                std::hint::black_box(objective.gradient(0..data.len(), &weights));
            }
        };
        let (time, ()) = seconds(|| pool.install(pass));
        let rate = data.len() as f64 * passes as f64 / time / 1e6;
        println!("million positions a second in a fit on {threads} threads: {rate:.2}");
    }
}

fn main() {
    let run = BenchRun::from_arguments();
    if run.includes("generate") {
        for file in [
            generate::<Benedictine>("depth=6", run.of(40, 2)),
            generate::<Maitres>("depth=3", run.of(40, 2)),
            generate::<Ruches>("depth=6", run.of(10, 1)),
            generate::<Etoile<Star>>("depth=6", run.of(20, 1)),
            generate::<Buteur>("depth=1", run.of(100, 2)),
        ] {
            std::fs::remove_file(file).expect("a file of our own");
        }
    }
    if run.includes("fit") {
        let file = generate::<Ruches>("nodes=50", run.of(1000, 20));
        let loaded =
            load(std::slice::from_ref(&file), Labels { mix: 0.3, held_out: 10 }).expect("data");
        std::fs::remove_file(file).expect("a file of our own");
        fit(&loaded, &run);
    }
}
