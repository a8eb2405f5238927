//! Matches: the overhead of the referee, games a minute, two threads against one.
//!
//! `cargo bench -p benches --bench selfplay`, with `-- overhead`, `games` or `threads` for a part,
//! and `--quick` for a brief run.

use std::collections::HashSet;

use benches::{BenchRun, interleaved, seconds};
use engine::{Playable, StopFlag};
use games::benedictine::Benedictine;
use games::maitres::Maitres;
use selfplay::{Contest, GameRecord, Plan, Player};

fn contest<G: Playable>(limit: &str, units: u64) -> Contest<G> {
    // Two players that play differently.
    let player = |text| format!("{text},{limit}").parse().expect("a player");
    let players = ["name=A", "name=B,near=no"].map(player).to_vec();
    Contest::new(Plan::new(G::NAME, players, 3, units)).expect("a match")
}

/// The number of games, and the seconds that they took.
fn play<G: Playable>(contest: &Contest<G>, threads: usize) -> (f64, Vec<GameRecord>) {
    let mut records = Vec::new();
    let (time, played) = seconds(|| {
        contest.run(&HashSet::new(), threads, &StopFlag::default(), |record| {
            records.push(record);
            Ok::<(), selfplay::Error>(())
        })
    });
    played.expect("games");
    assert_eq!(records.len() as u64, contest.games());
    assert!(records.iter().all(|record| record.fault.is_none()), "nobody fails");
    (time, records)
}

/// The overhead of the referee for a move, as a part of 10 ms: the time of a game between players
/// that do not think. The time that they need to draw a random move is included.
fn overhead<G: Playable>(units: u64) {
    let players = ["A", "B"].map(Player::random).to_vec();
    let contest = Contest::<G>::new(Plan::new(G::NAME, players, 3, units)).expect("a match");
    let (wall, records) = play(&contest, 1);
    let moves: usize = records.iter().map(|record| record.times.len()).sum();
    let share = wall / moves as f64 / 0.01;
    println!("the referee's part of a move of 10 ms, {}: {:.2} %", G::NAME, 100.0 * share);
    assert!(share < 0.01, "more than 1 %");
}

/// Games a minute at depth 1 on two threads.
fn games<G: Playable>(run: &BenchRun) {
    let (time, records) = play(&contest::<G>("depth=1", run.of(2000, 50)), 2);
    let rate = records.len() as f64 / time * 60.0;
    println!("games a minute at depth 1 on two threads, {}: {rate:.0}", G::NAME);
    assert!(rate > 2000.0, "too few");
}

/// The speed of two threads as a ratio to one.
fn threads<G: Playable>(run: &BenchRun) {
    let contest = contest::<G>("nodes=2000", run.of(150, 4));
    let [one, two] =
        interleaved(run.of(3, 1), [&mut || play(&contest, 1).0, &mut || play(&contest, 2).0]);
    println!("two threads over one, games a second, {}: {:.2}", G::NAME, one / two);
}

fn main() {
    let run = BenchRun::from_arguments();
    if run.includes("overhead") {
        overhead::<Benedictine>(run.of(1000, 20));
        overhead::<Maitres>(run.of(1000, 20));
    }
    if run.includes("games") {
        games::<Benedictine>(&run);
        games::<Maitres>(&run);
    }
    if run.includes("threads") {
        threads::<Benedictine>(&run);
        threads::<Maitres>(&run);
    }
}
