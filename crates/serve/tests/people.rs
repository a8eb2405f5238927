//! Several people at a table: seats, proposals, clocks, people who look on, and the next game.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use serve::ClientLimits;

use crate::common::{Server, Socket};

/// A table of two people: its path, the host's query, and those of the people who took the seats.
fn two_people(server: &Server, wanted: &Value) -> (String, String, [String; 2]) {
    let (path, host) = server.table(wanted);
    let made = server.settled(&path, &host);
    let people = [0, 1].map(|player| {
        let link = made["tokens"][player].as_str().expect("a token");
        server.take(&path, &format!("?token={link}"))
    });
    (path, host, people)
}

/// The host knows neither the token nor the cards nor the dice of a person who has taken a seat.
/// The seat can be given back and taken again.
#[test]
fn a_seat_belongs_to_one_person() {
    let server = Server::start("one-person");
    let wanted = json!({ "game": "buteur", "seats": [0, 0], "seed": 3 });
    let mut hands = Vec::new();
    for _ in 0..2 {
        let (path, host) = server.table(&wanted);
        let made = server.settled(&path, &host);
        let link = format!("?token={}", made["tokens"][1].as_str().expect("a token"));
        let before = server.get(&format!("{path}{host}&player=1")).1["position"].clone();
        let guest = server.take(&path, &link);
        assert_ne!(guest, link, "the host knows the link");
        server.settled(&path, &host);
        let after = server.get(&format!("{path}{guest}")).1["position"].clone();
        assert_ne!(before, after, "the cards are dealt anew");
        hands.push(after);
        for query in [format!("{host}&player=1"), format!("{link}&player=1")] {
            assert_eq!(server.get(&format!("{path}{query}")).0, 403);
        }
        assert_eq!(server.post(&format!("{path}/seat{link}"), &json!({})).0, 409, "it is taken");
        let (status, _, left) = server.send("DELETE", &format!("{path}/seat{guest}"), "", "");
        assert_eq!((status, left), (200, json!({ "token": &link["?token=".len()..] }).to_string()));
        assert_eq!(server.get(&format!("{path}{guest}")).0, 403, "the old token is void");
        assert_eq!(server.get(&format!("{path}{host}")).1["own"], json!([0, 1]));
        server.take(&path, &link);
    }
    assert_ne!(hands[0], hands[1], "the host's seed does not count");
}

/// Those who look on see the game and no hidden card, and do nothing.
#[test]
fn people_look_on() {
    let server = Server::start("look-on");
    let (path, host) = server.table(&json!({ "game": "buteur", "seats": [0, 0], "seed": 3 }));
    let made = server.settled(&path, &host);
    let watch = format!("?token={}", made["watch"].as_str().expect("a token"));
    let (status, seen) = server.get(&format!("{path}{watch}"));
    assert_eq!((status, &seen["own"], &seen["watch"]), (200, &json!([]), &Value::Null));
    assert_eq!((&seen["tokens"], &seen["may_act"]), (&Value::Null, &json!(false)));
    let hands = seen["position"].as_str().and_then(|text| text.split(' ').nth(8)).expect("hands");
    assert!(hands.split('/').all(|hand| hand.starts_with('?')), "{hands}");
    assert_eq!(server.get(&format!("{path}{watch}&player=0")).0, 403);
    for action in ["undo", "roll", "open", "decline", "draw", "back", "resign"] {
        assert_eq!(server.post(&format!("{path}{watch}"), &json!({ "do": action })).0, 403);
    }
    for part in ["seat", "again"] {
        assert_eq!(server.post(&format!("{path}/{part}{watch}"), &json!({})).0, 403);
    }
    assert_eq!(server.send("DELETE", &format!("{path}{watch}"), "", "").0, 403);
}

/// Every page hears who is connected.
#[test]
fn pages_hear_who_is_there() {
    let server = Server::start("presence");
    let wanted = json!({ "game": "benedictine", "seats": [0, 0] });
    let (path, host, [green, amber]) = two_people(&server, &wanted);
    let open = |query: &str| Socket::open(&server, &format!("{path}/socket{query}"));
    let present = |socket: &mut Socket| {
        let text = socket.hear().expect("a message");
        serde_json::from_str::<Value>(&text).expect("JSON")["present"].clone()
    };
    let mut page = open(&host);
    let shown = |players: [bool; 2], watchers: u64| json!({ "host": true, "players": players, "watchers": watchers });
    assert_eq!(present(&mut page), shown([false, false], 0));
    let first = open(&green);
    assert_eq!(present(&mut page), shown([true, false], 0));
    let second = open(&amber);
    assert_eq!(present(&mut page), shown([true, true], 0));
    drop(first);
    assert_eq!(present(&mut page), shown([false, true], 0));
    let watch = server.get(&format!("{path}{host}")).1["watch"].as_str().expect("one").to_owned();
    let _third = open(&format!("?token={watch}"));
    assert_eq!(present(&mut page), shown([false, true], 1));
    drop(second);
}

/// A draw and a move taken back need the others. A resignation does not. All of it outlives a kill.
#[test]
fn games_end_by_agreement() {
    let server = Server::start("agreement");
    let wanted = json!({ "game": "benedictine", "seats": [0, 0] });
    let (path, host, [green, amber]) = two_people(&server, &wanted);
    let act = |query: &str, action: &Value| server.post(&format!("{path}{query}"), action);
    let (draw, back) = (json!({ "do": "draw" }), json!({ "do": "back" }));
    assert_eq!(act(&green, &json!({ "do": "step", "text": "c2-d3@f2" })).0, 200);
    assert_eq!(act(&amber, &json!({ "do": "step", "text": "c6-d5" })).0, 200);
    let asked = act(&green, &back).1;
    assert_eq!(asked["ask"], json!({ "what": "back", "by": 0, "agreed": [true, false] }));
    assert_eq!(act(&host, &back).0, 403, "the host does not play");
    let done = act(&amber, &back).1;
    assert_eq!(
        (&done["cursor"], &done["ask"], &done["turn"]["player"]),
        (&json!(0), &Value::Null, &json!(0))
    );
    act(&green, &draw);
    assert_eq!(act(&amber, &json!({ "do": "decline" })).1["ask"], Value::Null);
    act(&green, &draw);
    assert_eq!(act(&green, &json!({ "do": "step", "text": "c2-d3" })).1["ask"], Value::Null);
    act(&amber, &draw);
    let drawn = act(&green, &draw).1;
    assert_eq!((&drawn["turn"]["kind"], &drawn["result"]), (&json!("over"), &json!([0.5, 0.5])));
    assert_eq!(act(&amber, &json!({ "do": "step", "text": "c6-d5" })).0, 409);
    let again = server.after_kill("agreement-again", |_| {});
    let after = again.get(&format!("{path}{green}")).1;
    assert_eq!((&after["result"], &after["ended"]["why"]), (&drawn["result"], &json!("agreed")));

    let (path, _, [green, amber]) = two_people(&server, &wanted);
    let resigned = server.post(&format!("{path}{amber}"), &json!({ "do": "resign" })).1;
    assert_eq!(resigned["result"], json!([1.0, 0.0]));
    let seen = server.get(&format!("{path}{green}")).1;
    assert_eq!(seen["ended"], json!({ "why": "resigned", "player": 1, "winner": 0 }));
}

/// In a game of three the engine plays on for a person who resigns.
#[test]
fn the_engine_plays_on_among_three() {
    let server = Server::start("three");
    let (path, host) = server.table(&json!({ "game": "etoile", "seats": [0, 0, 1] }));
    let resigned = server.post(&format!("{path}{host}"), &json!({ "do": "resign" })).1;
    assert_eq!((&resigned["sitters"], &resigned["ended"]), (&json!([5, 0, 1]), &Value::Null));
}

/// Everybody comes to the same next game, with other sides, and keeps the token.
#[test]
fn the_next_game_is_for_all() {
    let server = Server::start("next");
    let wanted = json!({ "game": "benedictine:plies=2", "seats": [0, 0], "names": ["Ann", "Bob"] });
    let (path, host, [green, amber]) = two_people(&server, &wanted);
    let again = |query: &str| server.post(&format!("{path}/again{query}"), &json!({}));
    assert_eq!(again(&green).0, 409, "it is not over");
    for (query, text) in [(&green, "c2-d3@f2"), (&amber, "c6-d5")] {
        let step = json!({ "do": "step", "text": text });
        assert_eq!(server.post(&format!("{path}{query}"), &step).0, 200);
    }
    let ids = [&amber, &green, &host].map(|query| again(query).1["id"].clone());
    assert!(ids[0].is_string() && ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(server.get(&format!("{path}{green}")).1["next"], ids[0]);
    let next = format!("/api/tables/{}", ids[0].as_str().expect("an id"));
    for (query, own) in [(&green, json!([1])), (&amber, json!([0])), (&host, json!([]))] {
        let table = server.get(&format!("{next}{query}")).1;
        assert_eq!((&table["own"], &table["names"]), (&own, &json!(["Bob", "Ann"])));
    }
}

/// A clock runs from the second turn on, gets its increment, and ends the game. A restart does not
/// count as time.
#[test]
fn clocks_are_kept() {
    let server = Server::start("clocks");
    let wanted = json!({ "game": "benedictine", "seats": [0, 0], "clock": [1, 2] });
    let (path, _, [green, amber]) = two_people(&server, &wanted);
    let step = |query: &str, text: &str| {
        let (status, table) =
            server.post(&format!("{path}{query}"), &json!({ "do": "step", "text": text }));
        assert_eq!(status, 200, "{table}");
        table["clock"].clone()
    };
    assert_eq!(step(&green, "c2-d3")["running"], Value::Null);
    assert_eq!(step(&amber, "c6-d5")["running"], json!(0));
    let clock = step(&green, "d3-c2");
    assert_eq!(clock["running"], json!(1));
    let left = clock["left"][0].as_u64().expect("a number");
    assert!((2_000..=3_000).contains(&left), "{clock}");
    let begun = Instant::now();
    let again = server.after_kill("clocks-again", |_| {});
    let running = again.get(&format!("{path}{green}")).1["clock"]["left"][1].clone();
    assert!(running.as_u64() > Some(0), "{running}");
    let mut socket = Socket::open(&server, &format!("{path}/socket{green}"));
    loop {
        let message: Value = serde_json::from_str(&socket.hear().expect("more")).expect("JSON");
        if message["table"]["turn"]["kind"] == "over" {
            assert_eq!(
                message["table"]["ended"],
                json!({ "why": "time", "player": 1, "winner": 0 })
            );
            break;
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(8));
    for wrong in [json!([0, 1]), json!([100_000, 1]), json!([60, 100_000])] {
        let wanted = json!({ "game": "ruches", "clock": wrong });
        assert_eq!(server.post("/api/tables", &wanted).0, 422);
    }
}

/// Where hints are forbidden nobody gets advice, until the game is over.
#[test]
fn hints_can_be_forbidden() {
    let server = Server::start("forbidden");
    let wanted = json!({ "game": "benedictine", "seats": [0, 0], "hints": false });
    let (path, host) = server.table(&wanted);
    let get = |part: &str| server.get(&format!("{path}/{part}{host}")).0;
    assert_eq!(["hint", "course", "threats"].map(get), [409; 3]);
    let analysis = || server.post(&format!("{path}/analysis{host}"), &json!({})).0;
    assert_eq!(analysis(), 409);
    let mut socket = Socket::open(&server, &format!("{path}/socket{host}"));
    socket.hear().expect("the table");
    assert!(socket.send(br#"{"analyse":1}"#));
    assert!(socket.hear().expect("an answer").contains("not_now"));
    server.post(&format!("{path}{host}"), &json!({ "do": "resign" }));
    assert_eq!((get("course"), get("threats"), analysis()), (200, 200, 201));
}

/// A deleted game comes back for its host, and for nobody else.
#[test]
fn deleted_games_come_back() {
    let server = Server::start("deleted");
    let (path, host) = server.table(&json!({ "game": "benedictine", "seats": [0, 0] }));
    let table = format!("{path}{host}");
    server.post(&table, &json!({ "do": "step", "text": "c2-d3" }));
    let before = server.get(&table).1;
    assert_eq!(server.send("DELETE", &table, "", "").0, 204);
    assert_eq!(server.get(&table).0, 404);
    let restore = |query: &str| server.send("POST", &format!("{path}/restore{query}"), "", "{}").0;
    assert_eq!((restore("?token=0"), restore(&host)), (403, 204));
    assert_eq!(server.get(&table).1, before);
    assert_eq!(restore(&host), 409, "it is there");
}

/// Names that the server was given are accepted. A person who uses another name gets a page that
/// says so.
#[test]
fn names_and_pages_of_the_server() {
    let server = Server::start("names");
    let get = |path: &str, headers: &str| server.send("GET", path, headers, "");
    assert_eq!(
        get("/api/games", "Host: games.example\r\nOrigin: https://games.example\r\n").0,
        200
    );
    let page = "Accept: text/html,*/*\r\n";
    let (status, head, body) = get("/", &format!("Host: my<i>pc.local:8017\r\n{page}"));
    assert!(status == 403 && head.contains("text/html"), "{head}");
    assert!(body.contains("--host myipc.local</code>") && !body.contains("<i>"), "{body}");
    let (status, head, _) = get("/nonsense", page);
    assert!(status == 404 && head.contains("text/html"), "{head}");
    assert!(get("/nonsense", "").1.contains("application/json"));
    let (status, head, body) =
        get("/api/qr?text=http%3A%2F%2F192.168.1.7%3A8017%2F%23%2Ft%2F1", "");
    assert!(status == 200 && head.contains("image/svg+xml") && body.contains("<svg"), "{head}");
    assert_eq!(get(&format!("/api/qr?text={}", "x".repeat(700)), "").0, 400);
}

/// Eighty clients that ask for a hint at once get the answer of one search, and somebody else plays
/// on meanwhile.
#[test]
fn hints_do_not_block_others() {
    let limits = ClientLimits { requests: 100_000, ..ClientLimits::default() };
    let server = Server::start_within("hints", None, limits);
    let (path, query) = server.table(&json!({ "game": "benedictine", "seats": [0, 0] }));
    let hint = format!("{path}/hint{query}");
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..80).map(|_| scope.spawn(|| server.get(&hint))).collect();
        let (path, query) = server.table(&json!({ "game": "benedictine", "seats": [0, 1] }));
        let begun = Instant::now();
        server.post(&format!("{path}{query}"), &json!({ "do": "step", "text": "c2-d3" }));
        let table = server.settled(&path, &query);
        assert_eq!(table["cursor"], 2, "{table}");
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        let answers = asked.into_iter().map(|asked| asked.join().expect("an answer"));
        let refused: Vec<_> = answers.filter(|(status, _)| *status != 200).collect();
        assert!(refused.is_empty(), "{refused:?}");
    });
}
