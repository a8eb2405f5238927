//! The service from a client's point of view.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{Server, Socket};

#[test]
fn a_game_against_the_engine() {
    let server = Server::start("game");
    for game in
        ["benedictine:plies=8", "maitres:plies=6", "ruches:setup=ordered", "etoile", "buteur"]
    {
        let (path, query) =
            server.table(&json!({ "game": game, "seats": [0, 1, 1, 1], "seed": 4 }));
        for _ in 0..6 {
            let table = server.settled(&path, &query);
            if table["turn"]["kind"] == "over" {
                break;
            }
            let action = match table["moves"].as_array().and_then(|moves| moves.first()) {
                Some(mv) => json!({ "do": "step", "text": mv }),
                None => json!({ "do": "roll" }),
            };
            let (status, answer) = server.post(&format!("{path}{query}"), &action);
            assert_eq!(status, 200, "{game}: {answer}");
        }
        let steps = server.settled(&path, &query)["steps"].as_array().map_or(0, Vec::len);
        assert!(steps > 6, "{game}: {steps}");
    }
}

#[test]
fn undo_redo_hint_and_course() {
    let server = Server::start("tools");
    let (path, query) = server.table(&json!({ "game": "benedictine", "seats": [0, 0] }));
    let act = |action: Value| server.post(&format!("{path}{query}"), &action);
    assert_eq!(act(json!({ "do": "step", "text": "c2-d3@f2" })).1["cursor"], 1);
    assert_eq!(act(json!({ "do": "undo" })).1["cursor"], 0);
    assert_eq!(act(json!({ "do": "redo" })).1["said"][0], "c2 to d3, ball to f2");
    let (_, refused) = act(json!({ "do": "redo" }));
    assert_eq!(refused["error"]["code"], "input");
    let (status, opinion) = server.get(&format!("{path}/hint{query}"));
    assert_eq!(status, 200);
    assert!(opinion["lines"][0]["moves"][0].is_string(), "{opinion}");
    let (_, course) = server.get(&format!("{path}/course{query}"));
    assert_eq!(course["shares"].as_array().map(Vec::len), Some(2), "{course}");
    assert_eq!(act(json!({ "do": "seat", "player": 1, "sitter": 1 })).0, 200);
    assert!(server.settled(&path, &query)["cursor"].as_u64() > Some(1));
}

/// Wrong input is reported, and changes nothing.
#[test]
fn pages_that_lie() {
    let server = Server::start("lies");
    let (path, query) = server.table(&json!({ "game": "buteur", "seats": [0, 0], "seed": 2 }));
    let host = server.settled(&path, &query);
    let taken = [0, 1].map(|player| {
        let link = host["tokens"][player].as_str().expect("a token");
        server.take(&path, &format!("?token={link}"))
    });
    let token = |player: usize| taken[player].clone();
    let before = server.settled(&path, &token(0));
    let act = |query: &str, action: &str| {
        let (status, _, body) = server.send("POST", &format!("{path}{query}"), "", action);
        (status, body)
    };
    for (query, action, status) in [
        (token(0), r#"{"do":"step","text":"zz"}"#, 422),
        (token(1), r#"{"do":"step","text":"d7:N2h"}"#, 409),
        (token(0), r#"{"do":"roll"}"#, 422),
        (token(0), r#"{"do":"undo"}"#, 422),
        (token(0), r#"{"do":"go","step":0}"#, 409),
        (token(0), r#"{"do":"seat","player":1,"sitter":3}"#, 403),
        (token(0), r#"{"do":"name","player":1,"name":"x"}"#, 403),
        (token(0), r#"{"do":"name","player":9,"name":"x"}"#, 403),
        (token(0), r#"{"do":"fly"}"#, 400),
        (token(0), "nonsense", 400),
        ("?token=0".to_owned(), r#"{"do":"roll"}"#, 403),
        (String::new(), r#"{"do":"roll"}"#, 400),
        (token(0) + "&player=1", r#"{"do":"undo"}"#, 422),
    ] {
        let (found, body) = act(&query, action);
        assert_eq!(found, status, "{action}: {body}");
        assert!(body.contains("\"error\""), "{body}");
    }
    assert_eq!(server.get(&format!("{path}{}&player=1", token(0))).0, 403, "another's cards");
    assert_eq!(server.get(&format!("/api/tables/ffff{query}")).0, 404);
    assert_eq!(server.settled(&path, &token(0))["position"], before["position"]);
    let long = format!(r#"{{"game":"{}"}}"#, "x".repeat(100_000));
    let (status, _, body) = server.send("POST", "/api/tables", "", &long);
    assert_eq!((status, body.contains("\"too_large\"")), (413, true), "{body}");
    for wrong in [
        json!({ "game": "chess" }),
        json!({ "game": "buteur", "seats": [11] }),
        json!({ "game": "ruches startpos moves x" }),
    ] {
        assert_eq!(server.post("/api/tables", &wrong).0, 422, "{wrong}");
    }
}

/// Looking at an earlier position loses no moves: the engine does not play on from there.
#[test]
fn looking_back_loses_nothing() {
    let server = Server::start("back");
    // Neither side loses within eight moves at level 5.
    let game = "benedictine:plies=8";
    let (path, query) = server.table(&json!({ "game": game, "seats": [5, 5], "seed": 1 }));
    let over = server.settled(&path, &query);
    assert_eq!((over["turn"]["kind"].as_str(), over["cursor"].as_u64()), (Some("over"), Some(8)));
    let act = |action| server.post(&format!("{path}{query}"), &action);
    let (status, back) = act(json!({ "do": "go", "step": 3 }));
    assert_eq!((status, back["thinking"].as_bool()), (200, Some(false)), "{back}");
    std::thread::sleep(Duration::from_millis(300));
    let back = server.get(&format!("{path}{query}")).1;
    assert_eq!((back["cursor"].as_u64(), &back["steps"]), (Some(3), &over["steps"]));
    let course = server.get(&format!("{path}/course{query}")).1;
    assert_eq!(course["shares"].as_array().map(Vec::len), Some(9), "all of the game");
    assert_eq!(course["losses"].as_array().map(Vec::len), Some(8));
    assert_eq!(act(json!({ "do": "go", "step": 8 })).1["turn"], over["turn"]);
}

/// Where each player uses a device, a player takes back only the player's own moves.
#[test]
fn moves_are_taken_back_by_those_who_made_them() {
    let server = Server::start("turns");
    let (path, host) = server.table(&json!({ "game": "benedictine", "seats": [0, 0] }));
    let made = server.get(&format!("{path}{host}")).1;
    let seat = |player: usize| format!("?token={}", made["tokens"][player].as_str().expect("one"));
    let act = |query: &str, action: Value| server.post(&format!("{path}{query}"), &action);
    let (undo, redo) = (json!({ "do": "undo" }), json!({ "do": "redo" }));
    // The host acts for both players.
    act(&host, json!({ "do": "step", "text": "c2-d3" }));
    assert_eq!(act(&host, undo.clone()).0, 200);
    let link = seat(1);
    let looking = server.get(&format!("{path}{link}")).1;
    assert_eq!((&looking["own"], &looking["invited"]), (&json!([]), &json!(1)));
    assert!(
        server.get(&format!("{path}{host}")).1["tokens"][1].is_string(),
        "looking takes nothing"
    );
    let taken = server.take(&path, &link);
    let seat = |_| taken.clone();
    assert_eq!(server.get(&format!("{path}{taken}")).1["tokens"], Value::Null);
    let left = server.get(&format!("{path}{host}")).1;
    assert_eq!(left["tokens"][1], Value::Null, "a seat that is taken has no link to give away");
    assert!(left["tokens"][0].is_string());
    act(&host, json!({ "do": "step", "text": "c2-d3" }));
    let seen = server.get(&format!("{path}{}", seat(1))).1;
    assert_eq!((&seen["can_undo"], act(&seat(1), undo.clone()).0), (&json!(false), 409));
    assert_eq!(act(&seat(1), json!({ "do": "go", "step": 0 })).0, 409);
    assert_eq!(act(&host, json!({ "do": "go", "step": 0 })).0, 409);
    assert_eq!(act(&host, undo).0, 200);
    assert_eq!((act(&seat(1), redo.clone()).0, act(&host, redo).0), (409, 200));
}

/// A person who takes the engine's seat does not see its cards.
#[test]
fn nobody_looks_into_the_engines_hand() {
    let server = Server::start("hand");
    let (path, host) = server.table(&json!({ "game": "buteur", "seats": [0, 3], "seed": 4 }));
    let act = |action: Value| server.post(&format!("{path}{host}"), &action).0;
    assert_eq!(act(json!({ "do": "seat", "player": 1, "sitter": 0 })), 409);
    assert_eq!(act(json!({ "do": "seat", "player": 1, "sitter": 5 })), 200);
    assert_eq!(server.get(&format!("{path}{host}&player=1")).0, 403);
    // A person's seat may be given to the engine, but not taken back.
    assert_eq!(act(json!({ "do": "seat", "player": 0, "sitter": 5 })), 200);
    assert_eq!(act(json!({ "do": "seat", "player": 0, "sitter": 0 })), 409);
}

/// Two people share a screen. A person who looks as one player gets no advice that uses the other
/// player's cards.
#[test]
fn advice_is_for_whom_one_looks_as() {
    let server = Server::start("advice");
    let (path, query) = server.table(&json!({ "game": "buteur", "seats": [0, 0], "seed": 2 }));
    let table = server.settled(&path, &query);
    let acting = table["turn"]["player"].as_u64().expect("a player");
    let asked = |player: &str| server.get(&format!("{path}/hint{query}{player}"));
    let (status, opinion) = asked(&format!("&player={acting}"));
    assert_eq!(status, 200, "{opinion}");
    for player in [format!("&player={}", 1 - acting), String::new()] {
        let (status, refused) = asked(&player);
        assert_eq!((status, &refused["error"]["code"]), (409, &json!("not_now")), "{refused}");
    }
    let analysed = |player: u64| {
        let mut socket = Socket::open(&server, &format!("{path}/socket{query}&player={player}"));
        let told = socket.hear().expect("the table");
        assert!(told.contains("\"table\""), "{told}");
        assert!(socket.send(br#"{"analyse":1}"#));
        // Waits for the first opinion, then sends a message that is always answered.
        std::thread::sleep(Duration::from_millis(500));
        assert!(socket.send(b"{}"));
        socket.hear().expect("an answer")
    };
    assert!(analysed(acting).contains("opinion"));
    assert!(analysed(1 - acting).contains("error"));
}

/// The lines of an analysis fall in value in every message.
#[test]
fn lines_of_an_analysis_fall_in_value() {
    let server = Server::start("lines");
    for game in ["benedictine", "etoile"] {
        let seats = if game == "etoile" { json!([0, 0, 0]) } else { json!([0, 0]) };
        let (path, query) = server.table(&json!({ "game": game, "seats": seats }));
        let mut socket = Socket::open(&server, &format!("{path}/socket{query}"));
        assert!(socket.send(br#"{"analyse":5}"#));
        let (mut opinions, mut several) = (0, 0);
        while opinions < 4 {
            let text = socket.hear().expect("a message");
            let message: Value = serde_json::from_str(&text).expect("JSON");
            let Some(lines) = message["opinion"]["lines"].as_array() else { continue };
            let shares: Vec<_> = lines.iter().map(|line| line["share"].as_f64()).collect();
            assert!(shares.is_sorted_by(|one, two| one >= two), "{game}: {message}");
            (opinions, several) = (opinions + 1, several + usize::from(lines.len() == 5));
        }
        assert!(several > 0, "{game}");
        assert!(socket.send(br#"{"analyse":0}"#));
    }
}

/// One analysis more than an address may have is refused with a message.
#[test]
fn analyses_are_counted() {
    let server = Server::start("analyses");
    let (path, query) = server.table(&json!({ "game": "benedictine", "seats": [0, 0] }));
    let mut sockets: Vec<_> =
        (0..5).map(|_| Socket::open(&server, &format!("{path}/socket{query}"))).collect();
    let mut answers = sockets.iter_mut().map(|socket| {
        socket.hear().expect("the table");
        assert!(socket.send(br#"{"analyse":1}"#));
        socket.hear().expect("an answer")
    });
    assert!(answers.by_ref().take(4).all(|answer| answer.contains("opinion")));
    let refused = answers.next().expect("a fifth");
    assert!(refused.contains("too_many"), "{refused}");
}

#[test]
fn foreign_requests_are_refused() {
    let server = Server::start("foreign");
    for headers in ["Host: evil.example\r\n", "Origin: http://evil.example\r\n", "Origin: null\r\n"]
    {
        let (status, _, body) = server.send("GET", "/api/games", headers, "");
        assert_eq!(status, 403, "{headers}");
        assert!(body.contains("foreign"), "{body}");
    }
    let own = format!("Origin: http://{}\r\n", server.address);
    assert_eq!(server.send("GET", "/api/games", &own, "").0, 200);
    let (status, head, page) = server.send("GET", "/", "", "");
    assert_eq!(status, 200);
    assert!(
        head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
        "{head}"
    );
    assert!(!page.contains("http://") && !page.contains("https://"), "{page}");
    for path in [
        "/assets/../Cargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets/none.js",
        "/none",
        "/api/none",
    ] {
        assert_eq!(server.send("GET", path, "", "").0, 404, "{path}");
    }
}
