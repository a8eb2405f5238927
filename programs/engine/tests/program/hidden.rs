//! Positions with hidden cards: `bestmove` with the views of players and with a referee's
//! positions; packs from files.

use super::program::engine;

/// A position that a referee sees, and the view of the player to act, for each number of players.
const PAIRS: [[&str; 2]; 3] = [
    [
        "buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/Cr.F.G.L2r.L5h.N3b.N5h.R2r -",
        "buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -",
    ],
    [
        "buteur:players=3 shot R1* d1 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/Cr.F.L5h.N3b.N5h.R2r/G.L2h.L2r.N4b.R2b.R3r N5b",
        "buteur:players=3 shot R1* d1 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?6/?6 N5b",
    ],
    [
        "buteur:players=4 throw R2 h4 2 3-1 run R L2b.L5b.N2b.N3r.N5b.N5h/G.G.L2r.L4b.N4h.R5r/Cb.Cr.F.G.P.R5b/F.F.F.F.N4b.R2b F.G.L3r.L4h.L4r.L5h.L5r.N2h.N2r.N3b.N4r.P.R2h.R3h.R3r",
        "buteur:players=4 throw R2 h4 2 3-1 run R ?6/G.G.L2r.L4b.N4h.R5r/?6/?6 F.G.L3r.L4h.L4r.L5h.L5r.N2h.N2r.N3b.N4r.P.R2h.R3h.R3r",
    ],
];

const LIMITS: [&str; 4] = ["--threads", "1", "--nodes", "3000"];

fn best(position: &str, more: &[&str]) -> serde_json::Value {
    let mut json = engine(&[&["bestmove", position, "--json"], more].concat()).json();
    for key in ["time_ms", "nps"] {
        json.as_object_mut().expect("an object").remove(key);
    }
    json
}

#[test]
fn a_referees_position_is_hidden_first() {
    for [referee, view] in PAIRS {
        let answer = best(view, &LIMITS);
        assert_eq!(best(referee, &LIMITS), answer, "{view}");
        assert_eq!(best(referee, &LIMITS), answer, "the same again");
        let moves = engine(&["inspect", view]).json()["moves"].clone();
        let moves = moves.as_array().expect("moves");
        assert!(moves.contains(&answer["bestmove"]), "{answer}");
        let value = answer["value"].as_f64().expect("a value");
        assert!((-1.0..=1.0).contains(&value), "{answer}");
    }
}

/// The last shot of a match, which the opponent cannot stop. This is known only with open cards.
#[test]
fn open_cards_are_used_only_when_told_to() {
    let text = "buteur play R1 d12 2 1-1 last R N2h.N3h.N4h.R2b.R2h.R3b.R3h.R3r/F.F.F.F.F.F.F.F \
        Cb.Cb.Cr.F.G.G.L2b.L2h.L2r.L3b.L3h.L3r.L4b.L4h.L4r.L5b.L5h.L5r.N2b.N2r.N3b.N3r.N4b.N4r.N5b.N5h.N5r.P.P.R2r.R4b.R4h.R4r.R5b.R5h.R5r";
    let open = best(text, &["--open", "--threads", "1", "--depth", "3"]);
    assert_eq!(open["proven"], "win", "{open}");
    let hidden = best(text, &["--threads", "1", "--depth", "3"]);
    assert_eq!(hidden["proven"], serde_json::Value::Null, "{hidden}");
    assert!(hidden["value"].as_f64() < Some(0.9), "{hidden}");
}

#[test]
fn every_option_works_on_views() {
    for [_, view] in PAIRS {
        let lines = best(view, &["--threads", "1", "--depth", "1", "--multipv", "3"]);
        let found = lines["lines"].as_array().expect("lines");
        assert_eq!(found.len(), 3, "{lines}");
        assert_eq!(found[0]["pv"][0], lines["bestmove"]);
        assert_eq!(lines["depth"], 1);
        let zero = best(view, &["--threads", "2", "--depth", "1", "--weights", "zero"]);
        assert!(zero["bestmove"].is_string(), "{zero}");
        let text = engine(&["bestmove", view, "--time", "100ms", "--seed", "3"]).done();
        assert!(text.lines().last().expect("a line").starts_with("bestmove "), "{text}");
    }
}

#[test]
fn a_hidden_player_to_act_is_no_question() {
    for open in [&[][..], &["--open"]] {
        let text = "buteur play R1 d7 1 0-0 run R ?8/Cb.F.G.L3b.N2h.N5r.P.R4h -";
        let words = ["position: ", "the cards of R1, whose turn it is, to be known"];
        engine(&[&["bestmove", text], open].concat()).refused(&words);
    }
}

#[test]
fn packs_come_from_files() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/tests/packs/tiny.toml");
    let text = "buteur:pack=tiny kickoff R1 c 1 0-0 run R G.L2r.N1h/?3 -";
    let answer = engine(&["bestmove", text, "--pack", file, "--depth", "2", "--json"]).json();
    assert!(answer["bestmove"].is_string(), "{answer}");
    engine(&["show", text]).refused(&["option pack: read \"tiny\", expected standard"]);
    engine(&["show", text, "--pack", "nowhere.toml"])
        .refused(&["--pack: read \"nowhere.toml\", expected"]);
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    engine(&["show", text, "--pack", other]).refused(&["--pack: ", "line ", "unknown field"]);
    assert!(engine(&["games"]).done().contains("--pack FILE"));
}
