//! Tuning: positions generated a minute, and the speed of a fit.
//!
//! `cargo bench -p benches --bench tuning`, with `-- generate` or `fit` for a part, and `--quick`
//! for a brief run.

use std::path::PathBuf;

use benches::{BenchRun, seconds};
use engine::{Playable, StopFlag};
use eval::Weights;
use games::benedictine::Benedictine;
use games::buteur::Buteur;
use games::etoile::{Etoile, Star};
use games::maitres::Maitres;
use games::ruches::Ruches;
use selfplay::{Contest, Plan, Silent, TournamentKind};
use tuning::fit::{FitOptions, Labels, Loaded, load};
use tuning::{EPOCHS, Fitting, Generation};

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("bench-{}-{name}", std::process::id()))
}

/// Plays games on all cores, writes their positions to a file, and prints the positions a minute.
fn generate<G: Playable>(limit: &str, games: u64) -> PathBuf {
    let player = format!("name=self,{limit}").parse().expect("a player");
    let mut plan = Plan::new(G::NAME, vec![player], 5, games);
    plan.kind = TournamentKind::Solo;
    plan.opening = 8;
    let out = temporary(&format!("{}.data", G::NAME));
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

/// Fits weights for Bénédictine, on one thread and on all threads. Prints the positions that the
/// epochs learn from, for each second of the whole fit. The fit includes the five smaller fits that
/// find the scale.
fn fit(loaded: &Loaded, epochs: u32) {
    let state = loaded.plan.start_of::<Benedictine>().expect("a game");
    let old = Weights::default_for(state.game());
    let options = FitOptions { epochs, ..FitOptions::default() };
    let fitting = Fitting { game: state.game(), loaded, old: &old, options };
    let all = engine::available_threads();
    for threads in [1, all] {
        let folder = temporary(&format!("fit-{threads}"));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let whole = || fitting.run(&folder, &options, false, &StopFlag::default(), &mut Silent);
        let (time, found) = seconds(|| pool.install(whole));
        let (_, report) = found.expect("a folder of our own").expect("a fit to its end");
        assert!(report.losses[1] < report.losses[0], "{:?}", report.losses);
        let log = std::fs::read_to_string(folder.join(EPOCHS)).expect("a log");
        std::fs::remove_dir_all(folder).expect("a folder of our own");
        // The first line is the state before the first epoch.
        let learned = loaded.train.len() * (log.lines().count() - 1);
        let rate = learned as f64 / time / 1e6;
        println!("million positions a second in a whole fit on {threads} threads: {rate:.2}");
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
        let file = generate::<Benedictine>("nodes=50", run.of(5000, 100));
        let loaded =
            load(std::slice::from_ref(&file), Labels { mix: 0.3, held_out: 10 }).expect("data");
        std::fs::remove_file(file).expect("a file of our own");
        fit(&loaded, run.of(16, 2) as u32);
    }
}
