//! The commands from the user's side: output, errors and exit status.

use testing::TUNING;

#[test]
fn a_trace_adds_up() {
    TUNING.run(&["trace", "maitres startpos moves", "--json"]).refused(&["move"]);
    let value = TUNING.run(&["trace", "benedictine startpos", "--json"]).json();
    let products = value["features"].as_array().unwrap();
    let sum = |seat: &str| -> i64 {
        let terms = products.iter().filter(|term| term["seat"] == seat);
        terms.map(|term| term["product"].as_i64().unwrap()).sum()
    };
    let (g, a) = (sum("g"), sum("a"));
    assert_eq!(value["sums"], serde_json::json!([g, a]));
    let text = TUNING.run(&["trace", "benedictine startpos"]).done();
    assert_eq!(text.lines().count(), products.len() + 5, "{text}");
    assert!(text.contains(&format!("sum {g:+} for g\nsum {a:+} for a")), "{text}");
}

#[test]
fn bad_usage_is_one_line_and_status_2() {
    for (arguments, message) in [
        (&["trace", "chess startpos"][..], "game: read \"chess\""),
        (&["trace"], "<POSITION>: read nothing, expected"),
        (&["trace", "maitres startpos", "--weights", "none"], "weights: read \"none\""),
        (&["trace", "benedictine:plies=1 startpos moves nowhere"], "move: read \"nowhere\""),
    ] {
        TUNING.run(arguments).refused(&[message]);
    }
}
