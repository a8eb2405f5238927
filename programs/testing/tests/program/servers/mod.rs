//! The program `engine serve` at work: kills during acts, damaged files, a full disk, many tables.

mod acts;
mod damage;
mod many;
#[cfg(target_os = "linux")]
mod room;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};
use testing::ENGINE;

/// A server that is killed at the latest when this value is dropped.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
}

/// A table with the token of its host.
#[derive(Clone)]
pub(crate) struct Table {
    id: String,
    pub(crate) path: String,
    /// The last answer of the server about it.
    seen: Json,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Self {
        let folder = folder.to_str().expect("UTF-8");
        let mut command = ENGINE.command(&["serve", "--port", "0", "--data", folder]);
        let mut child = command.spawn().expect("it starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("listening on http://").expect("its address");
        let address = address.to_owned();
        Self { child, address }
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: &Json) -> (u16, Json) {
        ask(&self.address, method, path, body).expect("an answer")
    }

    /// A new table for two people.
    pub(crate) fn table(&self, game: &str, seed: u64) -> Table {
        let wanted = json!({ "game": game, "seats": [0, 0], "seed": seed });
        let (status, made) = self.ask("POST", "/api/tables", &wanted);
        assert_eq!(status, 201, "{made}");
        let text = |key: &str| made[key].as_str().expect("a text").to_owned();
        let path = format!("/api/tables/{}?token={}", text("id"), text("token"));
        let seen = self.ask("GET", &path, &Json::Null).1;
        Table { id: text("id"), path, seen }
    }

    /// The table as it is now.
    fn look(&self, table: &Table) -> (u16, Json) {
        self.ask("GET", &table.path, &Json::Null)
    }

    /// Plays random acts at a table.
    fn play(&self, table: &mut Table, acts: u32, rng: &mut ChaCha8Rng) {
        for _ in 0..acts {
            let action = act(&table.seen, rng);
            let (status, seen) = self.ask("POST", &table.path, &action);
            assert_eq!(status, 200, "{action}: {seen}");
            table.seen = seen;
        }
    }

    /// Kills the server, and returns what it wrote to standard error.
    fn kill(mut self) -> String {
        self.child.kill().expect("it runs");
        let mut errors = String::new();
        let mut pipe = self.child.stderr.take().expect("a pipe");
        pipe.read_to_string(&mut errors).expect("text");
        errors
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status and the body of an answer; `None` if the server has ended. A client that asks too
/// often waits.
pub(crate) fn ask(address: &str, method: &str, path: &str, body: &Json) -> Option<(u16, Json)> {
    loop {
        let answer = ask_once(address, method, path, body)?;
        if answer.0 != 429 {
            return Some(answer);
        }
        sleep(Duration::from_millis(20));
    }
}

fn ask_once(address: &str, method: &str, path: &str, body: &Json) -> Option<(u16, Json)> {
    let mut stream = TcpStream::connect(address).ok()?;
    let body = body.to_string();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, serde_json::from_str(body).ok()?))
}

/// A random act that the table allows, for the version that was seen.
fn act(seen: &Json, rng: &mut ChaCha8Rng) -> Json {
    let (version, cursor) = (&seen["version"], seen["cursor"].as_u64().expect("a number"));
    let turn = seen["turn"]["kind"].as_str().expect("a turn");
    let chosen = rng.random_range(0..12);
    if chosen == 0 || turn == "over" && cursor == 0 {
        let name = rng.random_range(0..1000).to_string();
        return json!({ "do": "name", "player": 0, "name": name, "version": version });
    }
    if (turn == "over" || chosen == 1) && seen["can_undo"] == json!(true) {
        return json!({ "do": "undo", "version": version });
    }
    match turn {
        "player" => {
            let moves = seen["moves"].as_array().expect("moves");
            let text = &moves[rng.random_range(0..moves.len())];
            json!({ "do": "step", "text": text, "version": version })
        }
        "chance" => json!({ "do": "roll", "version": version }),
        _ => json!({ "do": "name", "player": 1, "name": "over", "version": version }),
    }
}

/// Copies the tables of a folder to a new one.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to.join("tables")).expect("a folder");
    for entry in std::fs::read_dir(from.join("tables")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        std::fs::copy(&path, to.join("tables").join(name)).expect("a copy");
    }
}

/// A number in the environment, or another one.
pub(crate) fn number(name: &str, other: u32) -> u32 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(other)
}
