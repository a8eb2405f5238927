//! Three seats: the Monte Carlo tree has the same paths as its slow twin, on positions of the star.
//! The twin has nested nodes, without threads, limits or shared work.

use std::cmp::Reverse;

use engine::{Playable, Request, Searcher, Techniques};
use eval::{Evaluator, Linear, Value, Weights};
use games::{Actor, AnyState, Game, State, Tactics, with_state};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::random_state;
use super::three::naive_maxn;

const ONE: i64 = Value::ONE as i64;

/// The weight of exploration.
const EXPLORATION: i64 = ONE * 450 / 1000;

/// After this many visits an opponent's node stops converging on its best move.
const DOUBT: i64 = 100;

struct Choice<G: Game> {
    mv: G::Move,
    after: State<G>,
    estimate: [i32; 3],
    prior: i64,
    sum: i64,
    visits: i64,
    beyond: Option<Node<G>>,
}

struct Node<G: Game> {
    mover: usize,
    visits: i64,
    choices: Vec<Choice<G>>,
}

impl<G: Game> Choice<G> {
    fn value(&self, mover: usize) -> i64 {
        (self.sum + i64::from(self.estimate[mover])) / (self.visits + 1)
    }
}

impl<G: Tactics> Node<G> {
    fn new(state: &State<G>, moves: Vec<G::Move>, evaluator: &Linear) -> Self
    where
        Linear: Evaluator<G>,
    {
        let mover = state.game().mover(state.position()).index();
        let choice = |mv| {
            let mut after = state.clone();
            after.play_unchecked(mv);
            let estimate = naive_maxn(&after, evaluator, true, 0);
            Choice { mv, after, estimate, prior: 0, sum: 0, visits: 0, beyond: None }
        };
        let mut choices: Vec<_> = moves.into_iter().map(choice).collect();
        let move_score = |choice: &Choice<G>| {
            let sure = ONE / 500 * 499;
            let value = i64::from(choice.estimate[mover]).clamp(-sure, sure);
            let odds = 4096 * (ONE + value) / (ONE - value);
            odds * odds / 256
        };
        let total: i64 = choices.iter().map(move_score).sum();
        for choice in &mut choices {
            choice.prior = 32_768 * (move_score(choice) + 1) / (total + 1);
        }
        Self { mover, visits: 0, choices }
    }

    /// Adds one path, and returns its result.
    fn grow(&mut self, evaluator: &Linear, root_seat: usize) -> [i32; 3]
    where
        Linear: Evaluator<G>,
    {
        let (mover, tried) = (self.mover, self.visits + 1);
        let urge = match mover == root_seat || tried <= DOUBT {
            true => (tried * 65_536).isqrt(),
            false => tried * 65_536 / (DOUBT * 65_536).isqrt(),
        };
        let spread = EXPLORATION * urge / 256;
        let bound = |choice: &Choice<G>| {
            let sum = choice.sum + i64::from(choice.estimate[mover]);
            (sum + choice.prior * (spread / 16) / 2048) / (choice.visits + 1)
        };
        let highest = self.choices.iter().map(bound).max().expect("a move");
        let first = self.choices.iter_mut().find(|choice| bound(choice) == highest);
        let choice = first.expect("the highest");
        let shares = match &mut choice.beyond {
            Some(node) => node.grow(evaluator, root_seat),
            None if matches!(choice.after.actor(), Actor::Over(_)) => choice.estimate,
            None => {
                let mut moves = Vec::new();
                let after = &choice.after;
                after.game().each_candidate(after.position(), |mv| moves.push(mv));
                let node = choice.beyond.insert(Self::new(after, moves, evaluator));
                let estimates = node.choices.iter().map(|choice| choice.estimate);
                let best = estimates.max_by_key(|&shares| (shares[node.mover], shares));
                best.expect("a move")
            }
        };
        self.visits += 1;
        choice.visits += 1;
        choice.sum += i64::from(shares[mover]);
        shares
    }
}

/// The root moves in the random order of a seed, by move score.
fn root_moves<G: Tactics>(state: &State<G>, seed: u64) -> Vec<G::Move> {
    let mut moves = Vec::new();
    state.game().each_candidate(state.position(), |mv| moves.push(mv));
    moves.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    moves.sort_by_key(|&mv| -state.game().move_score(state.position(), mv));
    moves
}

const STARS: [&str; 3] = [
    "etoile startpos",
    "etoile:repetition=2,rules=english A Aa1,KAd4 Ba1,Bd4,KBc1 Ca1,Cg3 0 -",
    "etoile:misere=yes,quiet=9,rules=italian startpos",
];

/// Compares the trees at random positions of a game. Returns the number of positions.
fn grow_like_twins<G: Playable>(start: &State<G>) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(19);
    let evaluator = Linear::new(&Weights::default_for(start.game()));
    let mut looked_at = 0;
    for seed in 0..10 {
        let state = random_state(start, &mut rng);
        let all_play = state.game().in_play(state.position()).len() == 3;
        if all_play && matches!(state.actor(), Actor::Seat(_)) {
            let nodes = rng.random_range(500..5000);
            grows_like_its_twin(&state, &evaluator, nodes, seed);
            looked_at += 1;
        }
    }
    looked_at
}

fn grows_like_its_twin<G: Playable>(state: &State<G>, evaluator: &Linear, nodes: u64, seed: u64) {
    let builder = Searcher::builder(state.game().clone());
    let mut searcher = builder.techniques(Techniques::ALL).hash(4).build().expect("4 MiB");
    let request = Request::new().nodes(nodes).seed(seed).explain();
    let found = searcher.search(state, &request).explanation.expect("asked for").root_moves;
    let ways: u64 = found.iter().map(|report| report.nodes).sum();
    let mut twin = Node::new(state, root_moves(state, seed), evaluator);
    for _ in 0..ways {
        twin.grow(evaluator, twin.mover);
    }
    let rank = |choice: &Choice<G>| (choice.visits as u64, choice.value(twin.mover));
    twin.choices.sort_by_key(|choice| Reverse(rank(choice)));
    let told =
        found.iter().map(|report| (report.mv, (report.nodes, i64::from(report.value.units()))));
    let expected = twin.choices.iter().map(|choice| (choice.mv, rank(choice)));
    assert!(told.eq(expected), "{ways} ways from {:?}", state.position());
}

#[test]
fn trees_on_the_star() {
    let looked_at: usize = STARS
        .iter()
        .map(|text| {
            let any = AnyState::parse(text).expect("a position");
            with_state!(&any, state => grow_like_twins(state))
        })
        .sum();
    assert!(looked_at > 20, "{looked_at} positions");
}

/// The search ends when the report function returns false. A larger tree may have the same depth.
fn ends_when_told<G: Playable>(state: &State<G>) {
    let request = Request::new();
    let mut reported = Vec::new();
    let answer = Searcher::new(state.game().clone()).search_with(state, &request, |answer| {
        reported.push((answer.nodes, answer.depth));
        reported.len() < 3
    });
    assert_eq!(reported.len(), 3);
    assert!(reported.is_sorted(), "{reported:?}");
    assert_eq!(Some(&(answer.nodes, answer.depth)), reported.last());
}

#[test]
fn reports_can_end_a_tree() {
    let any = AnyState::parse(STARS[0]).expect("a position");
    with_state!(&any, state => ends_when_told(state));
}
