//! `engine bench`: the fingerprint of the search.

use std::time::{Duration, Instant};

use engine::{Parameters, Playable, Request, Searcher, Techniques};
use games::{AnyState, State, with_state};
use programs::{Failure, print_line};

use super::output::line_texts;

/// Every game, its options, all stages: a depth and a position on each line.
const SUITE: &str = include_str!("../../../../suites/bench.txt");

/// The positions of the suite with their depths.
fn suite() -> impl Iterator<Item = (&'static str, u32)> {
    SUITE.lines().filter_map(|line| {
        let (depth, text) = line.split_once(' ')?;
        Some((text, depth.parse().ok()?))
    })
}

/// Table size in MiB: part of the fingerprint.
const HASH: usize = 16;

/// Searches the suite with one thread; the last line is `nodes N nps M`.
pub(crate) fn run(parameters: Parameters) -> Result<(), Failure> {
    let techniques = Techniques { parameters, ..Techniques::ALL };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (text, depth) in suite() {
        let any = AnyState::parse(text)?;
        let started = Instant::now();
        let (count, best) = with_state!(&any, state => search(state, depth, techniques))?;
        time += started.elapsed();
        nodes += count;
        print_line(&format!("{count:>9} {best:<12} {text}"))?;
    }
    let nps = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
    print_line(&format!("nodes {nodes} nps {nps}"))
}

fn search<G: Playable>(
    state: &State<G>,
    depth: u32,
    techniques: Techniques,
) -> Result<(u64, String), Failure> {
    let builder = Searcher::builder(state.game.clone()).techniques(techniques).hash(HASH);
    let mut searcher = builder.build().map_err(Failure::input)?;
    let answer = searcher.search(state, &Request::depth(depth));
    let best: Vec<_> = answer.best().into_iter().collect();
    Ok((answer.nodes, line_texts(state, &best).join(" ")))
}
