//! `engine solve`, `engine puzzles` and suites of puzzles.

use serde_json::json;

use super::program::{engine, legal};
use testing::file;

const GAME: &str = "etoile:board=square8,players=2,quiet=40,rules=english";

#[test]
fn a_win_is_proven_and_the_proof_checked() {
    let position = format!("{GAME} B Kc3 Ka1,Kh8 0 -");
    let proof = file("proof").display().to_string();
    let solve = ["solve", &position, "--proof", &proof, "--threads", "1"];
    let found = engine(&solve).json();
    // The same result as `engine tables probe`.
    assert_eq!((&found["result"], &found["distance"]), (&json!("win"), &json!(13)));
    assert_eq!(found["pv"][0], "a1-b2");
    assert_eq!(found["pv"].as_array().map(Vec::len), Some(13));
    assert_eq!(engine(&solve).json(), found, "one thread, the same answer");

    let check = ["solve", &position, "--check", &proof];
    let checked = engine(&check).json();
    assert_eq!((&checked["result"], &checked["distance"]), (&json!("win"), &json!(13)));

    // The proof of another position, and a proof without one of its lines.
    let other = format!("{GAME} B Kc3 Ka1,Kg7 0 -");
    engine(&["solve", &other, "--check", &proof]).failed(1, &["--check: ", "line 2: read"]);
    // Another user file is not replaced, and the check comes before the work.
    let diary = file("diary").display().to_string();
    std::fs::write(&diary, "mine\n").expect("written");
    engine(&["solve", &position, "--proof", &diary]).refused(&["proof: ", "somebody else's"]);
    assert_eq!(std::fs::read_to_string(&diary).expect("text"), "mine\n");
    for option in ["--proof", "--resume"] {
        let lost = ["solve", &position, option, "nowhere/file"];
        engine(&lost).refused(&["read \"nowhere/file\", expected a file in a folder that exists"]);
    }
    let text = std::fs::read_to_string(&proof).expect("a proof");
    let mut lines: Vec<_> = text.lines().collect();
    lines.remove(3);
    std::fs::write(&proof, lines.join("\n")).expect("written");
    engine(&check).failed(1, &["--check: ", "no move for B Kc3 Ka1,Kh8 0 -"]);
    engine(&["solve", &position, "--check", "nowhere/proof"])
        .refused(&["--check: read \"nowhere/proof\", "]);
}

#[test]
fn what_cannot_be_decided_is_bounded() {
    let found = engine(&["solve", "benedictine startpos", "--nodes", "50000"]).json();
    assert_eq!((&found["result"], &found["distance"]), (&json!("unknown"), &json!(null)));
    assert_eq!(found["bounds"], json!(["loss", "win"]));
    let loss = format!("{GAME} B Kc3 Ka1 0 -");
    assert_eq!(engine(&["solve", &loss]).json()["result"], "loss");
    engine(&["solve", "buteur startpos"]).refused(&["expected a game without hidden cards"]);
    engine(&["solve", "maitres 9/9/9/4L4/9/9/9/9/4M4 b -"])
        .refused(&["expected a game that is not over"]);
}

#[test]
#[ignore = "long"]
fn shortest_games_are_found() {
    let shortest = ["solve", "benedictine startpos", "--shortest", "--quiet"];
    let text = engine(&shortest).done();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let told: Vec<_> = lines.iter().map(|line| (&line["winner"], &line["plies"])).collect();
    assert_eq!(told[..2], [(&json!("a"), &json!(4)), (&json!("g"), &json!(5))]);
    assert_eq!(lines[0]["pv"].as_array().map(Vec::len), Some(4), "{text}");
    assert_eq!(lines[2]["looked"], 5, "{text}");
}

#[test]
fn a_search_for_the_shortest_game_has_limits() {
    let shortest = ["solve", "benedictine startpos", "--shortest", "--quiet"];
    let limited = [&shortest[..], &["--nodes", "1000"]].concat();
    assert_eq!(engine(&limited).json(), json!({ "looked": 2, "nodes": 1000 }));
    engine(&["solve", "buteur startpos", "--shortest"])
        .refused(&["expected a game without hidden cards"]);
    engine(&["solve", "benedictine startpos", "--shortest", "--proof", "f"]).refused(&["--proof"]);
}

#[test]
fn a_search_for_a_proof_goes_on() {
    let kept = file("kept").display().to_string();
    let position = format!("{GAME} A Ka1,Kc3,Ke1 Kh8 0 -");
    let part = ["solve", &position, "--nodes", "300", "--threads", "1", "--resume", &kept];
    assert_eq!(engine(&part).json()["result"], "unknown");
    let whole = ["solve", &position, "--nodes", "3000000", "--threads", "1", "--resume", &kept];
    assert_ne!(engine(&whole).json()["result"], "unknown");
    // The state of another position, and a damaged state.
    let other = ["solve", "ruches startpos", "--nodes", "1000", "--resume", &kept];
    engine(&other).refused(&["--resume: ", "line 2: read"]);
    let text = std::fs::read_to_string(&kept).expect("text").replacen("win ", "won ", 1);
    std::fs::write(&kept, text).expect("written");
    engine(&whole).refused(&["--resume: ", "expected sum"]);
    assert_eq!(std::fs::read_to_string(&kept).expect("text").matches("won ").count(), 1);
}

#[test]
fn chances_of_a_die_narrow() {
    let text = engine(&["solve", "maitres 4m4/9/9/4L4/9/9/9/9/4M4 r -", "--nodes", "20000"]).done();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines.len() >= 2, "{text}");
    let bound =
        |line: &serde_json::Value, side: usize| line["chance"][side].as_f64().expect("a number");
    // Two of six rolls win at once.
    assert!((bound(&lines[0], 0) - 1.0 / 3.0).abs() < 1e-8, "{text}");
    for pair in lines.windows(2) {
        assert!(
            bound(&pair[0], 0) <= bound(&pair[1], 0) && bound(&pair[1], 1) <= bound(&pair[0], 1)
        );
    }
}

/// `solve` confirms that each puzzle has one winning move; `bench --suite` reads and solves them.
#[test]
fn puzzles_are_found_proven_and_solved() {
    puzzles_are_solved(1);
}

#[test]
#[ignore = "long"]
fn three_puzzles_are_found_proven_and_solved() {
    puzzles_are_solved(3);
    let find = || engine(&["puzzles", "benedictine", "--count", "3", "--seed", "9"]).done();
    assert_eq!(find(), find());
}

/// The positions and moves of all suites are legal.
#[test]
fn suites_can_be_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/suites");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the suites") {
        let path = entry.expect("a file").path();
        // The suite of the fingerprint has depths instead of solutions.
        if path.ends_with("bench.txt") {
            continue;
        }
        let path = path.display().to_string();
        let text = engine(&["bench", "--suite", &path, "--nodes", "1"]).done();
        let puzzles = text.lines().count() - 1;
        assert!(puzzles >= 100, "{path}: {puzzles} puzzles");
        count += 1;
    }
    assert!(count >= 6, "{count} suites");
}

fn puzzles_are_solved(count: usize) {
    let wanted = count.to_string();
    let text = engine(&["puzzles", "benedictine", "--count", &wanted, "--seed", "9"]).done();
    assert_eq!(text.lines().count(), count, "{text}");
    for line in text.lines() {
        let parts: Vec<_> = line.split(" ; ").collect();
        let &[position, best, grade] = parts.as_slice() else { panic!("{line}") };
        let best = best.strip_prefix("best ").expect("a move");
        let grade: u32 =
            grade.strip_prefix("grade ").and_then(|grade| grade.parse().ok()).expect("a grade");
        assert!((1..=10).contains(&grade));
        for mv in legal(position) {
            let next = format!("{position} moves {mv}");
            let found = engine(&["inspect", &next]).json();
            let wins = if found["actor"] != "over" {
                engine(&["solve", &next, "--nodes", "50000"]).json()["result"] == "loss"
            } else {
                // A move that ends the game at once would be no puzzle.
                assert_ne!(mv, best);
                false
            };
            assert_eq!(wins, mv == best, "{line}: {mv}");
        }
    }
    let suite = file(&format!("suite-{count}"));
    std::fs::write(&suite, format!("# puzzles\n{text}")).expect("written");
    let suite = suite.display().to_string();
    let bench = engine(&["bench", "--suite", &suite, "--nodes", "20000"]).done();
    let last = bench.lines().last().expect("a line");
    assert!(last.starts_with(&format!("solved {count} of {count} nodes ")), "{bench}");
}

#[test]
fn wrong_puzzles_are_refused() {
    let wrong = file("wrong-suite").display().to_string();
    for (text, words) in [
        ("benedictine startpos ; best c2-d3@f2", "line 1: read"),
        ("benedictine startpos ; best a1-a2 ; grade 3", "expected a legal move here"),
        ("# one\nbenedictine startpos ; best c2-d3@f2 ; grade 11", "line 2: read"),
    ] {
        std::fs::write(&wrong, text).expect("written");
        engine(&["bench", "--suite", &wrong]).refused(&["--suite: ", words]);
    }
}
