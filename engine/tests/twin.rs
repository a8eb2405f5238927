//! Slow twins: the search with any mix of its exact techniques gives the value of plain negamax and
//! expectimax, on random trees and on positions of the games, with one and with two threads.

use std::fmt::Debug;

use engine::{Engine, Limits, Question, StopFlag, Techniques};
use eval::{Evaluate, Evaluator, Linear, Value, Weights};
use games::{
    Actor, AnyState, DrawRules, Game, GameMove, Hidden, Key, Outcome, Seat, State, Tactics,
    random_step, with_state,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The twin: negamax and expectimax as the book has them, every node in full.
fn naive<G: Tactics, E: Evaluator<G>>(
    state: &State<G>,
    evaluator: &E,
    depth: u32,
    ply: i32,
    quiescence: bool,
) -> Value {
    let (game, position) = (&state.game, &state.position);
    let mover = game.mover(position);
    match state.actor() {
        Actor::Over(outcome) if outcome.winners.len() > 1 => Value::EVEN,
        Actor::Over(outcome) if outcome == Outcome::win(mover) => Value::win_in(ply),
        Actor::Over(_) => Value::loss_in(ply),
        Actor::Seat(_) if depth == 0 => {
            if quiescence && game.wins_now(position) {
                Value::win_in(ply + 1)
            } else {
                evaluator.estimate(game, position)
            }
        }
        Actor::Seat(_) => {
            let mut best = Value(i32::MIN + 1);
            game.each_move(position, |mv| {
                let mut child = state.clone();
                child.play(mv);
                let value = naive(&child, evaluator, depth - 1, ply + 1, quiescence);
                let same = game.mover(&child.position) == mover;
                best = best.max(if same { value } else { -value });
            });
            best
        }
        Actor::Chance => {
            let mut values = Vec::new();
            let estimate = evaluator.estimate(game, position);
            game.each_event(position, |event, weight| {
                let mut child = state.clone();
                child.happen(event);
                let acts = matches!(child.actor(), Actor::Seat(_));
                let value = if depth > 0 {
                    naive(&child, evaluator, depth, ply, quiescence)
                } else if quiescence && acts && game.wins_now(&child.position) {
                    Value::win_in(ply + 1)
                } else {
                    estimate
                };
                values.push((value, i64::from(weight)));
            });
            mean(&values)
        }
    }
}

fn mean(values: &[(Value, i64)]) -> Value {
    let all = || values.iter().map(|&(value, _)| value);
    if all().all(Value::is_win) {
        return all().min().expect("an event");
    }
    if all().all(Value::is_loss) {
        return all().max().expect("an event");
    }
    let sum: i64 =
        values.iter().map(|&(value, weight)| i64::from(value.expectation()) * weight).sum();
    let total: i64 = values.iter().map(|&(_, weight)| weight).sum();
    Value((sum / total) as i32)
}

/// A random mix of the exact techniques.
fn random_techniques(rng: &mut ChaCha8Rng) -> Techniques {
    let mut flip = || rng.random_bool(0.7);
    Techniques {
        pruning: flip(),
        table: flip(),
        near_table: flip(),
        exact_depth: true,
        ordering: flip(),
        null_windows: flip(),
        child_lookup: flip(),
        aspiration: flip(),
        wins_at_hand: flip(),
        star1: flip(),
        star2: flip(),
        quiescence: flip(),
        samples: false,
        reductions: false,
    }
}

fn check<G: Tactics, E: Evaluator<G>>(
    state: &State<G>,
    evaluator: &E,
    depth: u32,
    techniques: Techniques,
    threads: usize,
    context: &dyn Debug,
) {
    let question = Question {
        state,
        limits: Limits { depth: Some(depth), ..Limits::default() },
        lines: 1,
        seed: 1,
        techniques,
        interrupt: &StopFlag::default(),
    };
    let mut engine = Engine::new(1, threads).expect("a small table");
    let answer = engine.search(&question, evaluator, |_| true);
    // A settled search may end before the depth asked for, with the value that any depth gives.
    let expected = naive(state, evaluator, answer.depth, 0, techniques.quiescence);
    assert_eq!(
        answer.value, expected,
        "{techniques:?} {threads} threads depth {depth} {context:?}"
    );
    if answer.depth < depth {
        let deeper = naive(state, evaluator, depth, 0, techniques.quiescence);
        assert_eq!(answer.value, deeper, "settled at {} {context:?}", answer.depth);
    }
    if answer.depth == depth && matches!(state.actor(), Actor::Seat(_)) {
        check_move(state, evaluator, &answer, depth, techniques.quiescence, context);
    }
}

/// The move that the search names has the value that it says.
fn check_move<G: Tactics, E: Evaluator<G>>(
    state: &State<G>,
    evaluator: &E,
    answer: &engine::Answer<G::Move>,
    depth: u32,
    quiescence: bool,
    context: &dyn Debug,
) {
    let mut child = state.clone();
    child.play(answer.best().expect("a best move"));
    let value = naive(&child, evaluator, depth - 1, 1, quiescence);
    let same = state.game.mover(&child.position) == state.game.mover(&state.position);
    assert_eq!(if same { value } else { -value }, answer.value, "the best move of {context:?}");
}

/// A random tree: each position is a number that decides who acts, how many ways there are, where
/// they lead (few numbers, so that lines meet again) and what it is worth.
#[derive(Clone, Debug)]
struct Tree {
    seed: u64,
    chance: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node {
    id: u64,
    level: u8,
    side: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Way(u64);

impl GameMove for Way {
    fn bits(self) -> u64 {
        self.0
    }
}

impl Tree {
    fn hash(&self, node: &Node, salt: u64) -> u64 {
        let mut z = self.seed ^ node.id.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ salt << 32;
        z ^= u64::from(node.level) << 8 ^ u64::from(node.side.0) << 16;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn step(&self, node: &Node, way: u64) -> Node {
        let hash = self.hash(node, 10 + way);
        // Now and then the same seat moves again.
        let side = if hash & 0xF00 == 0 { node.side } else { node.side.other() };
        Node { id: hash % 6, level: node.level + 1, side }
    }
}

impl Game for Tree {
    type Position = Node;
    type Move = Way;
    type Event = Way;
    const CHANCE: bool = true;

    fn seats(&self) -> u8 {
        2
    }

    fn draw_rules(&self) -> DrawRules {
        DrawRules::default()
    }

    fn start(&self) -> Node {
        Node { id: 0, level: 0, side: Seat::FIRST }
    }

    fn actor(&self, node: &Node) -> Actor {
        match self.hash(node, 1) % 24 {
            0 if node.level > 1 => Actor::Over(Outcome::win(Seat::FIRST)),
            1 if node.level > 1 => Actor::Over(Outcome::win(Seat::SECOND)),
            2 if node.level > 1 => Actor::Over(Outcome::draw(2)),
            // Chance acts at most every second level, so that depth in moves bounds the tree.
            3..9 if self.chance && node.level % 2 == 1 => Actor::Chance,
            _ => Actor::Seat(node.side),
        }
    }

    fn mover(&self, node: &Node) -> Seat {
        node.side
    }

    fn each_move(&self, node: &Node, mut visit: impl FnMut(Way)) {
        (0..1 + self.hash(node, 2) % 5).for_each(|way| visit(Way(way)));
    }

    fn play(&self, node: &Node, way: Way) -> Node {
        self.step(node, way.0)
    }

    fn each_event(&self, node: &Node, mut visit: impl FnMut(Way, u32)) {
        (0..1 + self.hash(node, 3) % 4).for_each(|way| visit(Way(way), 1 + way as u32));
    }

    fn total_weight(&self, node: &Node) -> u32 {
        let mut total = 0;
        self.each_event(node, |_, weight| total += weight);
        total
    }

    fn happen(&self, node: &Node, way: Way) -> Node {
        Node { side: node.side, ..self.step(node, 50 + way.0) }
    }

    fn key(&self, node: &Node) -> Key {
        Key(self.hash(node, 4))
    }
}

impl Hidden for Tree {}

impl Tactics for Tree {
    fn wins_now(&self, node: &Node) -> bool {
        let mut wins = false;
        self.each_move(node, |way| {
            wins |= self.actor(&self.play(node, way)) == Actor::Over(Outcome::win(node.side));
        });
        wins
    }

    fn winning_weight(&self, node: &Node) -> u32 {
        let mut sum = 0;
        self.each_event(node, |way, weight| {
            let child = self.happen(node, way);
            let acts = matches!(self.actor(&child), Actor::Seat(_));
            sum += if acts && self.wins_now(&child) { weight } else { 0 };
        });
        sum
    }

    fn promise(&self, _: &Node, way: Way) -> i32 {
        (way.0 % 2) as i32
    }
}

/// Values from a coarse scale, so that many are equal.
struct Coarse;

impl Evaluator<Tree> for Coarse {
    fn estimate(&self, tree: &Tree, node: &Node) -> Value {
        let steps = tree.hash(node, 5) % 21;
        Value::estimate((steps as i32 - 10) * (Value::ONE / 10))
    }
}

#[test]
fn random_trees() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for round in 0..3000 {
        let tree = Tree { seed: rng.random(), chance: round % 3 != 0 };
        let techniques = random_techniques(&mut rng);
        let depth = rng.random_range(1..=5);
        let state = State::new(tree.clone(), tree.start());
        check(&state, &Coarse, depth, techniques, 1 + round % 2, &tree);
    }
}

/// Positions from random games, at any stage.
fn random_state<G: Game>(start: &State<G>, rng: &mut ChaCha8Rng) -> State<G> {
    let (mut state, mut buffer) = (start.clone(), Vec::new());
    for _ in 0..rng.random_range(0..120) {
        let before = state.clone();
        if random_step(&mut state, &mut buffer, rng).is_some() {
            return before;
        }
    }
    state
}

fn game_positions<G: Tactics + Evaluate>(start: &State<G>, depths: &[u32], rounds: u32, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let weights = [Weights::zero::<G>(), Weights::default_for(&start.game)];
    for round in 0..rounds {
        let state = random_state(start, &mut rng);
        if matches!(state.actor(), Actor::Over(_)) {
            continue;
        }
        let evaluator = Linear::new(&weights[round as usize % 2]);
        let depth = depths[rng.random_range(0..depths.len())];
        let techniques = random_techniques(&mut rng);
        let threads = rng.random_range(1..=2);
        check(&state, &evaluator, depth, techniques, threads, &state.position);
    }
}

#[test]
fn benedictine_positions() {
    for text in ["benedictine startpos", "benedictine:plies=60,repetition=2 startpos"] {
        let any = AnyState::parse(text).expect("a position");
        with_state!(&any, state => game_positions(state, &[1, 2, 3], 60, 11));
    }
}

#[test]
fn maitres_positions() {
    for text in [
        "maitres startpos",
        "maitres 3lm4/9/2s6/9/4L4/9/3s5/9/4M2L1 b -",
        "maitres:passage=leap 3lm4/9/2s6/9/9/9/3S5/9/4M2L1 r -",
        "maitres:plies=30,variant=annihilation 4l4/9/9/2s6/9/9/5S3/9/4L4 b -",
    ] {
        let any = AnyState::parse(text).expect("a position");
        with_state!(&any, state => game_positions(state, &[1, 1, 2], 24, 12));
    }
}
