//! A server in the test's process, and a client with hand-written HTTP and WebSocket code.

pub(crate) mod schema;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use serve::{ClientLimits, Config, Notice, run};

/// A server that runs until the tests end.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) data: PathBuf,
    warnings: Mutex<mpsc::Receiver<String>>,
}

impl Server {
    pub(crate) fn start(name: &str) -> Self {
        Self::start_with(name, None)
    }

    /// Starts a server with the user's pack.
    pub(crate) fn start_with(name: &str, pack: Option<String>) -> Self {
        Self::start_within(name, pack, ClientLimits::default())
    }

    /// Starts a server with other limits for its clients.
    pub(crate) fn start_within(name: &str, pack: Option<String>, limits: ClientLimits) -> Self {
        let data = folder(name);
        Self::start_in(data, pack, limits)
    }

    /// Another server, on a copy of the tables as they are on disk now, as after a kill. `prepare`
    /// changes the copy before the start.
    pub(crate) fn after_kill(&self, name: &str, prepare: impl FnOnce(&Path)) -> Self {
        let data = folder(name);
        std::fs::create_dir_all(data.join("tables")).expect("a folder");
        for id in self.ids() {
            let path = |data: &Path| data.join(format!("tables/{id}.table"));
            std::fs::copy(path(&self.data), path(&data)).expect("a copy");
        }
        prepare(&data);
        Self::start_in(data, None, ClientLimits { requests: 1_000_000, ..ClientLimits::default() })
    }

    fn start_in(data: PathBuf, pack: Option<String>, limits: ClientLimits) -> Self {
        let bind = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let hosts = vec!["games.example".to_owned()];
        let config =
            Config { bind, port: 0, data: data.clone(), pack, hosts, endings: None, limits };
        let (tell, told) = mpsc::channel();
        let (warn, warnings) = mpsc::channel();
        std::thread::spawn(move || {
            run(&config, move |notice| match notice {
                Notice::Listening(address) => tell.send(address).expect("the test waits"),
                Notice::Warning(text) => drop(warn.send(text)),
            })
        });
        let address = told.recv_timeout(Duration::from_secs(10)).expect("it listens");
        Self { address, data, warnings: Mutex::new(warnings) }
    }

    /// The next warning.
    pub(crate) fn warning(&self) -> String {
        let warnings = self.warnings.lock().expect("one test waits");
        warnings.recv_timeout(Duration::from_secs(10)).expect("a warning")
    }

    /// The ids of the tables on disk.
    fn ids(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.data.join("tables")).expect("a folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let ids = names.filter_map(|name| Some(name.to_str()?.strip_suffix(".table")?.to_owned()));
        ids.collect()
    }

    /// Status, head and body of an answer.
    pub(crate) fn raw(&self, request: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        // A server that refuses a request may close before all of it was sent.
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) =
            answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer:?} to {request:?}"));
        let status =
            head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, head.to_lowercase(), body.to_owned())
    }

    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> (u16, String, String) {
        let (host, length) = (self.address, body.len());
        let host =
            if headers.contains("Host:") { String::new() } else { format!("Host: {host}\r\n") };
        self.raw(&format!(
            "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n{headers}\r\n{body}"
        ))
    }

    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.send("GET", path, "", "");
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, _, body) = self.send("POST", path, "", &body.to_string());
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    /// A new table: its path and the host's query.
    pub(crate) fn table(&self, wanted: &Value) -> (String, String) {
        let (status, made) = self.post("/api/tables", wanted);
        assert_eq!(status, 201, "{made}");
        let text = |key: &str| made[key].as_str().expect("a text").to_owned();
        (format!("/api/tables/{}", text("id")), format!("?token={}", text("token")))
    }

    /// Takes the seat whose link has this query: the query of the person who has taken it.
    pub(crate) fn take(&self, path: &str, link: &str) -> String {
        let (status, taken) = self.post(&format!("{path}/seat{link}"), &json!({}));
        assert_eq!(status, 200, "{taken}");
        format!("?token={}", taken["token"].as_str().expect("a token"))
    }

    /// The first of these queries that may act, with its table; `None` if the game is over.
    pub(crate) fn to_act<'a>(&self, queries: &[&'a str]) -> Option<(&'a str, Value)> {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            for &query in queries {
                let (status, table) = self.get(query);
                assert_eq!(status, 200, "{table}");
                if table["turn"]["kind"] == "over" {
                    return None;
                }
                if table["may_act"] == json!(true) {
                    return Some((query, table));
                }
            }
            assert!(Instant::now() < until, "nobody may act");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The table when a person is to act or the game is over.
    pub(crate) fn settled(&self, path: &str, query: &str) -> Value {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let (status, table) = self.get(&format!("{path}{query}"));
            assert_eq!(status, 200, "{table}");
            let turn = &table["turn"];
            let player = turn["player"].as_u64().map(|player| &table["sitters"][player as usize]);
            let person = turn["kind"] == "player" && player == Some(&json!(0));
            if person || table["may_act"] == json!(true) || turn["kind"] == "over" {
                return table;
            }
            assert!(Instant::now() < until, "the engine does not move: {table}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// A new folder of a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let data = std::env::temp_dir().join(format!("serve-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    data
}

/// A socket of a page.
pub(crate) struct Socket(TcpStream);

impl Socket {
    pub(crate) fn open(server: &Server, path: &str) -> Self {
        let mut stream = TcpStream::connect(server.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a timeout");
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            server.address
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("a head");
            head.push(byte[0]);
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Self(stream)
    }

    /// Sends a text of at most 125 bytes. Returns whether the server still accepts it.
    pub(crate) fn send(&mut self, text: &[u8]) -> bool {
        let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
        frame.extend_from_slice(text);
        self.0.write_all(&frame).is_ok()
    }

    /// The next text; `None` when the socket is closed.
    pub(crate) fn hear(&mut self) -> Option<String> {
        let mut head = [0; 2];
        self.0.read_exact(&mut head).ok()?;
        let length = match head[1] {
            126 => {
                let mut long = [0; 2];
                self.0.read_exact(&mut long).ok()?;
                usize::from(u16::from_be_bytes(long))
            }
            127 => {
                let mut long = [0; 8];
                self.0.read_exact(&mut long).ok()?;
                u64::from_be_bytes(long) as usize
            }
            short => usize::from(short),
        };
        let mut text = vec![0; length];
        self.0.read_exact(&mut text).ok()?;
        (head[0] == 0x81).then(|| String::from_utf8(text).expect("text"))
    }
}

/// A client that keeps its connection.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Client {
    pub(crate) fn new(server: &Server) -> Self {
        let stream = TcpStream::connect(server.address).expect("it listens");
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        Self { stream: BufReader::new(stream), host: server.address.to_string() }
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> (u16, Value) {
        let (host, body) = (&self.host, body.to_string());
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).expect("it reads");
        let (mut status, mut length, mut line) = (0, 0, String::new());
        while self.stream.read_line(&mut line).expect("a head") > 2 {
            let lower = line.to_lowercase();
            if let Some(text) = lower.strip_prefix("content-length:") {
                length = text.trim().parse().expect("a number");
            } else if let Some(text) = lower.strip_prefix("http/1.1 ") {
                status = text[..3].parse().expect("a status");
            }
            line.clear();
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).expect("a body");
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    /// A new table: its path with the host's query.
    pub(crate) fn table(&mut self, wanted: &Value) -> String {
        let (status, made) = self.post("/api/tables", wanted);
        assert_eq!(status, 201, "{made}");
        let text = |key: &str| made[key].as_str().expect("a text").to_owned();
        format!("/api/tables/{}?token={}", text("id"), text("token"))
    }
}

/// A random action that the table allows; `None` when the game is over.
pub(crate) fn action(table: &Value, rng: &mut ChaCha8Rng) -> Option<Value> {
    let moves = table["moves"].as_array().expect("moves");
    match table["turn"]["kind"].as_str() {
        Some("player") => {
            Some(json!({ "do": "step", "text": moves[rng.random_range(0..moves.len())] }))
        }
        Some("chance") if table["typed"] == json!(true) => {
            let events = table["events"].as_array().expect("events");
            let event = &events[rng.random_range(0..events.len())];
            Some(json!({ "do": "step", "text": event["text"] }))
        }
        Some("chance") => Some(json!({ "do": "roll" })),
        _ => None,
    }
}
