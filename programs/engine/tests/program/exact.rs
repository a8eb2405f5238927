//! `--weights zero`: values are exact within the horizon. The twin computes them in the simplest
//! way: a win is 1, a loss is -1, an unfinished game is 0.

use games::maitres::Maitres;
use games::{Actor, AnyState, Game, Notation, Seat, State};
use serde_json::Value as Json;

use super::program::{engine, vectors};

/// With more root moves than this, depth 2 takes the twin too long.
const MANY: u64 = 80;

/// The error of six decimals and of rounded means.
const TOLERANCE: f64 = 1e-6;

/// The chance of `seat` to win minus its chance to lose, within `depth` moves of players.
fn expected<G: Game>(state: &State<G>, seat: Seat, depth: u32) -> f64 {
    let (game, position) = (state.game(), state.position());
    match state.actor() {
        Actor::Over(outcome) if outcome.winners().len() > 1 => 0.0,
        Actor::Over(outcome) => {
            if outcome.winners().contains(seat) {
                1.0
            } else {
                -1.0
            }
        }
        _ if depth == 0 => 0.0,
        Actor::Seat(mover) => {
            let sign = if mover == seat { 1.0 } else { -1.0 };
            let mut best = f64::NEG_INFINITY;
            game.each_move(position, |mv| best = best.max(sign * after(state, mv, seat, depth)));
            sign * best
        }
        Actor::Chance => {
            let mut sum = 0.0;
            game.each_event(position, |event, weight| {
                let mut child = state.clone();
                child.apply_event_unchecked(event);
                sum += f64::from(weight) * expected(&child, seat, depth);
            });
            sum / f64::from(game.total_weight(position))
        }
    }
}

fn after<G: Game>(state: &State<G>, mv: G::Move, seat: Seat, depth: u32) -> f64 {
    let mut child = state.clone();
    child.play_unchecked(mv);
    expected(&child, seat, depth - 1)
}

/// Checks the value of the last answer to a position.
fn check(text: &str, state: &State<Maitres>, depth: u32) {
    let chance = state.actor() == Actor::Chance;
    let command = if chance { "analyse" } else { "bestmove" };
    let limit = depth.to_string();
    let args = [command, text, "--weights", "zero", "--depth", &limit, "--hash", "1", "--json"];
    let out = engine(&args).done();
    let last = out.lines().last().expect("an answer");
    let found: Json = serde_json::from_str(last).expect("JSON");
    let value = found["value"].as_f64().expect("a value");
    let seat = state.game().mover(state.position());
    let wanted = expected(state, seat, depth);
    assert!((value - wanted).abs() <= TOLERANCE, "{text} depth {depth}: {value}, not {wanted}");
    if !chance {
        let best = found["bestmove"].as_str().expect("a best move");
        let mv = state.game().parse_move(state.position(), best).expect("a legal move");
        let got = after(state, mv, seat, depth);
        assert!((got - wanted).abs() <= TOLERANCE, "{text} depth {depth}: {best} gives {got}");
    }
}

fn maitres(text: &str) -> State<Maitres> {
    match AnyState::parse(text) {
        Ok(AnyState::Maitres(state)) => state,
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_of_the_vectors_are_exact() {
    let (mut shallow, mut deep) = (0, 0);
    for vector in vectors("maitres") {
        let text = vector["position"].as_str().expect("a text");
        let state = maitres(text);
        if matches!(state.actor(), Actor::Over(_)) {
            continue;
        }
        check(text, &state, 1);
        shallow += 1;
        let wide = matches!(state.actor(), Actor::Chance)
            || state.game().count_moves(state.position()) > MANY;
        if !wide {
            check(text, &state, 2);
            deep += 1;
        }
    }
    assert!(shallow >= 30 && deep >= 8, "{shallow} and {deep} positions say little");
}

/// With few pieces the twin can search deeper, and captures are close.
#[test]
fn values_of_sparse_boards_are_exact() {
    for (text, depth) in [
        ("maitres 4m4/9/9/4L4/9/9/4l4/9/4M4 r 2", 3),
        ("maitres 4m4/9/4S4/9/9/2s6/9/9/4M4 b -", 3),
        ("maitres 3lm4/9/2s6/9/4L4/9/3s5/9/4M2L1 b -", 2),
        ("maitres:passage=leap 3lm4/9/2s6/9/9/9/3S5/9/4M2L1 r 3", 2),
        ("maitres:variant=annihilation 4l4/9/9/9/9/4S4/9/9/9 r -", 3),
        ("maitres:plies=2 4m4/9/9/4L4/9/9/4l4/9/4M4 r 2", 3),
    ] {
        let state = maitres(text);
        for depth in 1..=depth {
            check(text, &state, depth);
        }
    }
}
