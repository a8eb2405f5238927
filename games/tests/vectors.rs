//! The test vectors: positions with actors, moves, children, probabilities, results and perft, made
//! by programs that share no code with this one.

use std::collections::BTreeMap;
use std::path::Path;

use games::{Actor, AnyState, Notation, Seat, State, format_position, perft, with_state};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vector {
    position: String,
    actor: String,
    moves: Vec<String>,
    children: Option<Vec<String>>,
    prob: Option<Vec<String>>,
    result: Option<BTreeMap<String, f64>>,
    points: Option<BTreeMap<String, u32>>,
    perft: Vec<u64>,
}

/// Moves or events with the positions after them, and probabilities as `(numerator, denominator)`.
struct Branches {
    texts: Vec<(String, String)>,
    probabilities: Vec<(String, u32, u32)>,
}

fn branches<G: Notation>(state: &State<G>) -> Branches {
    let (game, position) = (state.game(), state.position());
    let mut found = Branches { texts: Vec::new(), probabilities: Vec::new() };
    match state.actor() {
        Actor::Over(_) => {}
        Actor::Seat(_) => game.each_move(position, |mv| {
            let child = format_position(game, &game.play(position, mv));
            found.texts.push((game.format_move(position, mv), child));
        }),
        Actor::Chance => game.each_event(position, |event, weight| {
            let text = game.format_event(event);
            let child = format_position(game, &game.apply_event(position, event));
            found.probabilities.push((text.clone(), weight, game.total_weight(position)));
            found.texts.push((text, child));
        }),
    }
    found.texts.sort();
    found.probabilities.sort();
    found
}

fn check<G: Notation>(state: &State<G>, vector: &Vector) {
    let (game, position) = (state.game(), state.position());
    let text = &vector.position;
    assert_eq!(&format_position(game, position), text, "canonical text");
    let actor = match state.actor() {
        Actor::Seat(_) => game.player_name(position),
        Actor::Chance => "chance",
        Actor::Over(_) => "over",
    };
    assert_eq!(actor, vector.actor, "actor of {text}");

    let found = branches(state);
    let moves: Vec<_> = found.texts.iter().map(|(mv, _)| mv).collect();
    assert_eq!(moves, vector.moves.iter().collect::<Vec<_>>(), "moves of {text}");
    if let Some(children) = &vector.children {
        let got: Vec<_> = found.texts.iter().map(|(_, child)| child).collect();
        assert_eq!(got, children.iter().collect::<Vec<_>>(), "children of {text}");
    }
    assert_eq!(vector.prob.is_some(), actor == "chance", "prob of {text}");
    for ((_, weight, total), prob) in found.probabilities.iter().zip(vector.prob.iter().flatten()) {
        let (n, d) = prob.split_once('/').expect("a fraction");
        let (n, d): (u32, u32) = (n.parse().expect("a number"), d.parse().expect("a number"));
        assert_eq!(weight * d, n * total, "probabilities of {text}");
    }
    if let Actor::Over(outcome) = state.actor() {
        let result = vector.result.as_ref().expect("a result where the game is over");
        for seat in Seat::all(game.seats()) {
            let (n, d) = outcome.share(seat);
            let share = f64::from(n) / f64::from(d);
            assert!((share - result[game.seat_name(seat)]).abs() < 1e-5, "result of {text}");
        }
        let seats = (0..game.seats()).map(|seat| game.seat_name(Seat::new(seat)).to_owned());
        let points: BTreeMap<_, _> = seats.zip(game.points(position)).collect();
        assert_eq!(points, vector.points.clone().unwrap_or_default(), "points of {text}");
    }
    for (depth, &count) in vector.perft.iter().enumerate() {
        assert_eq!(perft(game, position, depth as u32), count, "perft {depth} of {text}");
    }
}

fn check_file(name: &str) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::read_to_string(here.join("tests/vectors").join(name));
    let file = file.unwrap_or_else(|error| panic!("games/tests/vectors/{name}: {error}"));
    // The copy equals the source, if the source is available.
    if let Ok(source) = std::fs::read_to_string(here.join("../../shared/vectors").join(name)) {
        assert!(file == source, "the copy of {name} has aged");
    }
    let mut count = 0;
    for line in file.lines() {
        let vector: Vector = serde_json::from_str(line).expect("a vector");
        let any = AnyState::parse(&vector.position).expect("a position");
        with_state!(&any, state => check(state, &vector));
        count += 1;
    }
    assert!(count >= 50, "{name} holds {count} vectors");
}

/// Every game of the list has vectors.
#[test]
fn vectors() {
    for name in AnyState::NAMES {
        check_file(&format!("{name}.jsonl"));
    }
}
