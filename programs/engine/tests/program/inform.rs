//! The commands that do not search: `games`, `show`, `inspect`, `perft`; also `bench`, `--help`.

use games::AnyState;
use serde_json::Value as Json;

use super::program::{engine, engine_reading, texts, vectors};
use testing::{ENGINE, file};

const COMMANDS: [&str; 13] = [
    "games",
    "parameters",
    "show",
    "inspect",
    "perft",
    "bestmove",
    "analyse",
    "explain",
    "bench",
    "puzzles",
    "solve",
    "play",
    "generate",
];

#[test]
fn games_lists_every_game_with_its_options() {
    let text = engine(&["games"]).done();
    for word in ["benedictine - ", "maitres - ", "plies=300", "repetition=3", "plies=1000"] {
        assert!(text.contains(word), "{word} in {text}");
    }
    assert!(text.contains("passage=blocked") && text.contains("variant=master"), "{text}");
    assert!(text.contains("blocked leap") && text.contains("master annihilation"), "{text}");
    assert!(text.lines().all(|line| line == line.trim_end()), "no blanks at line ends");
}

#[test]
fn show_draws_and_names_the_side_to_act() {
    let text = engine(&["show", "benedictine startpos moves b1-d3@b2"]).done();
    let lines: Vec<_> = text.lines().collect();
    let end = ["a to act", "benedictine 1A1A1A1/2A1A2/7/7/3G3/1oG1G2/3G1G1 a"];
    assert_eq!(lines[lines.len() - 2..], end);
    assert_eq!(text.matches('●').count(), 2, "the ball on the board and in the legend");
    assert!(!text.contains('\x1b'), "no colour in a pipe");
}

#[test]
fn show_names_chance_and_results() {
    let text = engine(&["show", "maitres startpos"]).done();
    assert!(text.contains("chance to act for r: die1 die2 die3 die4 die5 die6\n"), "{text}");
    let text = engine(&["show", "maitres 9/9/9/9/9/9/9/9/4M4 b -"]).done();
    assert!(text.contains("game over: r wins\n"), "{text}");
    let text = engine(&["show", "benedictine:plies=1 startpos moves b1-a1"]).done();
    assert!(text.contains("game over: a draw\n"), "{text}");
}

#[test]
fn positions_come_from_standard_input_too() {
    let wanted = engine(&["show", "maitres startpos moves die4"]).done();
    for end in ["", "\n", "\r\n"] {
        let input = format!("maitres startpos moves die4{end}");
        assert_eq!(engine_reading(&["show", "-"], input.as_bytes()).done(), wanted);
    }
}

fn check_inspect(vector: &Json) {
    let position = vector["position"].as_str().expect("a text");
    let found = engine(&["inspect", position, "--children"]).json();
    for key in ["position", "actor", "moves"] {
        assert_eq!(found[key], vector[key], "{key} of {position}");
    }
    let children = found["children"].as_object().expect("children");
    assert!(children.keys().eq(texts(&found["moves"])), "children of each move of {position}");
    if let Some(wanted) = vector.get("children") {
        assert!(children.values().eq(wanted.as_array().expect("a list")), "{position}");
    }
    let chance = found["actor"] == "chance";
    assert_eq!(found.get("prob").is_some(), chance, "prob of {position}");
    if chance {
        let prob = found["prob"].as_object().expect("prob");
        assert!(prob.keys().eq(children.keys()), "prob of each event of {position}");
        assert!(prob.values().eq(vector["prob"].as_array().expect("a list")), "{position}");
    }
    check_result(&found, vector);
}

fn check_result(found: &Json, vector: &Json) {
    assert_eq!(found.get("points"), vector.get("points"), "points of {vector}");
    assert_eq!(found.get("result").is_some(), found["actor"] == "over", "result of {vector}");
    let Some(result) = found.get("result") else { return };
    let wanted = vector["result"].as_object().expect("a result");
    assert_eq!(result.as_object().expect("a result").len(), wanted.len());
    for (seat, share) in wanted {
        let (found, share) = (result[seat].as_f64(), share.as_f64());
        assert!((found.expect("a share") - share.expect("a share")).abs() < 1e-6, "{vector}");
    }
}

#[test]
fn inspect_says_what_the_vectors_say() {
    for game in AnyState::NAMES {
        let vectors = vectors(game);
        assert!(vectors.len() >= 50);
        // `games/tests/vectors.rs` compares all of them with the library.
        vectors.iter().step_by(3).for_each(check_inspect);
    }
}

#[test]
fn inspect_without_children_has_no_others() {
    let keys = |position: &str| -> Vec<String> {
        let found = engine(&["inspect", position]).json();
        found.as_object().expect("an object").keys().cloned().collect()
    };
    assert_eq!(keys("benedictine startpos"), ["position", "actor", "moves"]);
    assert_eq!(keys("maitres startpos"), ["position", "actor", "moves", "prob"]);
    let over = "maitres 9/9/9/9/9/9/9/9/4M4 b -";
    assert_eq!(keys(over), ["position", "actor", "moves", "result"]);
}

#[test]
fn inspect_knows_draws_by_history() {
    let found = engine(&["inspect", "benedictine:plies=1 startpos moves b1-a1"]).json();
    assert_eq!((&found["actor"], &found["moves"]), (&"over".into(), &Json::Array(Vec::new())));
    assert_eq!(found["result"]["g"], 0.5);
    assert_eq!(found["result"]["a"], 0.5);
}

fn perft(position: &str, depth: usize, more: &[&str]) -> String {
    let depth = depth.to_string();
    engine(&[&["perft", position, &depth], more].concat()).done()
}

#[test]
fn perft_counts_as_the_vectors_do() {
    for game in AnyState::NAMES {
        for vector in vectors(game).iter().skip(1).step_by(6) {
            let position = vector["position"].as_str().expect("a text");
            let counts = vector["perft"].as_array().expect("counts");
            let depth = counts.len() - 1;
            assert_eq!(perft(position, depth, &[]), format!("{}\n", counts[depth]), "{position}");
        }
    }
}

#[test]
fn perft_divides_into_lines_that_add_up() {
    for (position, depth) in [
        ("benedictine startpos", 3),
        ("benedictine startpos", 1),
        ("maitres startpos", 3),
        ("maitres startpos moves die4", 2),
        ("maitres 9/9/9/9/9/9/9/9/4M4 b -", 2),
        ("benedictine startpos", 0),
    ] {
        let total = perft(position, depth, &["--threads", "1"]);
        assert_eq!(perft(position, depth, &["--threads", "2"]), total);
        let divided = perft(position, depth, &["--divide", "--threads", "1"]);
        assert_eq!(perft(position, depth, &["--divide", "--threads", "2"]), divided);
        let (lines, last) = divided.trim_end().rsplit_once('\n').unwrap_or(("", divided.trim()));
        assert_eq!(last, total.trim_end());
        let branch = |line: &str| {
            let (text, count) = line.split_once(": ").expect("a move and its count");
            (text.to_owned(), count.parse::<u64>().expect("a count"))
        };
        let branches: Vec<_> = lines.lines().map(branch).collect();
        assert!(branches.is_sorted_by(|one, two| one.0 < two.0), "sorted: {lines}");
        if depth > 0 {
            let sum: u64 = branches.iter().map(|&(_, count)| count).sum();
            assert_eq!(sum.to_string(), last);
            let moves: Vec<_> = branches.into_iter().map(|(text, _)| text).collect();
            assert_eq!(moves, super::program::legal(position));
        }
    }
}

/// A finished game has no children. Perft ignores draws by history.
#[test]
fn perft_of_a_finished_game() {
    assert_eq!(perft("maitres 9/9/9/9/9/9/9/9/4M4 b -", 0, &[]), "1\n");
    assert_eq!(perft("maitres 9/9/9/9/9/9/9/9/4M4 b -", 1, &[]), "0\n");
    // Draws by history do not count.
    assert_eq!(
        perft("benedictine:plies=1 startpos", 2, &[]),
        perft("benedictine startpos", 2, &[])
    );
}

#[test]
fn bench_counts_the_same_nodes_again() {
    let nodes = |args: &[&str]| {
        let text = engine(&[&["bench"], args].concat()).done();
        let last = text.lines().last().expect("a line").to_owned();
        let words: Vec<_> = last.split(' ').collect();
        let &["nodes", nodes, "nps", nps] = &words[..] else { panic!("{last}") };
        assert!(nps.parse::<u64>().is_ok(), "{last}");
        nodes.parse::<u64>().expect("a number")
    };
    // The count is the same on every machine.
    let fingerprint = include_str!("../../../../benches/fingerprint.txt").trim();
    let first = nodes(&[]);
    assert_eq!(format!("nodes {first}"), fingerprint);
    assert_ne!(first, nodes(&["--set", "lmr_min_move=5"]));
}

/// Commands with subcommands, and commands without examples that can run here.
const SUBCOMMANDS: [&[&str]; 9] = [
    &["serve"],
    &["convert"],
    &["hub"],
    &["dxp"],
    &["tables", "build"],
    &["tables", "verify"],
    &["tables", "probe"],
    &["generate", "man"],
    &["generate", "completions"],
];

#[test]
fn every_command_has_help_with_an_example() {
    let help = engine(&["--help"]).done();
    for command in COMMANDS {
        assert!(help.contains(&format!("  {command} ")), "{command} in {help}");
        let text = engine(&[command, "--help"]).done();
        assert!(text.contains(&format!("Example:\n  engine {command}")), "{text}");
    }
    for command in SUBCOMMANDS {
        let text = engine(&[command, &["--help"]].concat()).done();
        assert!(text.contains(&format!("Example:\n  engine {}", command.join(" "))), "{text}");
    }
    assert!(engine(&["--version"]).done().starts_with("engine "));
}

/// The last example of each help text runs, in the root of the repository.
#[test]
fn examples_run() {
    for command in COMMANDS {
        let help = engine(&[command, "--help"]).done();
        let (_, example) = help.rsplit_once("  engine ").expect("an example");
        let mut args: Vec<String> = Vec::new();
        for (index, part) in example.trim().split('"').enumerate() {
            if index % 2 == 1 {
                args.push(part.to_owned());
            } else {
                args.extend(part.split_whitespace().map(str::to_owned));
            }
        }
        if command == "analyse" {
            args.extend(["--depth".to_owned(), "2".to_owned()]);
        }
        // One puzzle instead of ten, to save time.
        for count in args.iter_mut().filter(|arg| command == "puzzles" && *arg == "10") {
            *count = "1".to_owned();
        }
        // The output file goes to the folder of the test.
        for name in args.iter_mut().filter(|arg| *arg == "proof.txt") {
            *name = file("example-proof").display().to_string();
        }
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let output = ENGINE.command(&args).current_dir(root).output().expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{args:?}");
    }
}
