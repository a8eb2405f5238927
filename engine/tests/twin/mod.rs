//! Slow twins: the search with any mix of its exact techniques gives the value of plain negamax and
//! expectimax, on random trees and on positions of the games, with one and with two threads.

mod grown;
mod three;
mod tree;

use std::fmt::Debug;

use engine::{
    Answer, Opponents, Parameters, Playable, Request, Searchable, SearcherBuilder, TechniqueClass,
    Techniques,
};
use eval::{Evaluator, Linear, Value, Weights};
use games::{Actor, AnyState, Game, Noisiness, Outcome, State, Tactics, random_step, with_state};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tree::{Coarse, Tree};

/// The twin: textbook negamax and expectimax, which searches every node in full.
fn naive<G: Tactics, E: Evaluator<G>>(
    state: &State<G>,
    evaluator: &E,
    depth: u32,
    ply: i32,
    quiescence: bool,
) -> Value {
    let (game, position) = (state.game(), state.position());
    let mover = game.mover(position);
    match state.actor() {
        Actor::Over(outcome) if outcome.winners().len() > 1 => Value::EVEN,
        Actor::Over(outcome) if outcome == Outcome::win(mover) => Value::win_in(ply),
        Actor::Over(_) => Value::loss_in(ply),
        Actor::Seat(_) => {
            let (standing, moves) = choices(state, depth, quiescence);
            let mut best = Value::MINUS_INFINITY;
            if standing {
                let wins = quiescence && game.wins_now(position);
                best = if wins {
                    Value::win_in(ply + 1)
                } else {
                    evaluator.estimate(game, position, mover)
                };
            }
            for mv in moves {
                let mut child = state.clone();
                child.play_unchecked(mv);
                let value = naive(&child, evaluator, depth.saturating_sub(1), ply + 1, quiescence);
                let same = game.mover(child.position()) == mover;
                best = best.max(if same { value } else { -value });
            }
            best
        }
        Actor::Chance => {
            let mut values = Vec::new();
            let estimate = evaluator.estimate(game, position, game.mover(position));
            game.each_event(position, |event, weight| {
                let mut child = state.clone();
                child.apply_event_unchecked(event);
                let acts = matches!(child.actor(), Actor::Seat(_));
                let value = if depth > 0 {
                    naive(&child, evaluator, depth, ply, quiescence)
                } else if quiescence && acts && game.wins_now(child.position()) {
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

/// The choices of the seat to act at this depth: whether it may stand pat, and its moves.
fn choices<G: Tactics>(state: &State<G>, depth: u32, quiescence: bool) -> (bool, Vec<G::Move>) {
    let (game, position) = (state.game(), state.position());
    let mut moves = Vec::new();
    if depth > 0 {
        // Omitted moves are no better in a game that is solved to its end
        // (`games/tests/omissions.rs`). But they can delay a loss beyond the horizon.
        game.each_candidate(position, |mv| moves.push(mv));
        return (false, moves);
    }
    let noisiness = if quiescence { game.noisiness(position) } else { Noisiness::Quiet };
    if noisiness != Noisiness::Quiet {
        game.each_tactical(position, |mv| moves.push(mv));
    }
    (noisiness != Noisiness::Forced, moves)
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
    Value::new((sum / total) as i32)
}

/// Random parameters of the search. Exact techniques are exact with all of them.
fn random_parameters(rng: &mut ChaCha8Rng) -> Parameters {
    let mut parameters = Parameters::DEFAULT;
    for parameter in Parameters::TABLE {
        parameters.set(parameter, rng.random_range(parameter.least..=parameter.most));
    }
    parameters
}

/// A random mix of the exact techniques.
fn random_techniques(rng: &mut ChaCha8Rng) -> Techniques {
    let mut techniques = Techniques {
        opponents: Opponents::Paranoid,
        parameters: random_parameters(rng),
        ..Techniques::EXACT
    };
    for technique in Techniques::TABLE {
        if matches!(technique.class, TechniqueClass::Exact | TechniqueClass::Leaf) {
            technique.set(&mut techniques, rng.random_bool(0.7));
        }
    }
    techniques
}

/// The answer of a new engine.
fn answer_of<G: Searchable>(
    state: &State<G>,
    evaluator: &G::Evaluator,
    depth: u32,
    techniques: Techniques,
    threads: usize,
) -> Answer<G::Move>
where
    G::Evaluator: Clone,
{
    let builder = SearcherBuilder::new(state.game().clone(), evaluator.clone());
    let builder = builder.techniques(techniques).hash(1).threads(threads);
    let mut searcher = builder.build().expect("a small table");
    searcher.search(state, &Request::new().depth(depth).seed(1))
}

/// A value as an answer gives it: the loser may delay the end at each turn.
fn told<G: Tactics>(state: &State<G>, value: Value) -> Value {
    let Some(plies) = value.distance() else { return value };
    let own = |ply: &i32| (ply % 2 == 0) == value.is_loss();
    let later = plies + state.game().delay() as i32 * (0..plies).filter(own).count() as i32;
    if value.is_win() { Value::win_in(later) } else { Value::loss_in(later) }
}

fn check<G: Searchable>(
    state: &State<G>,
    evaluator: &G::Evaluator,
    depth: u32,
    techniques: Techniques,
    threads: usize,
    context: &dyn Debug,
) where
    G::Evaluator: Clone,
{
    let answer = answer_of(state, evaluator, depth, techniques, threads);
    // A finished search may end at a smaller depth. Then its value is right for every depth.
    let naive_at = |depth| naive(state, evaluator, depth, 0, techniques.quiescence);
    let expected = naive_at(answer.depth);
    assert_eq!(
        answer.value,
        told(state, expected),
        "{techniques:?} {threads} threads depth {depth} {context:?}"
    );
    if answer.depth < depth {
        let deeper = naive_at(depth);
        // The winner is proven. But an event at the horizon that ends the game is not seen if
        // another one goes on, so a deeper search may find a sooner end of the same winner.
        let ends = expected.distance().zip(deeper.distance());
        let is_sooner = G::CHANCE
            && expected.is_win() == deeper.is_win()
            && ends.is_some_and(|(end, sooner)| end > sooner && end > answer.depth as i32);
        assert!(
            is_sooner || answer.value == told(state, deeper),
            "settled at {} with {:?}, deeper {deeper:?} {context:?}",
            answer.depth,
            answer.value
        );
    }
    if answer.depth == depth && matches!(state.actor(), Actor::Seat(_)) {
        check_move(state, evaluator, &answer, depth, techniques.quiescence, context);
    }
}

/// Checks that the best move has the value of the answer.
fn check_move<G: Tactics, E: Evaluator<G>>(
    state: &State<G>,
    evaluator: &E,
    answer: &Answer<G::Move>,
    depth: u32,
    quiescence: bool,
    context: &dyn Debug,
) {
    let mut child = state.clone();
    child.play_unchecked(answer.best().expect("a best move"));
    let value = naive(&child, evaluator, depth - 1, 1, quiescence);
    let same = state.game().mover(child.position()) == state.game().mover(state.position());
    let value = told(state, if same { value } else { -value });
    assert_eq!(value, answer.value, "the best move of {context:?}");
}

#[test]
fn random_trees() {
    trees_agree(7, 1200);
}

#[test]
#[ignore = "long"]
fn many_random_trees() {
    trees_agree(8, 6000);
}

fn trees_agree(seed: u64, rounds: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for round in 0..rounds {
        let tree = Tree { seed: rng.random(), chance: round % 3 != 0, seats: 2 };
        let techniques = random_techniques(&mut rng);
        let depth = rng.random_range(1..=5);
        let state = State::new(tree.clone(), tree.start());
        check(&state, &Coarse, depth, techniques, 1 + round % 2, &tree);
    }
}

/// A position from a random game, at any stage.
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

/// Compares the search with its twin at random positions of games from these starts.
fn positions_from(texts: &[&str], depths: &[u32], rounds: u32, seed: u64) {
    for text in texts {
        let any = AnyState::parse(text).expect("a position");
        with_state!(&any, state => game_positions(state, depths, rounds, seed));
    }
}

fn game_positions<G: Playable>(start: &State<G>, depths: &[u32], rounds: u32, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let weights = [Weights::zero(start.game()), Weights::default_for(start.game())];
    for round in 0..rounds {
        let state = random_state(start, &mut rng);
        if matches!(state.actor(), Actor::Over(_)) {
            continue;
        }
        let evaluator = Linear::new(&weights[round as usize % 2]);
        let depth = depths[rng.random_range(0..depths.len())];
        let techniques = random_techniques(&mut rng);
        let threads = rng.random_range(1..=2);
        check(&state, &evaluator, depth, techniques, threads, state.position());
    }
}

#[test]
fn benedictine_positions() {
    let texts = ["benedictine startpos", "benedictine:plies=60,repetition=2 startpos"];
    positions_from(&texts, &[1, 2, 3], 15, 11);
}

#[test]
#[ignore = "long"]
fn more_benedictine_positions() {
    let texts = ["benedictine startpos", "benedictine:plies=60,repetition=2 startpos"];
    positions_from(&texts, &[1, 2, 3], 60, 12);
}

#[test]
fn maitres_positions() {
    let texts = [
        "maitres startpos",
        "maitres 3lm4/9/2s6/9/4L4/9/3s5/9/4M2L1 b -",
        "maitres:passage=leap 3lm4/9/2s6/9/9/9/3S5/9/4M2L1 r -",
        "maitres:plies=30,variant=annihilation 4l4/9/9/2s6/9/9/5S3/9/4L4 b -",
    ];
    positions_from(&texts, &[1, 1, 2], 24, 12);
}

#[test]
fn ruches_positions() {
    let texts = [
        "ruches:setup=ordered startpos",
        "ruches:contact=jump,omit=withdraw play a 0c2,3e2,5f3,7b3,9a4 1d7,2b7,4c8,6g8,8e6 - - -",
        "ruches:omit=free play b 0c4,3e4,5f5,7b5,9a4 1d7,2b7,4c8,6g8,8e6 - - -",
        "ruches play a 0c6,3e4,5f3 1d7,2b3,4c8 - - -",
    ];
    positions_from(&texts, &[1, 2, 3, 4], 60, 13);
}

#[test]
fn etoile_positions() {
    let texts = [
        "etoile:players=2 startpos",
        "etoile:players=2,repetition=2 A Ac3,KAd4 Bc3,Bg3 0 -",
        "etoile:players=2,rules=german B Ad4,KBa1 Bh2,Bd4 0 Bb2-Ba1=K:Ad4",
        "etoile:misere=yes,players=2,rules=italian startpos",
        "etoile:board=square8,players=2,rules=english startpos",
        "etoile:board=square10,landing=any,majority=yes,omit=must,players=2 startpos",
    ];
    positions_from(&texts, &[1, 2, 3], 30, 13);
}
