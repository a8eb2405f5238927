//! `engine solve`: proves the result that the player to act can force, and checks proofs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use cli::{
    Failure, check_folder, check_own, print_line, read_count, read_text, stop_on_interrupt, whole,
};
use engine::StopFlag;
use games::{AnyState, Information, Notation, ParseError, State, Tactics, with_state};
use serde_json::{Map, Value as Json, json};
use solve::{
    Chances, PROOF_HEAD, ShortestGames, Solution, SolveError, SolveLimits, SolveResult,
    check_proof, solve_on,
};

use ugi::line_texts;

use super::args::{MOST_MEMORY, PositionArgument, ThreadsArgument, duration};
use super::closed_pipe;

/// The time between two saves of the state.
const KEPT_EVERY: Duration = Duration::from_secs(30);

/// The time between two lines of progress.
const SHOWN_EVERY: Duration = Duration::from_secs(10);

#[derive(Args, Debug)]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// The time limit, as 500ms, 2s, 3m or 1h [default: none]
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// The greatest number of positions to visit
    #[arg(long, value_parser = read_count)]
    nodes: Option<u64>,
    /// Memory, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = whole::<u64>(1, MOST_MEMORY))]
    memory: u64,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Write the proof: a strategy, move by move
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Only check a proof of this position, by the rules alone; exit status 1 if the proof is wrong
    #[arg(long, value_name = "FILE", conflicts_with_all = ["time", "nodes", "proof", "resume"])]
    check: Option<PathBuf>,
    /// Only find the shortest games in which all players help one player to win; a line for each
    /// player
    #[arg(long, conflicts_with_all = ["proof", "check", "resume"])]
    shortest: bool,
    /// Save the state of the search in this file, and continue from the file if it exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

impl SolveArguments {
    /// Memory, in MiB.
    fn memory(&self) -> usize {
        usize::try_from(self.memory).unwrap_or(usize::MAX)
    }
}

/// Runs the command.
pub(crate) fn run(any: &AnyState, args: &SolveArguments) -> Result<(), Failure> {
    with_state!(any, state => match &args.check {
        Some(path) => check(state, path),
        None => solve(state, args),
    })
}

fn check<G: Notation>(state: &State<G>, path: &Path) -> Result<(), Failure> {
    let text = read_text("--check", path)?;
    let name = path.display();
    let verified = check_proof(state, &text)
        .map_err(|error| Failure::Broken(format!("--check: {name}: {error}")))?;
    let mut answer = described(verified.bounds, verified.distance);
    answer.insert("positions".to_owned(), json!(verified.positions));
    print_line(&Json::Object(answer).to_string())
}

fn solve<G: Notation + Tactics>(state: &State<G>, args: &SolveArguments) -> Result<(), Failure> {
    let stop = stop_on_interrupt()?;
    closed_pipe::watch(stop.clone());
    if args.shortest {
        return shortest(state, args, &stop);
    }
    if G::CHANCE && !G::Information::HIDDEN {
        return chances(state, args, &stop);
    }
    if let Some(path) = &args.proof {
        // Checked before the work begins.
        check_own("proof", path, PROOF_HEAD)?;
    }
    let known = match &args.resume {
        Some(path) if path.exists() => Some(read_text("--resume", path)?),
        Some(path) => {
            check_folder("--resume", path)?;
            None
        }
        None => None,
    };
    let (time, nodes) = (args.time, args.nodes);
    let memory = args.memory();
    let limits = SolveLimits { time, nodes, memory, threads: args.threads.count() };
    let (mut kept, mut shown) = (Instant::now(), Instant::now());
    let mut failure = None;
    let each_turn = |nodes: u64, known: &dyn Fn() -> String| {
        if !args.quiet && shown.elapsed() >= SHOWN_EVERY {
            // Progress that cannot be written does not stop the work.
            let _ = writeln!(io::stderr(), "{nodes} positions looked at");
            shown = Instant::now();
        }
        if let Some(path) = args.resume.as_deref().filter(|_| kept.elapsed() >= KEPT_EVERY) {
            failure = write(path, &known()).err();
            kept = Instant::now();
        }
        failure.is_none()
    };
    let solution = solve_on(state, &limits, known.as_deref(), &|| stop.is_set(), each_turn);
    if let Some(failure) = failure {
        return Err(failure);
    }
    let solution = solution.map_err(|error| failed(state, args, error))?;
    if let Some(path) = &args.resume {
        write(path, &solution.known(state))?;
    }
    if let Some(path) = &args.proof {
        write_proof(state, &solution, path)?;
    }
    let mut answer = described(solution.bounds, solution.distance);
    answer.insert("nodes".to_owned(), json!(solution.nodes));
    answer.insert("pv".to_owned(), json!(line_texts(state, &solution.line)));
    print_line(&Json::Object(answer).to_string())
}

fn failed<G: Notation>(state: &State<G>, args: &SolveArguments, error: SolveError) -> Failure {
    let wrong = |expected: &str| {
        let text = games::format_position(state.game(), state.position());
        Failure::from(ParseError::new("position", &text, expected))
    };
    match error {
        SolveError::Over => wrong("a game that is not over"),
        SolveError::Hidden => wrong("a game without hidden cards"),
        SolveError::Store(error) => {
            let path = args.resume.as_deref().unwrap_or(Path::new("")).display();
            Failure::input(format!("--resume: {path}: {error}"))
        }
        error => Failure::Broken(error.to_string()),
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    disk::replace(path, &[text])
        .map_err(|error| Failure::Broken(format!("output: {}: {error}", path.display())))
}

fn write_proof<G: Notation + Tactics>(
    state: &State<G>,
    solution: &Solution<G>,
    path: &Path,
) -> Result<(), Failure> {
    let proof = solution.proof(state).map_err(|error| Failure::Broken(error.to_string()))?;
    proof.map_or(Ok(()), |proof| write(path, &proof))
}

/// The result, or its bounds if it was not found.
fn described(bounds: (SolveResult, SolveResult), distance: Option<u32>) -> Map<String, Json> {
    let (low, high) = bounds;
    let result = if low == high { low } else { SolveResult::Unknown };
    let mut answer = Map::new();
    answer.insert("result".to_owned(), json!(result.word()));
    if low != high {
        answer.insert("bounds".to_owned(), json!([low.word(), high.word()]));
    }
    answer.insert("distance".to_owned(), json!(distance));
    answer
}

/// Whether a limit was reached.
fn limit(args: &SolveArguments, stop: &StopFlag) -> impl Fn(u64) -> bool {
    let end = args.time.map(|time| Instant::now() + time);
    let most = args.nodes.unwrap_or(u64::MAX);
    move |nodes| stop.is_set() || nodes >= most || end.is_some_and(|end| Instant::now() >= end)
}

/// The shortest games: a line for each seat that can win, then a line with the searched length.
fn shortest<G: Notation + Tactics>(
    state: &State<G>,
    args: &SolveArguments,
    stop: &StopFlag,
) -> Result<(), Failure> {
    let mut games =
        ShortestGames::new(state, args.memory()).map_err(|error| failed(state, args, error))?;
    let over = limit(args, stop);
    while let Some(found) = games.deepen(&over) {
        for game in found {
            let winner = state.game().seat_name(game.winner);
            let answer = json!({ "winner": winner, "plies": game.plies, "pv": game.line });
            print_line(&answer.to_string())?;
        }
        if !args.quiet {
            let (plies, nodes) = (games.plies(), games.nodes());
            // Progress that cannot be written does not stop the work.
            let _ = writeln!(io::stderr(), "{plies} plies, {nodes} positions looked at");
        }
    }
    print_line(&json!({ "looked": games.plies(), "nodes": games.nodes() }).to_string())
}

/// In games with a die: prints a line for each depth, with bounds of the expected result.
fn chances<G: Notation + Tactics>(
    state: &State<G>,
    args: &SolveArguments,
    stop: &StopFlag,
) -> Result<(), Failure> {
    if args.proof.is_some() || args.resume.is_some() {
        let message = "--proof, --resume: read a game with a die, expected one without";
        return Err(Failure::input(message));
    }
    let mut chances =
        Chances::new(state, args.memory()).map_err(|error| failed(state, args, error))?;
    let over = limit(args, stop);
    let mut told = false;
    while let Some(chance) = chances.deepen(&over) {
        told = true;
        // Nine decimals; the bounds are rounded outwards.
        let low = (chance.low() * 1e9).floor() / 1e9;
        let high = (chance.high() * 1e9).ceil() / 1e9;
        let result = match (low, high) {
            (1.0, _) => SolveResult::Win,
            (_, 0.0) => SolveResult::Loss,
            _ => SolveResult::Unknown,
        };
        let answer = json!({
            "result": result.word(), "distance": null, "chance": [low, high],
            "moves": chances.moves(), "nodes": chances.nodes(), "pv": [],
        });
        print_line(&answer.to_string())?;
        if chance.is_exact() {
            break;
        }
    }
    if told {
        return Ok(());
    }
    // The limit was reached before depth 1: nothing is known.
    let answer = json!({
        "result": SolveResult::Unknown.word(), "distance": null, "chance": [0.0, 1.0],
        "moves": 0, "nodes": chances.nodes(), "pv": [],
    });
    print_line(&answer.to_string())
}
