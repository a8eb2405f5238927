//! `engine explain`: it explains the search of `bestmove`, and its sums are right.

use std::time::{Duration, Instant};

use super::program::{engine, engine_reading, legal, texts};

const POSITIONS: [(&str, &str); 4] = [
    ("benedictine startpos", "6"),
    ("maitres startpos moves die4", "3"),
    ("etoile startpos", "8"),
    ("etoile:board=square8,players=2,rules=english startpos", "8"),
];

#[test]
fn it_explains_the_best_move() {
    for (position, depth) in POSITIONS {
        let limits = ["--depth", depth, "--threads", "1", "--json"];
        let ask = |command| engine(&[&[command, position], &limits[..]].concat()).json();
        let (best, why) = (ask("bestmove"), ask("explain"));
        for key in ["bestmove", "value", "proven", "depth", "nodes", "pv"] {
            assert_eq!(best[key], why[key], "{key} of {position}: counting changes nothing");
        }
        let moves = why["moves"].as_array().expect("moves");
        let mut names: Vec<_> = moves.iter().map(|mv| mv["move"].as_str().unwrap()).collect();
        assert_eq!(names[0], why["bestmove"], "the best move comes first");
        names.sort_unstable();
        assert_eq!(names, legal(position), "every legal move once");
        let found: Vec<_> = moves.iter().filter(|mv| mv.get("value").is_some()).collect();
        let share: f64 = found.iter().map(|mv| mv["share"].as_f64().unwrap()).sum();
        assert!((share - 1.0).abs() < 1e-4, "shares of {position} add up to {share}");
        let nodes: u64 = found.iter().map(|mv| mv["nodes"].as_u64().unwrap()).sum();
        assert!(nodes <= why["nodes"].as_u64().unwrap(), "{position}");
        assert!(nodes * 10 > why["nodes"].as_u64().unwrap() * 9, "hardly a node elsewhere");
        let exact = found.iter().filter(|mv| mv["bound"] == "exact").count();
        assert!(exact > 0, "{position}");
    }
}

#[test]
fn its_counts_agree_with_each_other() {
    for (position, depth) in POSITIONS {
        let why =
            engine(&["explain", position, "--depth", depth, "--threads", "2", "--json"]).json();
        let count = |key: &str| why["search"][key].as_u64().unwrap();
        assert!(count("first_move_cutoffs") <= count("cutoffs"), "{position}");
        let chance = position.starts_with("maitres");
        assert!(count("cutoffs") > 0, "{position}");
        assert!(chance || count("first_move_cutoffs") * 2 > count("cutoffs"), "{position}");
        assert!(count("table_hits") <= count("table_probes"), "{position}");
        assert!(count("leaves") > 0 && count("leaves") <= count("nodes"), "{position}");
        let factor = why["search"]["branching_factor"].as_f64().unwrap();
        assert!((1.0..100.0).contains(&factor), "{factor}: {position}");
        let before = &why["evaluation"]["before"];
        assert!(texts(&before["seats"]).len() > 1, "{position}");
        assert!(!before["features"].as_array().unwrap().is_empty(), "{position}");
    }
}

/// The best move comes first, then the other exact values and at last the bounds. In each of the
/// two groups, moves of equal depth fall in value. So it is with several threads, and where the
/// search is cut off.
#[test]
fn its_moves_fall_in_value() {
    for (position, _) in POSITIONS {
        for threads in ["1", "2"] {
            for limit in [&["--nodes", "3000"][..], &["--nodes", "20000", "--multipv", "3"]] {
                let args = ["explain", position, "--threads", threads, "--json"];
                let why = engine(&[&args[..], limit].concat()).json();
                let moves = why["moves"].as_array().expect("moves");
                assert_eq!(moves[0]["move"], why["bestmove"], "{position} {threads} {why}");
                let found: Vec<_> = moves.iter().filter(|mv| mv.get("value").is_some()).collect();
                let key = |mv: &serde_json::Value| {
                    let number = |key: &str| mv[key].as_f64().expect("a number");
                    (mv["bound"] != "upper", number("depth"), number("value"))
                };
                let rest = &found[1.min(found.len())..];
                assert!(rest.is_sorted_by(|one, two| key(one) >= key(two)), "{position}: {why}");
                if why["search"]["cutoffs"].is_u64() && found[0]["bound"] == "exact" {
                    assert_eq!(found[0]["value"], why["value"], "{position} {threads}: {why}");
                }
            }
        }
    }
}

/// A counter that a search does not keep is null in JSON and missing in the text.
#[test]
fn other_searches_tell_what_they_count() {
    let position = "etoile startpos";
    let maxn = ["explain", position, "--search", "maxn", "--depth", "3", "--threads", "1"];
    let why = engine(&[&maxn[..], &["--json"]].concat()).json();
    assert!(why["search"]["cutoffs"].is_u64(), "{}", why["search"]);
    let text = engine(&maxn).done();
    assert!(text.contains("branching factor"), "{text}");
    assert!(!text.contains("transposition table"), "{text}");

    let hidden = "buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -";
    let hidden = ["explain", hidden, "--nodes", "2000", "--threads", "1"];
    let why = engine(&[&hidden[..], &["--json"]].concat()).json();
    assert!(why["search"]["leaves"].as_u64() > Some(0), "{}", why["search"]);
    assert!(why["search"]["cutoffs"].is_null(), "{}", why["search"]);
    assert!(!engine(&hidden).done().contains("cutoffs"));
    let views = [&hidden[..], &["--hidden", "views", "--json"]].concat();
    let why = engine(&views).json();
    assert!(why["search"]["table_probes"].as_u64() > Some(0), "{}", why["search"]);
    assert!(why["search"]["researches"].is_null(), "{}", why["search"]);
}

#[test]
fn it_reads_well() {
    let text =
        engine(&["explain", "benedictine startpos", "--depth", "6", "--threads", "1"]).done();
    for words in ["g to act", "best line: ", "weighted features", "by the first move"] {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert!(text.lines().all(|line| line == line.trim_end()), "no blanks at line ends: {text}");
    engine(&["explain", "maitres startpos"]).refused(&["a position where a player acts"]);
    engine(&["explain", "benedictine"]).refused(&["position"]);
}

/// After a million moves, with and without a rule for repetition, the answer comes within a second;
/// builds without optimisation take longer.
#[test]
fn a_million_moves_take_no_time() {
    let shuffle = "b1-a1 b7-a7 a1-b1 a7-b7 ".repeat(250_000);
    let most = Duration::from_secs(if cfg!(debug_assertions) { 8 } else { 1 });
    for repetition in ["0", "1000000"] {
        let game = format!("benedictine:plies=0,repetition={repetition}");
        let text = format!("{game} startpos moves {}\n", shuffle.trim_end());
        let started = Instant::now();
        let why = engine_reading(&["explain", "-", "--depth", "2", "--json"], text.as_bytes());
        let elapsed = started.elapsed();
        assert_eq!(why.json()["moves"][0]["depth"], 2);
        assert!(elapsed < most, "{elapsed:?} for repetition {repetition}");
    }
}
