//! The search: nodes a second, two threads against one, a large table against a small one.
//!
//! `cargo bench -p benches --bench search`, with `-- speed`, `table` or `threads` for a part, and
//! `--quick` for a brief run.

use std::time::{Duration, Instant};

use benches::{BenchRun, interleaved, median, opening_positions, ratio, seconds};
use engine::{Answer, Limits, Playable, Request, Searcher, TimeLimit};
use games::benedictine::Benedictine;
use games::etoile::EtoileOnStar;
use games::maitres::{Maitres, Passage, Variant};
use games::ruches::Ruches;
use games::{DrawRules, Notation, State};

const ROUNDS: usize = 3;

const BENEDICTINE: Benedictine = Benedictine { draws: DrawRules { repetition: 3, plies: 300 } };
const MAITRES: Maitres =
    Maitres { passage: Passage::Blocked, variant: Variant::Master, plies: 1000 };

/// The state of a search after each iteration: depth, value, seconds.
type Iterations = Vec<(u32, f64)>;

fn search<G: Playable>(
    state: &State<G>,
    mib: usize,
    threads: usize,
    request: &Request,
) -> (Answer<G::Move>, Iterations) {
    search_again(&mut searcher(state.game(), mib, threads), state, request)
}

fn searcher<G: Playable>(game: &G, mib: usize, threads: usize) -> Searcher<G> {
    let builder = Searcher::builder(game.clone()).hash(mib).threads(threads);
    builder.build().expect("a table")
}

fn search_again<G: Playable>(
    searcher: &mut Searcher<G>,
    state: &State<G>,
    request: &Request,
) -> (Answer<G::Move>, Iterations) {
    let mut iterations = Vec::new();
    let answer = searcher.search_with(state, request, |answer| {
        iterations.push((answer.depth, answer.elapsed.as_secs_f64()));
        true
    });
    assert!(answer.best().is_some_and(|mv| state.is_legal(mv)), "a legal move");
    (answer, iterations)
}

/// All of the time from now on: an iteration begins even if it will hardly end.
fn for_time(time: Duration) -> Request {
    let end = Instant::now() + time;
    Limits { time: Some(TimeLimit::until(end)), ..Limits::default() }.into()
}

/// Nodes a second on one thread, with 64 MiB.
fn speed<G: Playable>(name: &str, game: &G, depth: u32) {
    let states = opening_positions(game, 8);
    let rates = states.iter().map(|state| {
        let (time, (answer, _)) = seconds(|| search(state, 64, 1, &Request::new().depth(depth)));
        answer.nodes as f64 / time / 1e6
    });
    println!("{name}: {:.2} million nodes/s to depth {depth}", median(rates.collect()));
}

/// One and two threads on some positions for some time each: nodes a second, and the time to the
/// greatest depth that both finished. The first position only touches the memory of the tables.
fn threads<G: Playable>(name: &str, game: &G, count: usize, time: Duration) {
    let (mut nodes, mut times) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
    let [mut alone, mut together] = [1, 2].map(|threads| searcher(game, 64, threads));
    for (number, state) in opening_positions(game, count + 1).iter().enumerate() {
        let (one, one_times) = search_again(&mut alone, state, &for_time(time));
        let (two, two_times) = search_again(&mut together, state, &for_time(time));
        if number == 0 {
            continue;
        }
        nodes.0.push(one.nps() as f64);
        nodes.1.push(two.nps() as f64);
        let depth = one.depth.min(two.depth);
        let limit = time.as_secs_f64();
        let until = |iterations: &Iterations| {
            let found = iterations.iter().find(|&&(reached, _)| reached == depth);
            found.map_or(limit, |&(_, time)| time.max(1e-4))
        };
        times.0.push(until(&one_times));
        times.1.push(until(&two_times));
    }
    println!(
        "{name}, two threads over one: nodes a second x{:.2}, time to depth x{:.2} faster",
        ratio(&nodes.1, &nodes.0),
        ratio(&times.0, &times.1)
    );
}

/// Nodes a second with 1 GiB over those with 4 MiB, in turn.
fn table_sizes<G: Playable>(name: &str, game: &G, depth: u32) {
    let (mut large, mut small) = (Vec::new(), Vec::new());
    for state in &opening_positions(game, 6) {
        let rate = |mib| search(state, mib, 1, &Request::new().depth(depth)).0.nps() as f64;
        let [big, little] = interleaved(ROUNDS, [&mut || rate(1024), &mut || rate(4)]);
        large.push(big);
        small.push(little);
    }
    println!("{name}: nodes a second with 1 GiB over 4 MiB: {:.2}", ratio(&large, &small));
}

fn main() {
    let run = BenchRun::from_arguments();
    if run.includes("speed") {
        speed("benedictine", &BENEDICTINE, 8);
        speed("maitres", &MAITRES, 3);
    }
    if run.includes("table") {
        let builder = Searcher::builder(BENEDICTINE).hash(1024);
        let ready = || seconds(|| builder.clone().build().expect("1 GiB")).0;
        let ready = (0..5).map(|_| ready()).collect();
        println!("a table of 1 GiB is ready after {:.6} s", median(ready));
        table_sizes("benedictine", &BENEDICTINE, run.of(9, 7));
        table_sizes("maitres", &MAITRES, 3);
    }
    if run.includes("threads") {
        let (count, time) = (run.of(20, 3), Duration::from_millis(run.of(3000, 300)));
        threads("benedictine", &BENEDICTINE, count, time);
        threads("ruches", &game::<Ruches>("ruches startpos"), count, time);
        threads("star for two", &game::<EtoileOnStar>("etoile:players=2 startpos"), count, time);
        threads("maitres", &MAITRES, count, time);
    }
}

/// The game of a position text.
fn game<G: Notation>(text: &str) -> G {
    State::parse(text).expect("a start").into_game()
}
