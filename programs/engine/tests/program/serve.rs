//! `engine serve`: its first line and its end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use rustix::process::{Pid, Signal, kill_process};

use testing::ENGINE;

/// The program prints its address, answers requests there, and ends properly after an interrupt.
#[test]
fn serves_until_it_is_interrupted() {
    let data = std::env::temp_dir().join(format!("engine-serve-{}", std::process::id()));
    let folder = data.display().to_string();
    let mut command = ENGINE.command(&["serve", "--port", "0", "--data", &folder]);
    let mut child = command.spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("listening on http://").expect("its address").to_owned();
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
