//! Positions near the end of a game: the engine proves the same results and distances as an
//! exhaustive solver.

use std::collections::HashMap;

use engine::{Proof, Request, Searcher, Techniques};
use games::ruches::{Position, Ruches, Stage};
use games::{Actor, AnyState, Game, Outcome, State, format_position, random_step, successors};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The most positions for the solver.
const MOST: usize = 30_000;

/// The starts of the random games; the last ones often lead to draws.
const STARTS: [&str; 7] = [
    "ruches startpos",
    "ruches:setup=ordered startpos",
    "ruches:omit=withdraw startpos",
    "ruches:contact=jump,omit=free startpos",
    "ruches play a 4c2,5e2 4e8,5c8 - - -",
    "ruches:omit=withdraw play b 4c2,5d3,6g4 4c8,5d7,6g6 - - -",
    "ruches:contact=jump play a 4c4,5d3,6g4 4c8,5d7,6g6 7 7 -",
];

/// The solver visits every position once, without a window or an order.
#[derive(Default)]
struct Solver {
    known: HashMap<Position, Proof>,
}

impl Solver {
    /// The result for the side to move; `None` if there are too many positions.
    fn solve(&mut self, game: &Ruches, position: &Position) -> Option<Proof> {
        if let Some(&proof) = self.known.get(position) {
            return Some(proof);
        }
        let proof = match game.actor(position) {
            Actor::Over(outcome) if outcome == Outcome::win(position.side()) => Proof::Win(0),
            Actor::Over(outcome) if outcome == Outcome::draw(2) => Proof::Draw,
            Actor::Over(_) => Proof::Loss(0),
            _ => {
                let mut best = None;
                for child in successors(game, position) {
                    let proof = match self.solve(game, &child)? {
                        Proof::Win(distance) => Proof::Loss(distance + 1),
                        Proof::Draw => Proof::Draw,
                        Proof::Loss(distance) => Proof::Win(distance + 1),
                    };
                    if best.is_none_or(|best| rank(proof) > rank(best)) {
                        best = Some(proof);
                    }
                }
                best?
            }
        };
        self.known.insert(*position, proof);
        (self.known.len() <= MOST).then_some(proof)
    }
}

/// Wins before draws before losses, soon wins and late losses first.
fn rank(proof: Proof) -> i64 {
    match proof {
        Proof::Win(distance) => 1000 - i64::from(distance),
        Proof::Draw => 0,
        Proof::Loss(distance) => i64::from(distance) - 1000,
    }
}

/// Whether a proof has the same result as the shortest one, with as many moves or more. A selective
/// search may miss the winner's shortest line.
fn is_bound(found: Proof, shortest: Proof) -> bool {
    match (found, shortest) {
        (Proof::Win(found), Proof::Win(shortest)) | (Proof::Loss(found), Proof::Loss(shortest)) => {
            found >= shortest
        }
        _ => found == shortest,
    }
}

fn proof_of(state: &State<Ruches>, techniques: Techniques, threads: usize) -> Option<Proof> {
    let builder = Searcher::builder(*state.game()).techniques(techniques);
    let mut searcher = builder.hash(4).threads(threads).build().expect("a small table");
    searcher.search(state, &Request::new().depth(60).seed(1)).variations[0].proof()
}

/// The positions of a random game, the last one first.
fn last_positions(start: &State<Ruches>, seed: u64) -> Vec<State<Ruches>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut state, mut buffer, mut states) = (start.clone(), Vec::new(), Vec::new());
    loop {
        let before = state.clone();
        if random_step(&mut state, &mut buffer, &mut rng).is_some() {
            states.reverse();
            return states;
        }
        states.push(before);
    }
}

#[test]
fn late_positions_are_solved() {
    let seen = solve_late_positions(1);
    assert!(seen[0] > 5 && seen[2] > 5, "wins, draws, losses: {seen:?}");
}

#[test]
#[ignore = "long"]
fn more_late_positions_are_solved() {
    let seen = solve_late_positions(8);
    assert!(seen[0] > 40 && seen[1] > 3 && seen[2] > 40, "wins, draws, losses: {seen:?}");
}

/// Compares the engine with the solver in late positions of `games` random games from each start.
/// Returns the numbers of wins, draws and losses.
fn solve_late_positions(games: u64) -> [u32; 3] {
    let mut seen = [0; 3];
    for text in STARTS {
        let Ok(AnyState::Ruches(start)) = AnyState::parse(text) else { panic!("{text}") };
        for seed in 0..games {
            let mut solver = Solver::default();
            for state in last_positions(&start, seed).iter().step_by(3) {
                assert_eq!(state.position().phase(), Stage::Play);
                let Some(wanted) = solver.solve(state.game(), state.position()) else { break };
                let text = || format_position(state.game(), state.position());
                for (techniques, threads) in
                    [(Techniques::EXACT, 1), (Techniques::ALL, 1), (Techniques::ALL, 2)]
                {
                    let found = proof_of(state, techniques, threads);
                    let holds = if techniques == Techniques::EXACT {
                        found == Some(wanted)
                    } else {
                        found.is_some_and(|found| is_bound(found, wanted))
                    };
                    assert!(holds, "{found:?}, {wanted:?}, {threads} threads: {}", text());
                }
                let index = match wanted {
                    Proof::Win(_) => 0,
                    Proof::Draw => 1,
                    Proof::Loss(_) => 2,
                };
                seen[index] += 1;
            }
        }
    }
    seen
}
