//! The program as a user meets it: output, errors, exit status.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tuning")).args(arguments).output().expect("the program runs")
}

#[test]
fn a_trace_adds_up() {
    let output = run(&["trace", "maitres startpos moves", "--json"]);
    assert_eq!(output.status.code(), Some(2), "moves without a move");
    let output = run(&["trace", "benedictine startpos", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let products = value["features"].as_array().unwrap();
    let sum = |seat: &str| -> i64 {
        let terms = products.iter().filter(|term| term["seat"] == seat);
        terms.map(|term| term["product"].as_i64().unwrap()).sum()
    };
    let (g, a) = (sum("g"), sum("a"));
    assert_eq!(value["sums"], serde_json::json!([g, a]));
    let text = run(&["trace", "benedictine startpos"]).stdout;
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.lines().count(), products.len() + 5, "{text}");
    assert!(text.contains(&format!("sum {g:+} for g\nsum {a:+} for a")), "{text}");
}

#[test]
fn bad_usage_is_one_line_and_status_2() {
    for (arguments, message) in [
        (&["trace", "chess startpos"][..], "game: read \"chess\""),
        (&["trace"], "required arguments were not provided: <POSITION>"),
        (&["trace", "maitres startpos", "--weights", "none"], "weights: read \"none\""),
        (&["trace", "benedictine:plies=1 startpos moves nowhere"], "move: read \"nowhere\""),
    ] {
        let output = run(arguments);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text.starts_with("error: ") && text.contains(message), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}
