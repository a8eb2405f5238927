//! `engine bench`: the fingerprint of the search, or the number of solved puzzles of a suite.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{ArgGroup, Args};
use cli::{Failure, PackArgument, print_line, read_count, read_text};
use engine::{Limits, Playable, Request, SearchKind, Searcher, Techniques};
use games::{AnyState, State, format_position, with_state};

use reader::entries;
use ugi::line_texts;

use super::args::{ParameterArguments, duration};
use super::puzzles::{read_suite, solved};

/// Positions of all games in all stages: a depth and a position on each line.
const SUITE: &str = include_str!("../../../benches/suites/bench.txt");

/// The default time for a puzzle.
const PUZZLE_TIME: Duration = Duration::from_secs(1);

#[derive(Args, Debug)]
#[command(group = ArgGroup::new("own_pack").arg("file").requires("suite"))]
pub(crate) struct BenchArguments {
    #[command(flatten)]
    settings: ParameterArguments,
    /// Solve the puzzles of this file, written as `engine puzzles` prints them
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Time for each puzzle [default: 1s]
    #[arg(long, value_parser = duration, requires = "suite")]
    time: Option<Duration>,
    /// Nodes for each puzzle, instead of time
    #[arg(long, value_parser = read_count, requires = "suite", conflicts_with = "time")]
    nodes: Option<u64>,
    #[command(flatten)]
    pack: PackArgument,
}

/// Runs the command.
pub(crate) fn run(args: &BenchArguments) -> Result<(), Failure> {
    match &args.suite {
        Some(path) => solve_suite(path, args),
        None => fingerprint(&args.settings),
    }
}

/// The positions of the suite with their depths.
fn suite() -> impl Iterator<Item = (&'static str, u32)> {
    entries(SUITE).filter_map(|(_, line)| {
        let (depth, text) = line.split_once(' ')?;
        Some((text, depth.parse().ok()?))
    })
}

/// Table size in MiB: part of the fingerprint.
const HASH: usize = 16;

/// Searches the suite with one thread; the last line is `nodes N nps M`.
fn fingerprint(settings: &ParameterArguments) -> Result<(), Failure> {
    let positions = suite().map(|(text, depth)| Ok((text, AnyState::parse(text)?, depth)));
    let positions = positions.collect::<Result<Vec<_>, Failure>>()?;
    let by_depth = Limits { depth: Some(1), ..Limits::default() };
    let searches = positions.iter().map(|(_, any, _)| search_kind(any, &by_depth));
    let parameters = settings.parameters(&searches.collect::<Vec<_>>())?;
    let techniques = Techniques { parameters, ..Techniques::ALL };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (text, any, depth) in positions {
        let started = Instant::now();
        let (count, best) = with_state!(&any, state => search(state, depth, techniques))?;
        time += started.elapsed();
        nodes += count;
        print_line(&format!("{count:>9} {best:<12} {text}"))?;
    }
    let nps = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
    print_line(&format!("nodes {nodes} nps {nps}"))
}

/// The search that the engine uses in a position by default.
fn search_kind(any: &AnyState, limits: &Limits) -> SearchKind {
    with_state!(any, state => SearchKind::of(state, &Techniques::ALL, limits))
}

fn searcher<G: Playable>(state: &State<G>, techniques: Techniques) -> Result<Searcher<G>, Failure> {
    let builder = Searcher::builder(state.game().clone()).techniques(techniques).hash(HASH);
    builder.build().map_err(Failure::input)
}

fn search<G: Playable>(
    state: &State<G>,
    depth: u32,
    techniques: Techniques,
) -> Result<(u64, String), Failure> {
    let answer = searcher(state, techniques)?.search(state, &Request::new().depth(depth));
    let best: Vec<_> = answer.best().into_iter().collect();
    Ok((answer.nodes, line_texts(state, &best).join(" ")))
}

/// Solves puzzles with one thread. Prints a line for each, then the number of solved puzzles and
/// nodes.
fn solve_suite(path: &Path, args: &BenchArguments) -> Result<(), Failure> {
    let puzzles = read_suite(&read_text("--suite", path)?, &args.pack.read()?.resources)?;
    if puzzles.is_empty() {
        return Err(Failure::input("--suite: read no puzzle, expected one or more"));
    }
    let searches = puzzles.iter().map(|puzzle| search_kind(&puzzle.state, &Limits::default()));
    let parameters = args.settings.parameters(&searches.collect::<Vec<_>>())?;
    let techniques = Techniques { parameters, ..Techniques::ALL };
    let (mut right, mut all) = (0, 0);
    for puzzle in &puzzles {
        let found = with_state!(&puzzle.state, state => {
            let request = match args.nodes {
                Some(nodes) => Request::new().nodes(nodes),
                None => Request::new().time(args.time.unwrap_or(PUZZLE_TIME)),
            };
            solved(state, &puzzle.best, &request, &mut searcher(state, techniques)?)
        });
        let text =
            with_state!(&puzzle.state, state => format_position(state.game(), state.position()));
        match found {
            Ok((nodes, depth)) => {
                (right, all) = (right + 1, all + nodes);
                print_line(&format!("solved nodes {nodes} depth {depth} {text}"))?;
            }
            Err(found) => print_line(&format!("failed best {found} not {} {text}", puzzle.best))?,
        }
    }
    print_line(&format!("solved {right} of {} nodes {all}", puzzles.len()))
}
