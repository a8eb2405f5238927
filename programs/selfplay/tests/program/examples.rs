//! The job files in the documentation: these tests run the command of each task.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::program::done;
use testing::file;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/recipes");

/// Writes the plan of a match of 16 games, runs the eight tasks of an array, the last one first,
/// gathers their records from the folder `parts`, and checks that the match is complete.
fn run_array(name: &str, task: impl Fn(&Path, u32) -> Command) {
    let folder = file(name);
    fs::create_dir_all(folder.join("parts")).expect("a folder");
    let shown = folder.display();
    let players = "--player name=new --player name=zero,weights=zero --each nodes=20";
    done(&format!("plan maitres {players} --games 16 --out {shown}/plan.jsonl"));
    for number in (0..8).rev() {
        let output = task(&folder, number).output().expect("it starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "task {number}: {errors}");
    }
    let told = done(&format!("gather {shown}/parts --out {shown}/match.jsonl --json --quiet"));
    assert!(told.contains("\"complete\":true"), "{told}");
    let records = fs::read_to_string(folder.join("match.jsonl")).expect("records");
    assert_eq!(records.lines().count(), 1 + 16);
}

/// A task plays the range in its line of the file `todo`.
#[test]
fn slurm() {
    run_array("slurm", |folder, number| {
        let ranges: Vec<_> = (0..8).map(|unit| format!("{unit}..{}\n", unit + 1)).collect();
        fs::write(folder.join("todo"), ranges.concat()).expect("it is written");
        let mut task = Command::new("bash");
        task.arg(format!("{EXAMPLES}/slurm.sh"));
        task.env("SELFPLAY", env!("CARGO_BIN_EXE_selfplay")).env("FOLDER", folder);
        task.env("PLAN", folder.join("plan.jsonl")).env("SLURM_CPUS_PER_TASK", "2");
        task.env("SLURM_ARRAY_TASK_ID", number.to_string());
        task
    });
}

/// The command of the container, written in several lines after `- >-`.
#[test]
fn kubernetes() {
    let text = fs::read_to_string(format!("{EXAMPLES}/kubernetes.yaml")).expect("a file");
    let (_, after) = text.split_once("- >-\n").expect("a folded text");
    let (command, _) = after.split_once(" resources:").expect("the resources");
    let command: Vec<_> = command.split_whitespace().collect();
    let command = command.join(" ").replace("exec selfplay", "exec \"$0\"").replace("500", "1");
    run_array("kubernetes", |folder, number| {
        let command = command.replace("/records", &folder.display().to_string());
        let mut task = Command::new("/bin/sh");
        task.args(["-c", &command, env!("CARGO_BIN_EXE_selfplay")]);
        task.env("JOB_COMPLETION_INDEX", number.to_string());
        task
    });
}
