//! The limits for clients, and refusals in JSON.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use serve::ClientLimits;

use crate::common::{Client, Server};

/// The status and error code of a refusal. Asserts a JSON body, its content type, and the
/// security headers.
fn code((status, head, body): (u16, String, String)) -> (u16, String) {
    assert!(head.contains("content-type: application/json"), "{head}\n{body}");
    assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
    let answer: Value = serde_json::from_str(&body).expect("JSON");
    assert!(answer["error"]["message"].as_str().is_some_and(|text| !text.is_empty()), "{body}");
    (status, answer["error"]["code"].as_str().expect("a code").to_owned())
}

/// Wrong paths, methods, upgrades and bodies get the same kind of refusal as everything else.
#[test]
fn all_refusals_are_typed() {
    let server = Server::start("typed");
    let (path, query) = server.table(&json!({ "game": "benedictine", "seats": [0, 0] }));
    let table = format!("{path}{query}");
    let send = |method: &str, path: &str, headers: &str, body: &str| {
        let (status, code) = code(server.send(method, path, headers, body));
        (status, code)
    };
    let is = |found: (u16, String), status: u16, code: &str| {
        assert_eq!((found.0, found.1.as_str()), (status, code));
    };
    is(send("GET", "/none", "", ""), 404, "not_found");
    is(send("GET", "/assets/none.js", "", ""), 404, "not_found");
    is(send("GET", "/api/texts/%ff", "", ""), 400, "unreadable");
    is(send("GET", &format!("/api/tables/%ff{query}"), "", ""), 400, "unreadable");
    is(send("PUT", &table, "", "{}"), 405, "wrong_method");
    is(send("POST", "/", "", "{}"), 405, "wrong_method");
    is(send("GET", &format!("{path}/socket{query}"), "", ""), 400, "unreadable");
    let upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 7\r\nSec-WebSocket-Key: x\r\n";
    let socket = format!("{path}/socket{query}");
    is(send("GET", &socket, upgrade, ""), 400, "unreadable");
    is(send("POST", &table, "", "]["), 400, "unreadable");
    is(send("POST", &table, "", &" ".repeat(100_000)), 413, "too_large");
    is(
        send("POST", &format!("{path}/analysis{query}"), "", &" ".repeat(100_000)),
        413,
        "too_large",
    );
    // A body whose length is not given in advance.
    let chunk = format!("{:x}\r\n{}\r\n", 40_000, " ".repeat(40_000));
    let chunked = format!(
        "POST {table} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\n\r\n{chunk}{chunk}0\r\n\r\n",
        server.address
    );
    is(code(server.raw(&chunked)), 413, "too_large");
    assert_eq!(server.get(&table).1["cursor"], 0);
}

/// A client that sends far more requests than a player must wait; later it is served again.
#[test]
fn requests_have_a_rate() {
    let limits = ClientLimits { requests: 4, ..ClientLimits::default() };
    let server = Server::start_within("rate", None, limits);
    let mut client = Client::new(&server);
    let mut heard = [0, 0];
    let begun = Instant::now();
    for _ in 0..200 {
        let (status, answer) = client.post("/api/tables", &json!({ "game": "chess" }));
        heard[usize::from(status == 429)] += 1;
        let code = if status == 429 { "too_many" } else { "input" };
        assert_eq!(answer["error"]["code"], code, "{status}");
    }
    // The requests of two seconds at once, and the requests that the time since then allows.
    let most = 9 + (4.0 * begun.elapsed().as_secs_f64()) as usize;
    assert!((8..=most).contains(&heard[0]), "{heard:?} of at most {most}");
    // One of them may arrive just when a request is allowed again.
    let mut heads = (0..200).map(|_| server.send("GET", "/api/games", "", ""));
    let (_, head, _) = heads.find(|&(status, ..)| status == 429).expect("a refusal");
    assert!(head.contains("retry-after: 1"), "{head}");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(server.send("GET", "/api/games", "", "").0, 200);
}

/// A client that sends its request too slowly is cut off.
#[test]
fn requests_have_a_time() {
    let limits = ClientLimits { time: Duration::from_millis(300), ..ClientLimits::default() };
    let server = Server::start_within("slow", None, limits);
    let mut stream = TcpStream::connect(server.address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    let begun = Instant::now();
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{{",
        server.address
    );
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    assert!(head.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(body.contains("\"code\":\"too_slow\""), "{body}");
    assert!(begun.elapsed() >= Duration::from_millis(300));
    assert_eq!(server.get("/api/games").0, 200);
}

/// Connections without a complete request head are closed: at once if another client needs the
/// place, else after the time of a request.
#[test]
fn connections_are_not_kept_for_nothing() {
    let time = Duration::from_secs(2);
    let limits = ClientLimits { time, connections: 8, ..ClientLimits::default() };
    let server = Server::start_within("idle", None, limits);
    let begun = Instant::now();
    let idle: Vec<_> = (0..8)
        .map(|number| {
            let mut stream = TcpStream::connect(server.address).expect("it listens");
            stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
            let head = if number % 2 == 0 { "" } else { "GET / HTTP/1.1\r\nHost: a" };
            stream.write_all(head.as_bytes()).expect("it reads");
            stream
        })
        .collect();
    // All connections are taken.
    assert_eq!(server.get("/api/games").0, 200);
    let first = begun.elapsed();
    for mut stream in idle {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("its end");
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    }
    assert!(begun.elapsed() >= time && first < begun.elapsed(), "{first:?}");
}
