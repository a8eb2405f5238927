//! The service behaves as `openapi.json` describes it.

use serde_json::{Value, json};

use crate::common::schema::Description;
use crate::common::{Server, Socket};

/// A server and its description.
struct Described {
    server: Server,
    description: Description,
}

impl Described {
    fn start(name: &str) -> Self {
        let server = Server::start(name);
        let (_, description) = server.get("/assets/openapi.json");
        Self { server, description: Description(description) }
    }

    /// Sends a request, and checks that the answer is as described.
    fn ask(&self, method: &str, path: &str, filled: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, head, text) = self.server.send(&method.to_uppercase(), filled, "", &body);
        let answer = serde_json::from_str(&text).unwrap_or(Value::String(text));
        if let Some(schema) = self.description.answer(path, method, status) {
            let faults = self.description.faults(schema, &answer);
            assert!(faults.is_empty(), "{method} {filled}: {status} {faults:#?}\n{answer}");
            let of_json = status >= 400 || !path.ends_with("/record");
            assert_eq!(head.contains("content-type: application/json\r\n"), of_json, "{head}");
        } else {
            assert_eq!(answer, json!(""), "{method} {filled}: {status}");
        }
        (status, answer)
    }

    /// Waits until one of two requesters may act, or the game is over.
    fn wait(&self, path: &str, queries: [&str; 2]) {
        for _ in 0..1000 {
            let tables = queries.map(|query| self.server.get(&format!("{path}{query}")).1);
            if tables.iter().any(|table| table["may_act"] == json!(true))
                || tables[0]["turn"]["kind"] == "over"
            {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("nobody may act");
    }

    /// Sends all requests about a table, as the holder of a token.
    fn ask_all(&self, path: &str, query: &str) -> Value {
        let at = |rest: &str| format!("{path}{rest}{query}");
        for rest in ["/hint", "/course", "/threats", "/record"] {
            self.ask("get", &format!("/api/tables/{{id}}{rest}"), &at(rest), &Value::Null);
        }
        for (rest, more) in [("/why", "&stop=e9&from=c2"), ("/weigh", "&move=none")] {
            let filled = format!("{}{more}", at(rest));
            self.ask("get", &format!("/api/tables/{{id}}{rest}"), &filled, &Value::Null);
        }
        self.ask("get", "/api/tables/{id}", &at(""), &Value::Null).1
    }
}

/// Tables of all kinds, with requests of the host, of players and of strangers, from the start to
/// the end of the game.
#[test]
fn the_answers_are_as_described() {
    let told = Described::start("answers");
    for path in ["/api/games", "/api/address"] {
        assert_eq!(told.ask("get", path, path, &Value::Null).0, 200);
    }
    for (language, status) in [("en", 200), ("fr", 200), ("de", 422)] {
        let path = format!("/api/texts/{language}");
        assert_eq!(told.ask("get", "/api/texts/{language}", &path, &Value::Null).0, status);
    }
    for (game, seats) in [
        ("benedictine:plies=2", [0, 1, 1]),
        ("maitres 4m4/9/9/9/4L4/9/9/9/4M4 b -", [0, 0, 0]),
        ("ruches:setup=ordered", [0, 0, 0]),
        ("etoile", [0, 0, 1]),
        ("buteur:players=3", [0, 0, 1]),
    ] {
        let wanted = json!({ "game": game, "seats": seats, "seed": 4, "names": ["Ann"] });
        let (status, made) = told.ask("post", "/api/tables", "/api/tables", &wanted);
        assert_eq!(status, 201, "{made}");
        let (id, token) = (made["id"].as_str().expect("id"), made["token"].as_str().expect("one"));
        let (path, host) = (format!("/api/tables/{id}"), format!("?token={token}"));
        let table = told.server.get(&format!("{path}{host}")).1;
        let seat = format!("?token={}&lang=fr", table["tokens"][0].as_str().expect("a token"));
        for round in 0..2 {
            told.wait(&path, [&seat, &host]);
            let before = told.ask_all(&path, &seat);
            if round == 0 {
                told.ask_all(&path, &host);
                told.ask_all(&path, "?token=0");
            }
            let action = match before["moves"].as_array().and_then(|moves| moves.first()) {
                Some(mv) => json!({ "do": "step", "text": mv }),
                None => json!({ "do": "roll" }),
            };
            for query in [&seat, &host] {
                told.ask("post", "/api/tables/{id}", &format!("{path}{query}"), &action);
            }
        }
        let late = json!({ "do": "undo", "version": 1000 });
        let (status, _) = told.ask("post", "/api/tables/{id}", &format!("{path}{host}"), &late);
        assert_eq!(status, 409, "the answer has the table");
        let analysis = format!("{path}/analysis{host}");
        let (status, made) = told.ask("post", "/api/tables/{id}/analysis", &analysis, &json!({}));
        assert_eq!(status, if game.starts_with("buteur") { 409 } else { 201 }, "{made}");
        if status == 201 {
            let text = |key: &str| made[key].as_str().expect("a text");
            let path = format!("/api/tables/{}", text("id"));
            told.ask_all(&path, &format!("?token={}", text("token")));
        }
        for (query, status) in [(&seat, 403), (&host, 204)] {
            let path = format!("{path}{query}");
            assert_eq!(told.ask("delete", "/api/tables/{id}", &path, &Value::Null).0, status);
        }
    }
}

/// The messages of a socket are as described: tables, opinions, and errors.
#[test]
fn messages_are_as_described() {
    let told = Described::start("messages");
    let (path, query) = told.server.table(&json!({ "game": "benedictine", "seats": [0, 0] }));
    let mut socket = Socket::open(&told.server, &format!("{path}/socket{query}"));
    let mut kinds = std::collections::BTreeSet::new();
    let wish = told.description.example(told.description.named("Wish"));
    assert_eq!(wish, json!({ "analyse": 0 }));
    for wish in [br#"{"analyse":2}"#.as_slice(), b"nonsense"] {
        assert!(socket.send(wish));
    }
    while kinds.len() < 3 {
        let message: Value = serde_json::from_str(&socket.hear().expect("more")).expect("JSON");
        let faults = told.description.faults(told.description.named("Message"), &message);
        assert!(faults.is_empty(), "{faults:#?}\n{message}");
        let kind = ["table", "opinion", "error"].into_iter().find(|key| message.get(key).is_some());
        kinds.insert(kind.expect("a kind"));
    }
}

/// Each action is accepted with its required keys. It is refused if one of them is missing, or with
/// an unknown key.
#[test]
fn the_actions_are_as_described() {
    let told = Described::start("actions");
    let (path, query) = told.server.table(&json!({ "game": "benedictine", "seats": [0, 0] }));
    let status = |action: &Value| told.server.post(&format!("{path}{query}"), action).0;
    let actions = told.description.named("Action")["oneOf"].as_array().expect("actions");
    for schema in actions {
        let action = told.description.example(schema);
        let found = status(&action);
        assert!(found != 400, "{action}: {found}");
        let keys: Vec<_> = action.as_object().expect("an object").keys().cloned().collect();
        for key in keys {
            let mut less = action.clone();
            less.as_object_mut().expect("an object").remove(&key);
            assert_eq!(status(&less), 400, "{less}");
        }
        let mut more = action.clone();
        more["more"] = json!(1);
        assert_eq!(status(&more), 400, "{more}");
    }
    // The server lists the actions that it knows; each is described.
    let (_, refused) = told.server.post(&format!("{path}{query}"), &json!({ "do": "fly" }));
    let known = refused["error"]["message"].as_str().expect("a message");
    let known = known.split_once("expected one of ").expect("a list").1.split('`').skip(1);
    let known: Vec<_> = known.step_by(2).collect();
    let named = |schema: &Value| schema["properties"]["do"]["const"].as_str().map(str::to_owned);
    let mut described: Vec<_> = actions.iter().filter_map(named).collect();
    described.sort();
    let mut known: Vec<_> = known.into_iter().map(str::to_owned).collect();
    known.sort();
    assert_eq!(known, described);
}

/// Every described path exists, and refuses other methods.
#[test]
fn the_paths_are_there() {
    let told = Described::start("paths");
    for (path, methods) in told.description.0["paths"].as_object().expect("paths") {
        for method in methods.as_object().expect("methods").keys() {
            // Each request has a new table, because some requests end a table.
            let wanted = json!({ "game": "maitres", "seats": [0, 0] });
            let (table, query) = told.server.table(&wanted);
            let id = table.rsplit('/').next().expect("an id");
            let filled = path.replace("{id}", id).replace("{language}", "en");
            let filled = format!("{filled}{query}");
            let (status, _) = told.ask(method, path, &filled, &json!({}));
            assert_ne!(status, 404, "{method} {filled}");
            let (status, head, body) = told.server.send("PATCH", &filled, "", "{}");
            assert_eq!(status, 405, "{filled}");
            assert!(head.contains("allow: ") && body.contains("\"wrong_method\""), "{head} {body}");
        }
    }
}

/// The checker finds faults.
#[test]
fn the_checker_finds_faults() {
    let told = Described::start("checker");
    let (path, query) = told.server.table(&json!({ "game": "buteur", "seats": [0, 0] }));
    let good = told.server.get(&format!("{path}{query}")).1;
    let schema = told.description.named("Table");
    assert_eq!(told.description.faults(schema, &good), Vec::<String>::new());
    for (key, wrong) in [
        ("version", json!(-1)),
        ("version", json!("1")),
        ("names", json!([1])),
        ("sitters", json!([11, 0])),
        ("turn", json!({ "kind": "nobody" })),
        ("turn", json!({ "kind": "player" })),
        ("tokens", json!([5])),
        ("result", json!([1.5, 0])),
        ("offer", json!([-1])),
        ("steps", json!([{ "text": "x", "player": 0 }])),
        ("secret", json!(1)),
    ] {
        let mut bad = good.clone();
        bad[key] = wrong.clone();
        assert_eq!(told.description.faults(schema, &bad).len(), 1, "{key}: {wrong}");
    }
    let mut less = good;
    less.as_object_mut().expect("an object").remove("hides");
    assert_eq!(told.description.faults(schema, &less), [": no hides"]);
}
