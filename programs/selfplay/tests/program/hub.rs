//! Players that speak the Hub protocol of draughts programs.

use std::fs;

use serde_json::Value as Json;

use super::program::{done, failed};
use testing::{ENGINE, file, mock};

const ENGLISH: &str = "etoile:board=square8,players=2,rules=english";

/// The games of a match against a program.
fn games(name: &str, program: &str, more: &str) -> Vec<Json> {
    let out = file(name);
    let players = format!("--player name=own,nodes=50 --player name=hub,{program},protocol=hub");
    done(&format!("match {ENGLISH} {players} --games 2 --quiet {more} --out {}", out.display()));
    let text = fs::read_to_string(&out).expect("records");
    done(&format!("verify {}", out.display()));
    text.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game")).collect()
}

/// The engine plays itself: once in this process, once by the protocol.
#[test]
fn programs_of_hub_play() {
    let program = format!("cmd={},option.hash=1,nodes=50", ENGINE.path());
    let played = games("hub.jsonl", &program, "");
    assert_eq!(played.len(), 2);
    for game in &played {
        assert!(game.get("fault").is_none(), "{game}");
        let known = |key: &str| game[key].as_array().expect("a list").iter().any(Json::is_null);
        assert!(!known("values") && !known("depths"), "{game}");
    }
    let wrong = format!(
        "match maitres --player name=A,nodes=5 --player name=B,{program},protocol=hub --games 2 --quiet"
    );
    assert!(
        failed(&wrong, 2).contains("player protocol: read \"hub\", expected ugi with this game")
    );
    let wrong = format!(
        "match {ENGLISH} --player name=A,nodes=5 --player name=B,{program},option.no=1,protocol=hub --games 2 --quiet"
    );
    assert!(failed(&wrong, 2).contains("it has no parameter no"));
}

/// A program that stalls, ends or sends nonsense loses its game.
#[test]
fn programs_that_misbehave_lose() {
    for (way, reason) in [
        ("silent", "stall"),
        ("exit", "crash"),
        ("closed", "closed"),
        ("illegal", "illegal"),
        ("words", "illegal"),
        ("none", "illegal"),
        ("quotes", "stall"),
        ("error", "garbage"),
        ("lines", "stall"),
        ("bytes", "garbage"),
    ] {
        let program = format!("cmd={},args={way}", mock("hub.sh"));
        let patience = "--patience 500ms --threads 2";
        for game in games(&format!("hub-{way}.jsonl"), &program, patience) {
            assert_eq!(game["reason"], reason, "{way}: {game}");
            let seat = game["fault"]["seat"].as_u64().expect("a seat") as usize;
            assert_eq!(game["players"][seat], "hub");
        }
    }
}
