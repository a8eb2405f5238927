//! The disk is full at any byte of the records: the written lines are complete, and the match can
//! continue.

use std::process::{Command, Output};

use super::program::{command, done};
use testing::file;

const MATCH: &str = "match maitres --player name=A,nodes=30 --player name=B,random=yes --games 24 \
    --quiet --json --threads 2 --resume --out";

/// Runs a program whose files can have at most `blocks` blocks of 512 bytes.
fn limited(command: &Command, blocks: u64) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", &script]).arg(command.get_program()).args(command.get_args());
    shell.output().expect("a shell")
}

/// The disk grows step by step, and each time the match continues, until it is complete.
fn grow(name: &str, step: u64) {
    let (whole, pieces) =
        (file(&format!("{name}-whole.jsonl")), file(&format!("{name}-pieces.jsonl")));
    let expected = done(&format!("{MATCH} {}", whole.display()));
    let mut full = 0;
    for blocks in (0..).step_by(step as usize) {
        let output = limited(&command(&format!("{MATCH} {}", pieces.display())), blocks);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() {
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
            break;
        }
        full += 1;
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.starts_with(&format!("error: output: {}: ", pieces.display())), "{errors}");
        assert!(blocks < 10_000, "{errors}");
    }
    assert!(full >= 3, "{full} times full");
    assert_eq!(done(&format!("stats --json {}", pieces.display())), expected);
    assert!(done(&format!("verify {}", pieces.display())).ends_with("24 games follow the rules\n"));
}

#[test]
fn a_growing_disk() {
    grow("growing", 8);
}

/// The same test in the smallest steps. The environment gives the number of rounds.
#[test]
#[ignore = "minutes: programs/testing/faults"]
fn disks_at_length() {
    let rounds = std::env::var("FAULT_ROUNDS").ok().and_then(|text| text.parse().ok());
    for round in 0..rounds.unwrap_or(1) {
        grow(&format!("length-{round}"), 1);
    }
}
