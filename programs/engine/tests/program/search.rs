//! `bestmove` and `analyse`: their output.

use games::{Actor, AnyState, State, with_state};
use serde_json::Value as Json;

use super::program::{engine, legal, texts};

const POSITIONS: [&str; 6] = [
    "benedictine startpos",
    "benedictine 1A1A3/2A1A1G/1A5/3o3/2G1G2/2G4/1G5 g",
    "benedictine:plies=12,repetition=0 startpos moves f1-d3@b2 b7-d5",
    "maitres startpos moves die4",
    "maitres:passage=leap 3lm4/9/2s6/9/9/9/3S5/9/4M2L1 r 3",
    "maitres:variant=annihilation 2l2l3/9/1s7/4L4/9/3s2S2/9/2S6/5L3 r 4",
];

/// A fixed search, which always gives the same answer.
fn fixed<'a>(command: &'a str, position: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[command, position, "--threads", "1", "--seed", "5", "--hash", "4"], more].concat()
}

fn bestmove_json(position: &str, more: &[&str]) -> Json {
    engine(&fixed("bestmove", position, &[&["--json"], more].concat())).json()
}

#[test]
fn bestmove_is_the_last_line_and_legal() {
    for position in POSITIONS {
        let text = engine(&fixed("bestmove", position, &["--depth", "3"])).done();
        let lines: Vec<_> = text.lines().collect();
        let (last, infos) = lines.split_last().expect("a line");
        let best = last.strip_prefix("bestmove ").expect("a best move");
        assert!(legal(position).iter().any(|mv| mv == best), "{best} in {position}");
        assert!(!infos.is_empty() && infos.len() <= 3, "one line an iteration: {text}");
        for (index, line) in infos.iter().enumerate() {
            let info = check_info(line);
            assert_eq!(info.depth as usize, index + 1, "{line}");
        }
        let info = check_info(infos[infos.len() - 1]);
        assert_eq!(info.pv.first().map(String::as_str), Some(best), "{text}");
        check_line(position, &info.pv.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

/// The contents of an `info` line.
struct Info {
    depth: u32,
    rank: Option<u32>,
    pv: Vec<String>,
}

/// Takes the next word, which must be `name`, and the number after it.
fn field<'a>(words: &mut impl Iterator<Item = &'a str>, name: &str) -> f64 {
    assert_eq!(words.next(), Some(name));
    number(words.next())
}

fn number(word: Option<&str>) -> f64 {
    word.and_then(|word| word.parse().ok()).expect("a number")
}

/// Reads an `info` line strictly.
fn check_info(line: &str) -> Info {
    let (head, pv) = line.split_once(" pv ").unwrap_or((line, ""));
    let mut words = head.split(' ').peekable();
    assert_eq!(words.next(), Some("info"), "{line}");
    let depth = field(&mut words, "depth") as u32;
    assert!(field(&mut words, "seldepth") <= 128.0, "{line}");
    let rank = words.next_if_eq(&"multipv").map(|_| number(words.next()) as u32);
    assert_eq!(words.next(), Some("score"), "{line}");
    let score = field(&mut words, "cp");
    let value = field(&mut words, "value");
    assert!((-1.0..=1.0).contains(&value) && score * value >= 0.0, "{line}");
    if words.next_if_eq(&"proven").is_some() {
        let exact = match words.next() {
            Some("win") => 1.0,
            Some("draw") => 0.0,
            Some("loss") => -1.0,
            other => panic!("{other:?} in {line}"),
        };
        assert_eq!(value, exact, "{line}");
        if words.peek() == Some(&"distance") {
            assert!(field(&mut words, "distance") >= 1.0, "{line}");
        }
    }
    for name in ["nodes", "nps", "hashfull", "time"] {
        assert!(field(&mut words, name) >= 0.0, "{name} in {line}");
    }
    assert_eq!(words.next(), None, "{line}");
    Info { depth, rank, pv: pv.split_whitespace().map(str::to_owned).collect() }
}

/// Checks that a line can be played. Returns the actor at its end.
fn check_line(position: &str, line: &[&str]) -> Actor {
    let any = AnyState::parse(position).expect("a position");
    with_state!(any, state => played(state, line))
}

fn played<G: games::Notation>(mut state: State<G>, line: &[&str]) -> Actor {
    for mv in line {
        state.try_step(mv).unwrap_or_else(|error| panic!("{line:?}: {error}"));
    }
    state.actor()
}

#[test]
fn json_has_its_keys_on_one_line() {
    for position in POSITIONS {
        let found = bestmove_json(position, &["--depth", "2"]);
        for key in ["bestmove", "value", "proven", "depth", "nodes", "time_ms", "nps", "pv"] {
            assert!(found.get(key).is_some(), "{key} in {found}");
        }
        assert!(found.get("lines").is_none(), "{found}");
        assert_eq!(found.get("distance").is_some(), found["proven"].is_string(), "{found}");
        assert_eq!(found["bestmove"], found["pv"][0], "{found}");
        let value = found["value"].as_f64().expect("a number");
        assert!((-1.0..=1.0).contains(&value), "{found}");
        check_line(position, &texts(&found["pv"]));
    }
}

#[test]
fn json_and_text_agree() {
    for position in POSITIONS {
        let found = bestmove_json(position, &["--depth", "3"]);
        let text = engine(&fixed("bestmove", position, &["--depth", "3"])).done();
        let info = text.lines().rev().nth(1).expect("an info line");
        assert!(info.contains(&format!(" nodes {} ", found["nodes"])), "{info} {found}");
        let value = found["value"].as_f64().expect("a number");
        assert!(info.contains(&format!(" value {value:.6} ")), "{info} {found}");
        assert!(info.ends_with(&format!(" pv {}", texts(&found["pv"]).join(" "))), "{info}");
    }
}

#[test]
fn several_lines_best_first() {
    for position in POSITIONS {
        let found = bestmove_json(position, &["--depth", "2", "--multipv", "3"]);
        let lines = found["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), 3.min(legal(position).len()), "{found}");
        let first = |line: &Json| line["pv"][0].as_str().expect("a move").to_owned();
        let mut moves: Vec<_> = lines.iter().map(first).collect();
        assert_eq!(found["bestmove"], moves[0].as_str());
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), lines.len(), "distinct: {found}");
        let values: Vec<_> = lines.iter().map(|line| line["value"].as_f64()).collect();
        assert!(values.is_sorted_by(|one, two| one >= two), "best first: {found}");
        assert_eq!(values[0], found["value"].as_f64());
    }
}

/// Searches with limits that are deep enough for a later line to be found better than an earlier
/// one, for each kind of search.
const SEVERAL: [(&str, &[&str]); 10] = [
    ("benedictine startpos", &["--depth", "6"]),
    ("benedictine startpos", &["--nodes", "20000"]),
    ("maitres startpos moves die4", &["--depth", "3"]),
    ("ruches startpos moves 7@d1", &["--nodes", "20000"]),
    ("etoile:board=square8,players=2 startpos", &["--nodes", "20000"]),
    ("etoile startpos", &["--nodes", "5000"]),
    ("etoile startpos", &["--nodes", "5000", "--search", "brs"]),
    ("etoile startpos", &["--nodes", "5000", "--search", "maxn"]),
    ("buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -", &["--nodes", "3000"]),
    (
        "buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -",
        &["--nodes", "3000", "--hidden", "views"],
    ),
];

/// In each report the lines fall in value. The best move is the first move of the last report.
#[test]
fn several_lines_fall_in_value() {
    for (position, limits) in SEVERAL {
        let more = [&["--multipv", "5"], limits].concat();
        let text = engine(&fixed("bestmove", position, &more)).done();
        let (mut above, mut first) = (f64::INFINITY, String::new());
        for line in text.lines().filter(|line| line.starts_with("info depth ")) {
            let info = check_info(line);
            let word = line.split(' ').skip_while(|&word| word != "value").nth(1);
            let value = number(word);
            if info.rank == Some(1) {
                (above, first) = (f64::INFINITY, info.pv[0].clone());
            }
            assert!(value <= above, "{position}: {line}\n{text}");
            above = value;
        }
        assert!(text.ends_with(&format!("\nbestmove {first}\n")), "{position}: {text}");

        let json = engine(&fixed("analyse", position, &[&more[..], &["--json"]].concat())).done();
        let mut reports: Vec<Json> =
            json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        reports.push(bestmove_json(position, &more));
        for found in &reports {
            let lines = found["lines"].as_array().expect("lines");
            let values: Vec<_> = lines.iter().map(|line| line["value"].as_f64()).collect();
            assert!(values.is_sorted_by(|one, two| one >= two), "{position}: {found}");
            assert_eq!(found["bestmove"], lines[0]["pv"][0], "{position}: {found}");
        }
        assert_eq!(reports[reports.len() - 1]["bestmove"], first.as_str(), "{position}");
    }
}

/// A search that is cut off may find another best move. Then its line is printed, too.
#[test]
fn the_last_line_begins_with_the_best_move() {
    for position in POSITIONS {
        for nodes in ["1", "100", "700", "1900", "2100", "5000"] {
            let text = engine(&fixed("bestmove", position, &["--nodes", nodes])).done();
            let lines: Vec<_> = text.lines().collect();
            let [.., info, best] = &lines[..] else { panic!("{text}") };
            let best = best.strip_prefix("bestmove ").expect("a best move");
            assert_eq!(check_info(info).pv[0], best, "{position}: {text}");
        }
    }
}

#[test]
fn several_lines_are_numbered() {
    let args = ["--depth", "2", "--multipv", "3"];
    let text = engine(&fixed("bestmove", POSITIONS[0], &args)).done();
    let infos: Vec<_> = text.lines().filter(|line| line.starts_with("info")).collect();
    let ranks: Vec<_> = infos.iter().map(|line| check_info(line).rank).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(3), Some(1), Some(2), Some(3)], "{text}");
}

#[test]
fn more_lines_than_moves_are_all_moves() {
    let position = POSITIONS[0];
    let found = bestmove_json(position, &["--depth", "1", "--multipv", "1000"]);
    let mut moves: Vec<_> = found["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| line["pv"][0].clone())
        .collect();
    moves.sort_by_key(Json::to_string);
    assert_eq!(texts(&Json::Array(moves)), legal(position));
}

#[test]
fn fixed_searches_repeat() {
    for position in POSITIONS {
        for limit in [["--depth", "3"], ["--nodes", "3000"]] {
            let answer = || {
                let mut found = bestmove_json(position, &limit);
                let object = found.as_object_mut().expect("an object");
                object.retain(|key, _| key != "time_ms" && key != "nps");
                found
            };
            assert_eq!(answer(), answer(), "{position}");
        }
    }
}

#[test]
fn nodes_are_a_limit() {
    for nodes in ["1", "64", "1000"] {
        let found = bestmove_json("benedictine startpos", &["--nodes", nodes]);
        assert_eq!(found["nodes"].to_string(), nodes);
        assert!(found["bestmove"].is_string(), "{found}");
    }
}

#[test]
fn proofs_have_a_distance() {
    for (position, proven, distance) in [
        ("benedictine G6/1o5/7/7/AA1A1AA/7/G1G1G1G g", "win", 1),
        ("benedictine GGG4/G6/G6/3o3/6A/6A/4AAA g", "win", 3),
        ("benedictine 3G1AA/7/7/4G2/1G2A1A/5oA/2G2G1 g", "loss", 2),
        ("benedictine 1A5/7/2A4/2G4/GAG1AG1/3oA2/5G1 g", "loss", 4),
        ("maitres 4m4/9/9/4L4/9/9/9/9/4M4 r 3", "win", 1),
        ("maitres 3L5/9/9/9/9/9/2Mm2s2/9/5L3 r 6", "win", 1),
    ] {
        let found = bestmove_json(position, &["--depth", "5"]);
        assert_eq!(found["proven"], proven, "{found}");
        assert_eq!(found["distance"], distance, "{found}");
        assert_eq!(found["value"], if proven == "win" { 1.0 } else { -1.0 }, "{found}");
        let line = texts(&found["pv"]);
        assert_eq!(line.len(), distance, "{found}");
        assert!(matches!(check_line(position, &line), Actor::Over(_)), "{found}");
        let text = engine(&fixed("bestmove", position, &["--depth", "5"])).done();
        assert!(text.contains(&format!(" proven {proven} distance {distance} ")), "{text}");
    }
}

#[test]
fn the_cap_on_the_length_proves_draws() {
    for plies in [1, 2] {
        let position = format!("benedictine:plies={plies} startpos");
        let found = bestmove_json(&position, &[]);
        assert_eq!(found["proven"], "draw", "{found}");
        assert_eq!(found["distance"], plies, "{found}");
        assert_eq!(found["value"], 0.0, "{found}");
        let text = engine(&fixed("bestmove", &position, &[])).done();
        assert!(text.contains(&format!(" proven draw distance {plies} ")), "{text}");
    }
}

#[test]
fn no_best_move_where_chance_acts_or_all_is_over() {
    for json in [&[][..], &["--json"]] {
        let run = |command, position| engine(&[&[command, position], json].concat());
        run("bestmove", "maitres startpos").refused(&["position", "chance", "die1"]);
        for over in ["maitres 9/9/9/9/9/9/9/9/4M4 b -", "benedictine:plies=1 startpos moves b1-a1"]
        {
            run("bestmove", over).refused(&["position", "over"]);
            run("analyse", over).refused(&["position", "over"]);
        }
    }
}

#[test]
fn analysis_of_chance_has_a_value() {
    let text = engine(&fixed("analyse", "maitres startpos", &["--depth", "2"])).done();
    let depths: Vec<_> = text.lines().map(|line| check_info(line).depth).collect();
    assert_eq!(depths, [1, 2], "{text}");
    let text = engine(&fixed("analyse", "maitres startpos", &["--depth", "2", "--json"])).done();
    assert_eq!(text.lines().count(), 2);
    for line in text.lines() {
        let found: Json = serde_json::from_str(line).expect("JSON");
        assert!(found["value"].is_number(), "{found}");
    }
}

#[test]
fn analysis_ends_at_a_limit() {
    for position in POSITIONS {
        let text = engine(&fixed("analyse", position, &["--depth", "2", "--multipv", "2"])).done();
        assert!(text.starts_with("info depth 1 "), "{text}");
        let json = engine(&fixed("analyse", position, &["--nodes", "500", "--json"])).done();
        for line in json.lines() {
            let found: Json = serde_json::from_str(line).expect("JSON");
            assert!(found["pv"].is_array() && found["depth"].is_number(), "{found}");
        }
    }
}

/// The compiled-in weights are those of the files.
#[test]
fn weights_from_a_file() {
    for (position, name) in
        [(POSITIONS[0], "benedictine.weights"), (POSITIONS[3], "maitres.weights")]
    {
        let file = format!("{}/../../eval/weights/{name}", env!("CARGO_MANIFEST_DIR"));
        let given = bestmove_json(position, &["--depth", "2", "--weights", &file]);
        let compiled_in = bestmove_json(position, &["--depth", "2"]);
        for key in ["bestmove", "value", "nodes", "pv"] {
            assert_eq!(given[key], compiled_in[key], "{key}");
        }
    }
}

/// The games here have no hidden cards, so the option changes nothing.
#[test]
fn open_is_understood() {
    bestmove_json(POSITIONS[0], &["--depth", "1", "--open"]);
}

#[test]
fn three_players_have_shares() {
    for (kind, limit) in
        [("maxn", "--depth"), ("paranoid", "--depth"), ("brs", "--depth"), ("mcts", "--nodes")]
    {
        let count = if limit == "--depth" { "3" } else { "3000" };
        let answer = bestmove_json("etoile startpos", &[limit, count, "--search", kind]);
        let share = |seat: &str| answer["shares"][seat].as_f64().expect("a share");
        let sum = share("A") + share("B") + share("C");
        assert!((sum - 1.0).abs() < 1e-5, "{answer}");
        let value = answer["value"].as_f64().expect("a value");
        assert!((2.0 * share("A") - 1.0 - value).abs() < 1e-5, "{answer}");
    }
    let two = bestmove_json("etoile:players=2 startpos", &["--depth", "3"]);
    assert_eq!(two["shares"], Json::Null, "{two}");
    engine(&["bestmove", "benedictine startpos", "--search", "brs"])
        .refused(&["--search: read \"brs\", expected a game for three or more seats"]);
    engine(&["bestmove", "etoile startpos", "--hidden", "views"])
        .refused(&["--hidden: read \"views\", expected a game with hidden cards"]);
    engine(&["bestmove", "etoile startpos", "--search", "greedy"])
        .refused(&["mcts brs paranoid maxn"]);
}

/// A win against both opponents is a proven win. With two players left every proof is valid.
#[test]
fn three_players_have_proofs_where_they_hold() {
    for (position, proven) in [
        ("etoile startpos", Json::Null),
        ("etoile:rules=english A Ad4 Bd4 - 0 -", Json::from("win")),
        ("etoile:rules=english A KAd4 Bd4 Cd4 0 -", Json::Null),
    ] {
        let answer = bestmove_json(position, &["--depth", "2"]);
        assert_eq!(answer["proven"], proven, "{answer}");
    }
}
