//! `engine serve`: its first line and its end, a full disk, kills, and damaged tables.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, kill_process};

use serde_json::{Value as Json, json};
use testing::ENGINE;

/// A new folder of a test.
fn folder(name: &str) -> PathBuf {
    let data = std::env::temp_dir().join(format!("engine-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    data
}

/// Waits for the first line of a server, and returns the server with its address.
fn address(mut command: Command) -> (Child, String) {
    let mut child = command.spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("listening on http://").expect("its address").to_owned();
    (child, address)
}

fn serve(data: &Path) -> (Child, String) {
    address(ENGINE.command(&["serve", "--port", "0", "--data", &data.display().to_string()]))
}

/// The status and the body of an answer.
fn ask(address: &str, method: &str, path: &str, body: &Json) -> (u16, Json) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let (body, host) = (body.to_string(), address);
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("text");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.expect("a status"), serde_json::from_str(body).expect("JSON"))
}

/// A new table for two people: its id, and its path with the host's query.
fn table(address: &str) -> (String, String) {
    let wanted = json!({ "game": "benedictine", "seats": [0, 0] });
    let (status, made) = ask(address, "POST", "/api/tables", &wanted);
    assert_eq!(status, 201, "{made}");
    let text = |key: &str| made[key].as_str().expect("a text").to_owned();
    (text("id"), format!("/api/tables/{}?token={}", text("id"), text("token")))
}

/// The program prints its address, answers requests there, and ends properly after an interrupt.
#[test]
fn serves_until_it_is_interrupted() {
    let data = folder("serve");
    let folder = data.display().to_string();
    let (mut child, address) = serve(&data);
    let mut stream = TcpStream::connect(&address).expect("it listens");
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("text");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("<!doctype html>"), "{answer}");

    // Another server can use neither the folder nor the address.
    let port = address.rsplit(':').next().expect("a port");
    let second = ENGINE.run(&["serve", "--port", "0", "--data", &folder]);
    assert_eq!(second.status, Some(2), "{}", second.stderr);
    assert!(second.stderr.starts_with("error: --data: "), "{}", second.stderr);
    let other = format!("{folder}-other");
    let third = ENGINE.run(&["serve", "--port", port, "--data", &other]);
    assert_eq!(third.status, Some(2), "{}", third.stderr);
    assert!(third.stderr.starts_with("error: --bind, --port: "), "{}", third.stderr);

    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::INT).expect("it runs");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    for folder in [data, other.into()] {
        std::fs::remove_dir_all(folder).expect("it was made");
    }
}

/// On a full disk an action is refused and not made. As soon as there is room again, play goes on
/// without a restart. Every acknowledged action survives a kill.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_nothing() {
    use rustix::process::{Resource, Rlimit, prlimit};

    let data = folder("full");
    // A limit on the size of files takes the place of a full disk. Beyond it a write fails, as the
    // signal that would end the program is ignored.
    let mut command = Command::new("sh");
    command.args(["-c", r#"trap '' XFSZ; exec "$0" "$@""#]);
    command.args([&ENGINE.path(), "serve", "--port", "0", "--data"]).arg(&data);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let (mut child, address) = address(command);
    let limit = |current| {
        let limits = Rlimit { current, maximum: None };
        prlimit(Some(Pid::from_child(&child)), Resource::Fsize, limits).expect("a limit");
    };
    let (_, path) = table(&address);
    let step = |text: &str, version: u64| {
        let action = json!({ "do": "step", "text": text, "version": version });
        ask(&address, "POST", &path, &action)
    };
    assert_eq!(step("c2-d3@f2", 0).0, 200);
    limit(Some(0));
    for _ in 0..3 {
        let (status, refused) = step("c6-d5", 1);
        assert_eq!((status, &refused["error"]["code"]), (500, &json!("storage")), "{refused}");
        let message = refused["error"]["message"].as_str().expect("a message");
        assert!(message.starts_with("it is not stored, so it is not done: "), "{message}");
        assert_eq!(ask(&address, "GET", &path, &json!({})).1["cursor"], 1);
    }
    limit(None);
    let (status, played) = step("c6-d5", 1);
    assert_eq!((status, &played["cursor"]), (200, &json!(2)));
    assert_eq!(step("c6-d5", 1).0, 409, "it counts once");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let (mut child, address) = serve(&data);
    assert_eq!(ask(&address, "GET", &path, &json!({})).1["steps"], played["steps"]);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    std::fs::remove_dir_all(data).expect("it was made");
}

/// A damaged table is named at the start and by the check; the rescue writes all others.
#[test]
fn damaged_tables_are_named() {
    let (data, rescue) = (folder("damaged"), folder("rescue"));
    let (mut child, address) = serve(&data);
    let [(hit, _), (_, path)] = [table(&address), table(&address)];
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let text = |path: &Path| path.display().to_string();
    let check = |folder: &Path| ENGINE.run(&["serve", "--check", "--data", &text(folder)]);
    let whole = check(&data);
    assert_eq!((whole.status, whole.stdout.as_str()), (Some(0), "tables 2 damaged 0\n"));
    std::fs::write(data.join(format!("tables/{hit}.table")), "rubbish, more than a checksum")
        .expect("a file");
    let damaged = check(&data);
    let said = format!("damaged {hit}: the checksum differs\ntables 2 damaged 1");
    assert_eq!((damaged.status, damaged.stdout), (Some(1), format!("{said}\n")));
    assert_eq!(damaged.stderr, "error: --check: 1 damaged tables, expected none\n");
    let salvage = ["serve", "--salvage", &text(&data), "--data", &text(&rescue)];
    let saved = ENGINE.run(&salvage);
    assert_eq!(
        (saved.status, saved.stdout),
        (Some(0), format!("{said} written 1\n")),
        "{}",
        saved.stderr
    );
    let twice = ENGINE.run(&salvage);
    assert_eq!(twice.status, Some(2), "{}", twice.stderr);
    assert_eq!(check(&folder("nowhere")).status, Some(2));
    let (mut child, address) = serve(&rescue);
    assert_eq!(ask(&address, "GET", &path, &json!({})).1["cursor"], 0);
    child.kill().expect("it runs");
    let errors = child.wait_with_output().expect("it ends").stderr;
    assert_eq!(String::from_utf8_lossy(&errors), "");
    for folder in [data, rescue] {
        std::fs::remove_dir_all(folder).expect("it was made");
    }
}

/// A program without the feature `redb` leaves the database of an earlier version as it is, says
/// how it is converted, and serves and checks the new tables.
#[test]
fn old_games_are_told_of() {
    let data = folder("old");
    std::fs::create_dir_all(&data).expect("a folder");
    let old = data.join("games.redb");
    std::fs::write(&old, "a database").expect("a file");
    let text = |path: &Path| path.display().to_string();
    let told = format!("warning: {}: games of an earlier version", text(&old));
    for tables in 1..=2 {
        let (mut child, address) = serve(&data);
        let (_, path) = table(&address);
        assert_eq!(ask(&address, "GET", &path, &json!({})).1["cursor"], 0);
        child.kill().expect("it runs");
        let errors = child.wait_with_output().expect("it ends").stderr;
        let errors = String::from_utf8_lossy(&errors);
        assert!(errors.starts_with(&told) && errors.contains("`--features redb`"), "{errors}");
        let check = ENGINE.run(&["serve", "--check", "--data", &text(&data)]);
        assert_eq!((check.status, check.stdout), (Some(0), format!("tables {tables} damaged 0\n")));
        assert!(check.stderr.starts_with(&told), "{}", check.stderr);
    }
    assert_eq!(std::fs::read(&old).expect("a file"), b"a database");
    std::fs::remove_dir_all(data).expect("it was made");
}
