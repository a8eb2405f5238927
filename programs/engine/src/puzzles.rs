//! `engine puzzles`: positions with one proven winning move; in games of chance, with one move that
//! is far ahead of all others.

use std::collections::HashSet;

use clap::Args;
use cli::{Failure, PackArgument, print_line, read_number, stop_on_interrupt, whole};
use engine::{Answer, Playable, Proof, Request, Searcher};
use games::{
    Actor, AnyState, Notation, Resources, State, format_position, random_step, with_state,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use reader::entries;
use solve::{SolveLimits, SolveResult, solve};

use ugi::line_texts;

use super::search::asked;

/// Nodes of each move in the games that puzzles are taken from.
const PLAY_NODES: u64 = 300;
/// The number of random moves among ten, so that players make mistakes.
const RANDOM_TENTHS: u32 = 2;
/// The greatest length of these games, in moves of players.
const LONGEST: u32 = 400;
/// Puzzles are looked for among the last moves of a game; this is their number.
const STAGES: usize = 16;
/// Nodes of the search that must find a win before a proof is tried.
const GLANCE_NODES: u64 = 4_000;
/// The greatest number of positions in the proof of one move.
const PROOF_NODES: u64 = 100_000;
/// A win in fewer moves of players is too easy for a puzzle.
const LEAST_DISTANCE: u32 = 3;
/// In games of chance: nodes of the short and of the long search of a position.
const LOOKS: [u64; 2] = [5_000, 50_000];
/// In games of chance: the least lead of the best move, in expected result.
const MARGIN: f64 = 0.2;
/// The greatest grade. A grade is a depth of search.
const HARDEST: u32 = 10;

#[derive(Args, Debug)]
pub(crate) struct PuzzlesArguments {
    /// The game, with its options: GAME[:key=value,...]
    game: String,
    /// The number of puzzles
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<u64>(1, 1_000_000))]
    count: u64,
    /// The least grade; a search to a smaller depth prefers another move
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1, u64::from(HARDEST)))]
    grade: u32,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1, value_parser = read_number)]
    seed: u64,
    #[command(flatten)]
    pack: PackArgument,
}

/// Prints puzzles as they are found: the position, the move, the grade.
pub(crate) fn run(args: &PuzzlesArguments) -> Result<(), Failure> {
    let start = args.pack.read()?.start(&args.game)?;
    with_state!(&start, start => find(start, args))
}

fn find<G: Playable>(start: &State<G>, args: &PuzzlesArguments) -> Result<(), Failure> {
    let stop = stop_on_interrupt()?;
    let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
    let mut seen = HashSet::new();
    let mut found = 0;
    while found < args.count && !stop.is_set() {
        let mut states = game(start, &mut rng)?;
        // A puzzle is not always from the very end of a game.
        let skipped = rng.random_range(0..STAGES / 2).min(states.len());
        states.truncate(states.len() - skipped);
        for state in states.iter().rev().take(STAGES) {
            let (game, position) = (state.game(), state.position());
            let Some((best, grade)) = puzzle(state, args.grade)? else { continue };
            let text = format_position(game, position);
            if seen.insert(text.clone()) {
                let best = game.format_move(position, best);
                print_line(&format!("{text} ; best {best} ; grade {grade}"))?;
                found += 1;
                break;
            }
        }
    }
    Ok(())
}

fn searcher<G: Playable>(state: &State<G>) -> Result<Searcher<G>, Failure> {
    Searcher::builder(state.game().clone()).hash(4).build().map_err(Failure::input)
}

/// The positions of a random game in which a player is to act, as puzzles show them: without their
/// history and without hidden cards.
fn game<G: Playable>(start: &State<G>, rng: &mut ChaCha8Rng) -> Result<Vec<State<G>>, Failure> {
    let mut searcher = searcher(start)?;
    let mut state = start.clone();
    let (mut states, mut buffer) = (Vec::new(), Vec::new());
    while state.history().plies() < LONGEST {
        match state.actor() {
            Actor::Over(_) => break,
            Actor::Seat(_) if !rng.random_ratio(RANDOM_TENTHS, 10) => {
                let seen = asked(&state, false)?;
                let request = Request::new().nodes(PLAY_NODES).seed(rng.random());
                let Some(best) = searcher.search(&seen, &request).best() else { break };
                states.push(seen.without_history());
                state.play_unchecked(best);
            }
            _ => {
                random_step(&mut state, &mut buffer, rng);
            }
        }
    }
    Ok(states)
}

/// The only winning move, or the move that is far ahead of all others, with its grade. `None` if
/// there is no such move, or its grade is below `least`.
fn puzzle<G: Playable>(state: &State<G>, least: u32) -> Result<Option<(G::Move, u32)>, Failure> {
    if !matches!(state.actor(), Actor::Seat(_)) || state.legal_moves().len() < 3 {
        return Ok(None);
    }
    let seems = if G::CHANCE { far_ahead(state)? } else { seems_to_win(state)? };
    let Some(best) = seems else { return Ok(None) };
    let grade = grade(state, best)?;
    // The proof comes last: it takes longest.
    let is_one = grade >= least && (G::CHANCE || only_winner(state) == Some(best));
    Ok(is_one.then_some((best, grade)))
}

/// The first move of a short search that finds a win.
fn seems_to_win<G: Playable>(state: &State<G>) -> Result<Option<G::Move>, Failure> {
    let glance = searcher(state)?.search(state, &Request::new().nodes(GLANCE_NODES)).variations;
    let first = glance.first().filter(|line| matches!(line.proof(), Some(Proof::Win(_))));
    Ok(first.and_then(|line| line.moves.first().copied()))
}

/// The winning move, if all other moves are proven not to win.
fn only_winner<G: Playable>(state: &State<G>) -> Option<G::Move> {
    let limits = SolveLimits { nodes: Some(PROOF_NODES), memory: 64, ..SolveLimits::default() };
    let solution = solve(state, &limits, &|| false).ok()?;
    let hard = solution.distance.is_some_and(|distance| distance >= LEAST_DISTANCE);
    if solution.result != SolveResult::Win || !hard {
        return None;
    }
    let &best = solution.line.first()?;
    let fails = |mv| {
        let next = State::new(state.game().clone(), state.game().play(state.position(), mv));
        match next.actor() {
            Actor::Over(outcome) => {
                outcome != games::Outcome::win(state.game().mover(state.position()))
            }
            // If the same player moves again, nothing is proven, and there is no puzzle.
            _ if state.game().mover(next.position()) == state.game().mover(state.position()) => {
                false
            }
            _ => solve(&next, &limits, &|| false)
                .is_ok_and(|solution| solution.bounds.0 != SolveResult::Loss),
        }
    };
    state.legal_moves().into_iter().all(|mv| mv == best || fails(mv)).then_some(best)
}

/// The best move, if a short and a long search agree on it and both find it far ahead.
fn far_ahead<G: Playable>(state: &State<G>) -> Result<Option<G::Move>, Failure> {
    let mut searcher = searcher(state)?;
    let mut found = None;
    for nodes in LOOKS {
        let answer = searcher.search(state, &Request::new().nodes(nodes).variations(2));
        let [first, second] = answer.variations.as_slice() else { return Ok(None) };
        let best = first.moves.first().copied();
        let is_ahead = first.value.to_f64() - second.value.to_f64() >= MARGIN;
        if !is_ahead || found.is_some_and(|found| Some(found) != best) {
            return Ok(None);
        }
        found = best;
    }
    Ok(found)
}

/// The least depth from which a search always finds the move, up to [`HARDEST`].
fn grade<G: Playable>(state: &State<G>, best: G::Move) -> Result<u32, Failure> {
    let mut grade = 1;
    let mut searcher = searcher(state)?;
    let request = Request::new().depth(HARDEST).nodes(LOOKS[1]);
    searcher.search_with(state, &request, |answer: &Answer<G::Move>| {
        if answer.best() != Some(best) {
            grade = (answer.depth + 1).min(HARDEST);
        }
        true
    });
    Ok(grade)
}

/// A line of a suite: a position, the move to be found, its grade.
#[derive(Debug)]
pub(crate) struct Puzzle {
    pub(crate) state: AnyState,
    pub(crate) best: String,
}

/// Reads a suite, whose positions may name these resources. Empty lines and lines that begin with #
/// are ignored.
pub(crate) fn read_suite(text: &str, resources: &Resources) -> Result<Vec<Puzzle>, Failure> {
    let read = |(number, line)| read_puzzle(line, resources).map_err(|error| error.at(number));
    entries(text).map(read).collect()
}

/// The error in a line.
struct PuzzleError(String);

impl PuzzleError {
    fn at(self, line: usize) -> Failure {
        Failure::input(format!("--suite: line {line}: {}", self.0))
    }
}

fn read_puzzle(line: &str, resources: &Resources) -> Result<Puzzle, PuzzleError> {
    let parts: Vec<_> = line.split(" ; ").collect();
    let wrong = || {
        let form = "\"POSITION ; best MOVE ; grade N\"";
        PuzzleError(format!("read {line:?}, expected {form} with N from 1 to {HARDEST}"))
    };
    let &[position, best, grade] = parts.as_slice() else { return Err(wrong()) };
    let best = best.strip_prefix("best ").ok_or_else(wrong)?;
    let grade = grade.strip_prefix("grade ").and_then(|grade| grade.parse().ok());
    if !grade.is_some_and(|grade| (1..=HARDEST).contains(&grade)) {
        return Err(wrong());
    }
    let state = AnyState::parse_with(position, resources)
        .map_err(|error| PuzzleError(error.to_string()))?;
    with_state!(&state, state => {
        state.game().parse_move(state.position(), best).map(|_| ()).map_err(|error| PuzzleError(error.to_string()))
    })?;
    Ok(Puzzle { state, best: best.to_owned() })
}

/// The nodes and the depth from which on the best move of a search is `best`, or else the final
/// best move.
pub(crate) fn solved<G: Playable>(
    state: &State<G>,
    best: &str,
    request: &Request,
    searcher: &mut Searcher<G>,
) -> Result<(u64, u32), String> {
    let mut since = None;
    let text = |answer: &Answer<G::Move>| {
        let best: Vec<_> = answer.best().into_iter().collect();
        line_texts(state, &best).join(" ")
    };
    let answer = searcher.search_with(state, request, |answer| {
        if text(answer) != best {
            since = None;
        } else if since.is_none() {
            since = Some((answer.nodes, answer.depth));
        }
        true
    });
    let found = text(&answer);
    if found == best { Ok(since.unwrap_or((answer.nodes, answer.depth))) } else { Err(found) }
}
