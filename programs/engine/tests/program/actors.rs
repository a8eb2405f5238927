//! Every command with every kind of position: a player acts, chance acts, or the game is over; in
//! all games with all their settings.

use std::fs;

use games::{Actor, AnyState, Notation, State, format_position, random_step, with_state};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::program::{engine, engine_reading};
use testing::file;

const VARIANTS: &str = include_str!("../../../../games/variants.txt");

/// A position for each kind of actor in a random game.
fn positions<G: Notation>(start: &State<G>) -> Vec<(Actor, String)> {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut state, mut buffer) = (start.clone(), Vec::new());
    let mut found: Vec<(Actor, String)> = Vec::new();
    let kind = std::mem::discriminant::<Actor>;
    loop {
        let actor = state.actor();
        if found.iter().all(|(known, _)| kind(known) != kind(&actor)) {
            found.push((actor, format_position(state.game(), state.position())));
        }
        if random_step(&mut state, &mut buffer, &mut rng).is_some() {
            return found;
        }
    }
}

/// The exit status of a command for this kind of actor.
fn expected(command: &str, position: &str, actor: Actor) -> i32 {
    match (command, actor) {
        ("bestmove" | "explain", Actor::Chance | Actor::Over(_)) => 2,
        ("analyse" | "solve", Actor::Over(_)) => 2,
        // Positions with hidden cards cannot be solved.
        ("solve", _) if position.starts_with("buteur") => 2,
        // There are no tables in the folder.
        ("probe", _) => 2,
        _ => 0,
    }
}

/// The commands that take a position, with their other arguments.
const COMMANDS: [(&str, &[&str]); 11] = [
    ("show", &[]),
    ("inspect", &["--children"]),
    ("perft", &["1"]),
    ("bestmove", &["--nodes", "300", "--json"]),
    ("analyse", &["--nodes", "300"]),
    ("analyse", &["--nodes", "300", "--json"]),
    ("explain", &["--nodes", "300"]),
    ("explain", &["--nodes", "300", "--json"]),
    ("solve", &["--nodes", "300", "--memory", "1"]),
    ("solve", &["--nodes", "300", "--memory", "1", "--shortest"]),
    ("probe", &["--dir", "no-tables"]),
];

/// Queries about a position in the text protocol and at the terminal. Each is answered for every
/// kind of actor.
fn check_conversations(position: &str, actor: Actor) {
    let (game, fields) = position.split_once(' ').expect("a game and its position");
    let lines = format!(
        "setoption name Threads value 1\nsetoption name Hash value 1\nsetoption name Game value {game}\n\
         position fen {fields}\nquery gameover\nquery result\nquery shares\nquery actor\n\
         query moves\nquery chance\nquery position\ngo nodes 300\n"
    );
    let run = engine_reading(&["ugi"], lines.as_bytes());
    let context = format!("ugi {position:?}: {run:?}");
    assert_eq!(run.status, Some(0), "{context}");
    let responses = run.stdout.lines().filter(|line| line.starts_with("response ")).count();
    let last = run.stdout.lines().last().unwrap_or_default();
    let end = match actor {
        Actor::Seat(_) => "bestmove ",
        Actor::Chance | Actor::Over(_) => "info string error go: read \"nodes 300\", expected a ",
    };
    assert!(responses == 7 && last.starts_with(end), "{context}");
    let over = matches!(actor, Actor::Over(_));
    assert!(run.stdout.starts_with(&format!("response {over}\n")), "{context}");
    let kept = file("actors.txt");
    fs::write(&kept, position).expect("a file");
    let lines = format!("load {}\nmoves\nthreats\nquit\n", kept.display());
    let run = engine_reading(&["play", game, "--level", "1"], lines.as_bytes());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "play {position:?}: {run:?}");
}

#[test]
fn commands_answer_for_every_actor() {
    answer_for_every_actor(3);
}

#[test]
#[ignore = "long"]
fn all_commands_answer_in_all_variants() {
    answer_for_every_actor(1);
}

/// The first variant of each game gets all commands, and each position of the others a part of
/// them in turn.
fn answer_for_every_actor(parts: usize) {
    let (mut seen, mut games) = (0, Vec::new());
    for variant in VARIANTS.lines() {
        let game = variant.split(':').next();
        let parts = if games.contains(&game) { parts } else { 1 };
        games.push(game);
        let any = AnyState::start(variant).expect("a game");
        for (actor, position) in with_state!(&any, state => positions(state)) {
            // A game that is over by its history is not over in the text of its last position.
            let any = AnyState::parse(&position).expect("a position");
            if with_state!(&any, state => state.actor()) != actor {
                continue;
            }
            seen += 1;
            if seen % parts == 0 {
                check_conversations(&position, actor);
            }
            for (command, more) in COMMANDS.into_iter().skip(seen % parts).step_by(parts) {
                let word = if command == "probe" { &["tables", "probe"][..] } else { &[command] };
                let run = engine(&[word, &[&position], more].concat());
                let context = format!("{command} {more:?} {position:?}: {run:?}");
                assert_eq!(run.status, Some(expected(command, &position, actor)), "{context}");
                assert!(!run.stderr.contains("panicked"), "{context}");
                assert_eq!(run.stdout.is_empty(), run.status != Some(0), "{context}");
            }
        }
    }
    assert!(seen > 40, "{seen} positions say little");
}
