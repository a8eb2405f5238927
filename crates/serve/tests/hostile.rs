//! Hostile clients, and sockets that could reveal hidden cards.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};

use crate::common::{Server, Socket};

/// Nonsense is refused as a client error. The server goes on, and the game does not change.
#[test]
fn nonsense_is_refused() {
    let server = Server::start("nonsense");
    let (path, query) = server.table(&json!({ "game": "benedictine", "seats": [0, 0] }));
    let socket = format!("{path}/socket{query}");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..4 {
        for _ in 0..250 {
            let pick = |rng: &mut ChaCha8Rng, from: &[&str]| {
                from[rng.random_range(0..from.len())].to_owned()
            };
            let method = pick(&mut rng, &["GET", "POST", "DELETE", "PUT", "PATCH", "HEAD"]);
            let paths = [
                "/",
                "/api/tables",
                &path,
                "/api/texts/de",
                "/assets/%00",
                "/api/tables/x/hint",
                "/api/tables/x/socket",
                "//",
                "/%ff",
            ];
            let query =
                pick(&mut rng, &["", "?token=1", "?token=%00&player=300", "?player=-1", &query]);
            let bodies = [
                "{",
                "[]",
                "null",
                "{\"do\":\"step\"}",
                "{\"game\":5}",
                "{\"game\":\"\\u0000\"}",
                "{\"do\":\"go\",\"step\":1e9}",
            ];
            let path = pick(&mut rng, &paths);
            if method == "DELETE" && query.len() > 30 {
                continue;
            }
            let (status, _, _) =
                server.send(&method, &format!("{path}{query}"), "", &pick(&mut rng, &bodies));
            assert!(status < 500, "{status} for {method} {path}{query}");
        }
        for _ in 0..5 {
            let mut socket = Socket::open(&server, &socket);
            for _ in 0..400 {
                let length = rng.random_range(0..100);
                let noise: Vec<u8> = (0..length).map(|_| rng.random_range(b' '..=b'~')).collect();
                if !socket.send(&noise) {
                    break;
                }
            }
            // The server closes a socket that sends too many messages.
            while socket.hear().is_some() {}
        }
    }
    assert_eq!(server.get(&format!("{path}{query}")).1["cursor"], 0);
}

/// Neither a socket nor an analysis reveals a card that only another player sees.
#[test]
fn sockets_tell_no_cards() {
    let server = Server::start("sockets");
    let (path, query) = server.table(&json!({ "game": "buteur", "seats": [0, 1], "seed": 9 }));
    server.settled(&path, &query);
    let mut socket = Socket::open(&server, &format!("{path}/socket{query}"));
    let mut opinions = 0;
    for _ in 0..12 {
        let table = server.settled(&path, &query);
        if table["turn"]["kind"] == "over" {
            break;
        }
        assert!(socket.send(br#"{"analyse":2}"#));
        // Messages, until the page receives an opinion or a change.
        while let Some(text) = socket.hear() {
            let message: Value = serde_json::from_str(&text).expect("JSON");
            let Some(seen) = message.get("table") else {
                opinions += u32::from(message.get("opinion").is_some());
                break;
            };
            let hands =
                seen["position"].as_str().and_then(|text| text.split(' ').nth(8)).expect("hands");
            let other = hands.split('/').nth(1).expect("two hands");
            assert!(other.starts_with('?') || other == "-", "{text}");
            let steps = seen["steps"].as_array().expect("steps");
            let foreign = steps
                .iter()
                .filter(|step| step["player"] == 1)
                .filter_map(|step| step["text"].as_str());
            assert!(
                foreign.filter(|text| text.starts_with("draw:")).all(|text| text == "draw:?"),
                "{text}"
            );
        }
        assert!(socket.send(br#"{"analyse":0}"#));
        let action = match table["moves"].as_array().and_then(|moves| moves.first()) {
            Some(mv) => json!({ "do": "step", "text": mv }),
            None => json!({ "do": "roll" }),
        };
        assert_eq!(server.post(&format!("{path}{query}"), &action).0, 200);
    }
    assert!(opinions > 2, "{opinions}");
}
