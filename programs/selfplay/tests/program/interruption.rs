//! Matches that are killed and continue: the result is the same as without interruptions.

use std::fs;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::program::{command, done, failed};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use testing::file;

const MATCH: &str = "match maitres --player name=A --player name=B,aspiration=no,nodes=250 \
    --each nodes=200 --quiet --json --threads 2";

fn arguments(games: u32, out: &std::path::Path) -> String {
    format!("{MATCH} --games {games} --out {}", out.display())
}

/// The number of kills. `programs/testing/faults` kills more often.
const KILLS: u32 = 20;

#[test]
fn a_match_killed_at_many_moments_ends_the_same() {
    let (whole, pieces) = (file("whole.jsonl"), file("pieces.jsonl"));
    let started = Instant::now();
    let expected = done(&arguments(60, &whole));
    let played = started.elapsed();
    let started = Instant::now();
    done(&format!("{} --resume", arguments(60, &whole)));
    let idle = started.elapsed();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut lines, mut killed) = (0, 0);
    for left in (0..KILLS).rev() {
        // Long enough for a run to start, and short enough that some games remain at the end, on
        // any machine.
        let longest = idle + played * (61 - lines as u32) / 60 / (left + 4);
        let mut child = command(&format!("{} --resume", arguments(60, &pieces))).spawn().unwrap();
        sleep(Duration::from_micros(rng.random_range(0..longest.as_micros() as u64)));
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
        let text = fs::read_to_string(&pieces).unwrap_or_default();
        let now = text.matches('\n').count();
        assert!(now >= lines, "no game is lost");
        lines = now;
    }
    assert!(
        killed >= KILLS / 2 && lines > 1 && lines < 61,
        "{killed} runs were cut short, {lines} lines"
    );
    assert_eq!(done(&format!("{} --resume", arguments(60, &pieces))), expected);
    assert_eq!(done(&format!("stats --json {}", pieces.display())), expected);
    assert_eq!(done(&format!("stats --json {}", whole.display())), expected);
    assert!(done(&format!("verify {}", pieces.display())).ends_with("60 games follow the rules\n"));
    // A further run changes nothing, not even the file.
    let before = fs::read(&pieces).unwrap();
    assert_eq!(done(&format!("{} --resume", arguments(60, &pieces))), expected);
    assert_eq!(fs::read(&pieces).unwrap(), before);
}

/// Waits until the file has some games.
fn under_way(out: &std::path::Path) -> Child {
    let child = command(&arguments(20_000, out)).spawn().expect("the program starts");
    let started = Instant::now();
    while fs::read_to_string(out).unwrap_or_default().matches('\n').count() < 4 {
        assert!(started.elapsed() < Duration::from_secs(20), "no game is played");
        sleep(Duration::from_millis(5));
    }
    child
}

fn signal(child: &Child, name: &str) {
    let kill = std::process::Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
}

#[test]
fn an_interrupted_match_says_so_and_goes_on() {
    for name in ["-INT", "-TERM"] {
        let out = file(&format!("interrupted{name}.jsonl"));
        let child = under_way(&out);
        signal(&child, name);
        let started = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(started.elapsed() < Duration::from_secs(2));
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(errors, "error: the match was interrupted: --resume goes on with it\n");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["interrupted"], true);
        assert!(report["games"].as_u64().unwrap() >= 2);
        assert!(done(&format!("verify {}", out.display())).contains("follow the rules"));
    }
}

#[test]
fn one_run_at_a_time() {
    let out = file("locked.jsonl");
    let mut child = under_way(&out);
    let message = failed(&format!("{} --resume", arguments(20_000, &out)), 2);
    assert!(message.contains("expected a file that no other run writes to"), "{message}");
    let message = failed(&format!("merge {0} --out {0}", out.display()), 2);
    assert!(message.contains("expected a file that no run writes to"), "{message}");
    // Other processes may read the file at any time.
    assert!(done(&format!("stats {}", out.display())).contains("not all games played"));
    child.kill().unwrap();
    child.wait().unwrap();
    let message = failed(&arguments(20_000, &out), 2);
    assert!(message.contains("or --resume to go on with it"), "{message}");
    let message = failed(&format!("{} --resume --seed 2", arguments(20_000, &out)), 2);
    assert!(message.contains("seed is 1 there, 2 here"), "{message}");
}

#[test]
fn parts_are_the_whole() {
    let whole = file("all.jsonl");
    let expected = done(&arguments(30, &whole));
    let parts = [0, 1, 2].map(|part| file(&format!("part-{part}.jsonl")));
    for (number, part) in parts.iter().enumerate() {
        if number == 1 {
            // The part is given in the environment, as for a task of a job array.
            let mut command = command(&arguments(30, part));
            command.env("SLURM_ARRAY_TASK_ID", "1").env("SLURM_ARRAY_TASK_COUNT", "3");
            assert!(command.output().unwrap().status.success());
        } else {
            done(&format!("{} --shard {number}/3", arguments(30, part)));
        }
    }
    let (merged, again) = (file("merged.jsonl"), file("again.jsonl"));
    let [one, two, three] = parts.each_ref().map(|part| part.display());
    let text = done(&format!("merge {three} {one} --out {}", merged.display()));
    assert!(text.ends_with(": 20 games, 10 of 15 units complete\n"), "{text}");
    let text = done(&format!("merge {two} {one} --out {}", merged.display()));
    assert!(text.ends_with(": 30 games, 15 of 15 units complete\n"), "{text}");
    assert_eq!(done(&format!("stats --json {}", merged.display())), expected);
    assert_eq!(done(&format!("stats --json {two} {three} {one}")), expected);
    done(&format!(
        "merge {0} {one} {two} {three} {0} --out {1}",
        merged.display(),
        again.display()
    ));
    assert_eq!(fs::read(&merged).unwrap(), fs::read(&again).unwrap());
}

/// A full disk stops the match with a clear error.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    let out = file("full.jsonl");
    // A limit on the length of files, in blocks, acts as a full disk.
    let mut limited = std::process::Command::new("/bin/sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""]);
    let command = command(&arguments(40, &out));
    let output = limited.arg(command.get_program()).args(command.get_args()).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.starts_with(&format!("error: output: {}: ", out.display())), "{errors}");
    // With enough space the match continues.
    let expected = done(&arguments(40, &file("roomy.jsonl")));
    assert_eq!(done(&format!("{} --resume", arguments(40, &out))), expected);
    let message = failed(&arguments(2, std::path::Path::new("/dev/full")), 2);
    assert!(message.contains("expected a regular file"), "{message}");
}
