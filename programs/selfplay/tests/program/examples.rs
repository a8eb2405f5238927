//! The job files in the documentation: this test runs the command of each task.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::program::done;
use testing::file;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/recipes");

/// Runs the eight tasks of an array, merges their records, and checks that the match is complete.
fn run_array(folder: &str, task: impl Fn(&Path, u32) -> Command) {
    let records = file(folder);
    fs::create_dir_all(&records).expect("a folder");
    for number in (0..8).rev() {
        let output = task(&records, number).output().expect("it starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "task {number}: {errors}");
    }
    let parts = (0..8).map(|number| records.join(format!("part-{number}.jsonl")));
    let parts: Vec<_> = parts.map(|part| part.display().to_string()).collect();
    let whole = file(&format!("{folder}.jsonl"));
    let merged = done(&format!("merge {} --out {}", parts.join(" "), whole.display()));
    assert!(merged.ends_with(": 16 games, 8 of 8 units complete\n"), "{merged}");
}

#[test]
fn slurm() {
    run_array("slurm", |records, number| {
        let mut task = Command::new("bash");
        task.arg(format!("{EXAMPLES}/slurm.sh"));
        task.env("SELFPLAY", env!("CARGO_BIN_EXE_selfplay")).env("GAMES", "16");
        task.env("RECORDS", records).env("SLURM_CPUS_PER_TASK", "2");
        task.env("SLURM_ARRAY_TASK_ID", number.to_string()).env("SLURM_ARRAY_TASK_COUNT", "8");
        task
    });
}

/// The command of the container, written in several lines after `- >-`.
#[test]
fn kubernetes() {
    let text = fs::read_to_string(format!("{EXAMPLES}/kubernetes.yaml")).expect("a file");
    let (_, after) = text.split_once("- >-\n").expect("a folded text");
    let (command, _) = after.split_once(" env:").expect("the environment");
    let command: Vec<_> = command.split_whitespace().collect();
    let command = command.join(" ").replace("exec selfplay", "exec \"$0\"").replace("8000", "16");
    let completions = text.lines().find_map(|line| line.strip_prefix("  completions: "));
    let value = text.lines().find_map(|line| line.trim().strip_prefix("value: "));
    assert_eq!(completions.map(|count| format!("\"{count}\"")).as_deref(), value);
    run_array("kubernetes", |records, number| {
        let command = command.replace("/records", &records.display().to_string());
        let mut task = Command::new("/bin/sh");
        task.args(["-c", &command, env!("CARGO_BIN_EXE_selfplay")]);
        task.env("JOB_COMPLETIONS", completions.expect("a count"));
        task.env("JOB_COMPLETION_INDEX", number.to_string());
        task
    });
}
