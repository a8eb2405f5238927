//! Every command on every kind of position: a player acts, chance acts, the game is over; in all games with
//! all their settings.

use games::{Actor, AnyState, Notation, State, format_position, random_step, with_state};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::program::engine;

const VARIANTS: &str = include_str!("../../../games/variants.txt");

/// A position for each kind of actor that a random game comes to.
fn positions<G: Notation>(start: &State<G>) -> Vec<(Actor, String)> {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut state, mut buffer) = (start.clone(), Vec::new());
    let mut found: Vec<(Actor, String)> = Vec::new();
    let kind = std::mem::discriminant::<Actor>;
    loop {
        let actor = state.actor();
        if found.iter().all(|(known, _)| kind(known) != kind(&actor)) {
            found.push((actor, format_position(&state.game, &state.position)));
        }
        if random_step(&mut state, &mut buffer, &mut rng).is_some() {
            return found;
        }
    }
}

/// The exit status that a command has where such an actor acts.
fn expected(command: &str, actor: Actor) -> i32 {
    match (command, actor) {
        ("bestmove" | "explain", Actor::Chance | Actor::Over(_)) => 2,
        ("analyse", Actor::Over(_)) => 2,
        _ => 0,
    }
}

#[test]
fn commands_answer_whoever_acts() {
    let mut seen = 0;
    for variant in VARIANTS.lines() {
        let any = AnyState::start(variant).expect("a game");
        for (actor, position) in with_state!(&any, state => positions(state)) {
            // A game that history ends is not over in the text of its last position.
            let any = AnyState::parse(&position).expect("a position");
            if with_state!(&any, state => state.actor()) != actor {
                continue;
            }
            seen += 1;
            for (command, more) in [
                ("show", &[][..]),
                ("inspect", &["--children"]),
                ("perft", &["1"]),
                ("bestmove", &["--nodes", "300", "--json"]),
                ("analyse", &["--nodes", "300"]),
                ("analyse", &["--nodes", "300", "--json"]),
                ("explain", &["--nodes", "300"]),
                ("explain", &["--nodes", "300", "--json"]),
            ] {
                let run = engine(&[&[command, &position], more].concat());
                let context = format!("{command} {more:?} {position:?}: {run:?}");
                assert_eq!(run.status, Some(expected(command, actor)), "{context}");
                assert!(!run.stderr.contains("panicked"), "{context}");
                assert_eq!(run.stdout.is_empty(), run.status != Some(0), "{context}");
            }
        }
    }
    assert!(seen > 40, "{seen} positions say little");
}
