//! Kills servers during games: every move that was acknowledged is kept.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Child;
use std::thread::{scope, sleep};
use std::time::Duration;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{Count, strike};
use testing::{ENGINE, file};

/// The longest time between two kills.
const LONGEST: Duration = Duration::from_millis(150);

/// The longest time before a kill during a start.
const FIRST: Duration = Duration::from_millis(50);

/// Starts a server, and returns it with its address.
fn serve(folder: &Path) -> (Child, String) {
    let folder = folder.to_str().expect("UTF-8");
    let mut command = ENGINE.command(&["serve", "--port", "0", "--data", folder]);
    let mut child = command.spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("listening on http://").expect("its address").to_owned();
    (child, address)
}

/// Kills servers during their first start. The next server starts in the same folder.
pub(super) fn kill_first_starts(kills: u32, rng: &mut ChaCha8Rng) {
    for _ in 0..kills {
        let folder = file("kills-first");
        let path = folder.to_str().expect("UTF-8");
        let mut command = ENGINE.command(&["serve", "--port", "0", "--data", path]);
        let mut child = command.spawn().expect("it starts");
        sleep(FIRST.mul_f64(rng.random_range(0.0..1.0)));
        for _ in 0..2 {
            child.kill().expect("it runs");
            child.wait().expect("it ends");
            child = serve(&folder).0;
        }
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        std::fs::remove_dir_all(folder).expect("it was made");
    }
}

/// The answer to a request; `None` if the server has ended.
fn ask(address: &str, method: &str, path: &str, body: &str) -> Option<Json> {
    let mut stream = TcpStream::connect(address).ok()?;
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
}

/// Kills servers during a game. The next server has the game in the state of the last answer, or in
/// the state after a request whose answer was lost.
pub(super) fn kill_servers(kills: u32, rng: &mut ChaCha8Rng) -> Count {
    let folder = file("kills-serve");
    let (mut first, address) = serve(&folder);
    let made = ask(&address, "POST", "/api/tables", r#"{"game":"benedictine","seats":[0,0]}"#);
    let made = made.expect("a table");
    let text = |key: &str| made[key].as_str().expect("a text");
    let path = format!("/api/tables/{}?token={}", text("id"), text("token"));
    // The name of the player is a number that counts up. The number after the last acknowledged one
    // may have been stored.
    let number = |table: &Json| {
        assert_eq!(table["steps"].as_array().map(Vec::len), Some(1), "{table}");
        table["names"][0].as_str().and_then(|name| name.parse::<u64>().ok())
    };
    let act = |address: &str, action: Json| ask(address, "POST", &path, &action.to_string());
    let name = |number: u64| json!({ "do": "name", "player": 0, "name": number.to_string() });
    act(&address, json!({ "do": "step", "text": "c2-d3@f2" })).expect("an answer");
    let table = act(&address, name(0)).expect("an answer");
    assert_eq!(number(&table), Some(0), "{table}");
    first.kill().expect("it runs");
    first.wait().expect("it ends");
    let (mut count, mut last) = (Count::default(), 0);
    while count.all() < kills {
        let (mut child, address) = serve(&folder);
        let table = ask(&address, "GET", &path, "").expect("an answer");
        let found = number(&table).unwrap_or_else(|| panic!("the game is lost: {table}"));
        assert!((last..=last + 1).contains(&found), "{found} after {last}");
        let time = LONGEST.mul_f64(rng.random_range(0.0..1.0));
        last = scope(|scope| {
            let client = scope.spawn(|| {
                (found..).find(|&next| act(&address, name(next + 1)).is_none()).expect("an end")
            });
            sleep(time);
            strike(&mut child, rng, &mut count);
            let output = child.wait().expect("it ends");
            assert!(matches!(output.code(), None | Some(0)), "{output}");
            client.join().expect("a client")
        });
    }
    std::fs::remove_dir_all(folder).expect("it was made");
    count
}
