//! Finds processes that outlived the match that started them.

use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Sends a signal, given by its name for `kill`.
pub(crate) fn signal(process: u32, name: &str) {
    let kill = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(kill.expect("kill runs").success());
}

/// The running processes that have the word in their arguments, or as the value of `MOCK_MARK` in
/// their environment.
pub(crate) fn running(word: &str) -> Vec<(u32, String)> {
    let processes = std::fs::read_dir("/proc").expect("a list of processes");
    let found = processes.filter_map(|process| {
        let folder = process.ok()?.path();
        let number = folder.file_name()?.to_str()?.parse().ok()?;
        let read = |name| {
            Some(
                String::from_utf8_lossy(&std::fs::read(folder.join(name)).ok()?).replace('\0', " "),
            )
        };
        let arguments: String = read("cmdline")?;
        let named = arguments.split(' ').any(|other| other == word);
        let mark = format!("MOCK_MARK={word}");
        let marked =
            || read("environ").is_some_and(|text| text.split(' ').any(|item| item == mark));
        (named || marked()).then_some((number, arguments))
    });
    found.collect()
}

/// Checks that no process with this word is left. The system may need a moment to end one.
#[track_caller]
pub(crate) fn nothing_runs(word: &str) {
    let started = Instant::now();
    while !running(word).is_empty() {
        assert!(started.elapsed() < Duration::from_secs(1), "left running: {:?}", running(word));
        sleep(Duration::from_millis(5));
    }
}
