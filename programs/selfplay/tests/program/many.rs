//! Matches on many machines: a plan, its parts, and the gathered records.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use testing::{SELFPLAY, file};

use super::program::{command, done, failed, json, run};

const MATCH: &str = "maitres --player name=A,nodes=60 --player name=B,nodes=20 --games 20 --seed 5";

/// A folder with a plan, and another folder for its parts.
fn planned(name: &str, description: &str) -> (PathBuf, PathBuf) {
    let folder = file(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("parts")).expect("a folder");
    let plan = folder.join("plan.jsonl");
    let told = done(&format!("plan {description} --out {}", plan.display()));
    assert!(told.contains(" units of 2 games"), "{told}");
    (plan, folder.join("parts"))
}

fn play(plan: &Path, units: &str, part: &Path) {
    let (plan, part) = (plan.display(), part.display());
    done(&format!("match --plan {plan} --units {units} --out {part} --quiet --threads 2"));
}

/// The lines of records, without times and checksums.
fn lines(path: &Path) -> Vec<Json> {
    let text = fs::read_to_string(path).expect("records");
    let line = |line: &str| {
        let mut value: Json = serde_json::from_str(line).expect("JSON");
        let object = value.as_object_mut().expect("an object");
        object.remove("times");
        object.remove("crc");
        value
    };
    text.lines().map(line).collect()
}

/// What was gathered is what one machine plays: the same lines in order, and the same report.
#[test]
fn many_machines_play_as_one() {
    let (plan, parts) = planned("many", MATCH);
    let one = plan.with_file_name("one.jsonl");
    done(&format!("match {MATCH} --quiet --threads 1 --out {}", one.display()));
    let first = fs::read_to_string(&one).expect("records");
    let first = first.lines().next().expect("a line").to_owned() + "\n";
    assert_eq!(fs::read_to_string(&plan).expect("a plan"), first);
    let out = plan.with_file_name("gathered.jsonl");
    let gather = format!("gather {} --out {}", parts.display(), out.display());
    run(&gather).failed_silently();
    play(&plan, "6..10", &parts.join("c"));
    assert_eq!(missing(&gather), ["0..6"]);
    play(&plan, "0..2", &parts.join("a"));
    // A part on the standard output is the same as in a file.
    let stream =
        format!("match --plan {} --units 2..3 --out - --quiet --threads 1", plan.display());
    let streamed = done(&stream);
    fs::write(parts.join("b"), &streamed).expect("a file");
    let part = lines(&parts.join("b"));
    assert_eq!((part.len(), &part[0]["shard"]["first"]), (3, &2.into()));
    assert_eq!(missing(&gather), ["3..6"]);
    fs::remove_file(parts.join("a")).expect("what was read is not needed");
    play(&plan, "3..6", &parts.join("d"));
    play(&plan, "5..8", &parts.join("e"));
    let report = json(&format!("{gather} --json"));
    assert_eq!((&report["units"], &report["complete"]), (&10.into(), &true.into()), "{report}");
    assert!(done(&gather).starts_with("20 games, 10 of 10 units complete\n"));
    assert_eq!(lines(&out), lines(&one));
    let stats = |path: &Path| done(&format!("stats {} --json", path.display()));
    assert_eq!(stats(&out), stats(&one));
    done(&format!("verify {}", out.display()));
    // The parts can be merged as well.
    let merged = plan.with_file_name("merged.jsonl");
    let all = ["b", "c", "d", "e"].map(|name| parts.join(name).display().to_string()).join(" ");
    done(&format!("merge {all} {} --out {}", out.display(), merged.display()));
    assert_eq!(lines(&merged), lines(&one));
}

/// The ranges that are missing; some must be.
#[track_caller]
fn missing(gather: &str) -> Vec<String> {
    let finished = run(&format!("{gather} --missing"));
    assert_eq!((finished.status, finished.stderr.as_str()), (Some(4), ""), "{}", finished.stdout);
    finished.stdout.lines().map(str::to_owned).collect()
}

trait Silent {
    fn failed_silently(self);
}

impl Silent for testing::Finished {
    #[track_caller]
    fn failed_silently(self) {
        assert_eq!(self.status, Some(4), "{}", self.stderr);
        assert!(self.stderr.ends_with("parts: no part is there yet\n"), "{}", self.stderr);
    }
}

/// Gathering ends when the test is decided, at the unit and with the figures of one machine.
#[test]
fn the_test_decides_as_on_one_machine() {
    let test = "maitres --player name=A,nodes=100 --player name=B,depth=1,weights=zero --games 400 \
                --sprt elo0=0,elo1=80";
    let (plan, parts) = planned("decided", test);
    let out = plan.with_file_name("gathered.jsonl");
    let gather = format!("gather {} --out {}", parts.display(), out.display());
    let mut follow = command(&format!("{gather} --follow --quiet --json"));
    let follow = follow.stdout(Stdio::piped()).spawn().expect("it starts");
    for first in (0..400).step_by(4) {
        play(&plan, &format!("{first}..{}", first + 4), &parts.join(format!("part-{first}")));
        let finished = run(&format!("{gather}-too --missing"));
        if finished.status == Some(0) {
            assert_eq!(finished.stdout, "", "after the decision nothing is missing");
            break;
        }
        assert_eq!(finished.stdout, format!("{}..200\n", first + 4));
    }
    let output = follow.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let report: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    let one = json(&format!("match {test} --quiet --json"));
    assert_eq!(report["decided"]["verdict"], one["sprt"]["verdict"], "{report}");
    assert_eq!(report["decided"]["unit"], one["sprt"]["unit"]);
    assert_eq!(report["llr"], one["sprt"]["llr"]);
    let stats = json(&format!("stats {} --json", out.display()));
    assert_eq!(stats, one);
}

/// A worker with another build, other weights or other openings refuses with status 3.
#[test]
fn another_build_refuses() {
    let weights = file("many.weights");
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../eval/weights/maitres.weights");
    fs::copy(shipped, &weights).expect("a file");
    let openings = file("many-openings.txt");
    fs::write(&openings, "startpos\n").expect("a file");
    let description = format!(
        "{MATCH} --player name=C,weights={},nodes=10 --openings {}",
        weights.display(),
        openings.display()
    );
    let (plan, parts) = planned("builds", &description);
    let refused = |text: &str, words: &[&str]| {
        let other = plan.with_file_name("other.jsonl");
        fs::write(&other, text).expect("a file");
        let part = parts.join("part");
        let (other, part_shown) = (other.display(), part.display());
        let arguments = format!("match --plan {other} --units 0..1 --out {part_shown} --quiet");
        run(&arguments).failed(3, words);
        assert!(!part.exists(), "nothing was written");
    };
    let original = fs::read_to_string(&plan).expect("a plan");
    let with = |key: &str, value: Json| {
        let mut plan: Json = serde_json::from_str(&original).expect("JSON");
        plan[key] = value;
        plan.as_object_mut().expect("an object").remove("crc");
        selfplay::format_line(&plan).expect("a line")
    };
    refused(&with("build", "9.9.9 00000000".into()), &["plan: build: read \"0.1.0 ", "9.9.9"]);
    let other = with("fingerprint", "nodes 7".into());
    refused(&other, &["plan: fingerprint: read \"nodes ", "expected \"nodes 7\" as in"]);
    // A later build may have another checksum of lines, and players that this one cannot read.
    let mut later: Json = serde_json::from_str(&with("build", "9.9.9 00000000".into())).unwrap();
    later["players"] = serde_json::json!(["name=A,oracle=yes", "name=B"]);
    later.as_object_mut().unwrap().remove("crc");
    refused(&later.to_string(), &["plan: build: read"]);
    fs::write(&openings, "startpos\n\n").expect("a file");
    refused(&original, &["plan: checksum of ", "many-openings.txt: read", "expected"]);
    fs::write(&openings, "startpos\n").expect("a file");
    fs::remove_file(&weights).expect("a file");
    refused(&original, &["plan: checksum of ", "many.weights: read \"No such file"]);
}

#[test]
fn wrong_parts_are_refused() {
    let (plan, parts) = planned("wrong", MATCH);
    let (plan, part) = (plan.display(), parts.join("part").display().to_string());
    let whole = "expected a range within 0..10, the 10 units of the plan";
    for (arguments, message) in [
        (format!("--plan {plan} --units 8..11"), format!("units: read \"8..11\", {whole}")),
        (format!("--plan {plan} --units 4..4"), "--units: read \"4..4\", expected A..B".to_owned()),
        (format!("--plan {plan} --units 4"), "--units: read \"4\", expected A..B".to_owned()),
        (format!("--plan {plan} --games 4"), "--plan: read it beside --games".to_owned()),
        (
            format!("--plan {plan} --units 1..2 --shard 0/2"),
            "--units: read it beside --shard, expected one of the two".to_owned(),
        ),
        (format!("--plan {part}"), format!("plan: read \"{part}\", expected a readable file")),
        (format!("--plan {}", parts.display()), "expected a readable file".to_owned()),
        (format!("--plan {plan} --units 0..1 --resume --out -"), "--resume: read \"-\"".to_owned()),
        (format!("--plan {plan} --units 0..1 --worker a\u{1}"), "--worker: read".to_owned()),
    ] {
        let finished = run(&format!("match {arguments}"));
        assert_eq!(finished.status, Some(2), "{arguments}: {}", finished.stderr);
        assert!(finished.stderr.contains(&message), "{arguments}: {}", finished.stderr);
    }
    // Records are not replaced by a plan.
    play(Path::new(&plan.to_string()), "0..1", Path::new(&part));
    let message = failed(&format!("plan {MATCH} --out {part}"), 2);
    assert!(message.contains("expected a new file, or that of a plan"), "{message}");
    done(&format!("plan {MATCH} --out {plan}"));
    assert_eq!(
        done(&format!("plan {MATCH} --out -")),
        fs::read_to_string(plan.to_string()).unwrap()
    );
}

/// A part continues on another worker.
#[test]
fn a_part_goes_on_elsewhere() {
    let (plan, parts) = planned("elsewhere", MATCH);
    let (whole, part) = (parts.join("whole"), parts.join("part"));
    play(&plan, "2..6", &whole);
    let bytes = fs::read(&whole).expect("records");
    for length in [0, 9, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&part, &bytes[..length]).expect("a file");
        done(&format!(
            "match --plan {} --units 2..6 --out {} --resume --worker other --quiet",
            plan.display(),
            part.display()
        ));
        let mut sorted = [lines(&part), lines(&whole)];
        sorted.iter_mut().for_each(|lines| {
            lines.remove(0);
            lines.sort_by_key(|line| (line["unit"].as_u64(), line["game"].as_u64()));
        });
        assert_eq!(sorted[0], sorted[1], "{length}");
    }
}

/// A program ends soon after the process that started it is killed.
#[test]
fn a_program_ends_with_its_parent() {
    let script = format!(
        "{SELFPLAY} random maitres --games 100000000 --quiet --end-with-parent $$ & echo $!; wait"
    );
    let mut shell = Command::new("sh");
    let mut shell = shell.args(["-c", &script]).stdout(Stdio::piped()).spawn().expect("a shell");
    let mut output = std::io::BufReader::new(shell.stdout.take().expect("a pipe"));
    let mut child = String::new();
    std::io::BufRead::read_line(&mut output, &mut child).expect("a line");
    let process = PathBuf::from("/proc").join(child.trim());
    sleep(Duration::from_millis(300));
    assert!(process.exists(), "it runs as long as its parent");
    shell.kill().expect("it is killed");
    shell.wait().expect("it has ended");
    let killed = Instant::now();
    let runs = || {
        let state = fs::read_to_string(process.join("stat")).unwrap_or_default();
        !state.is_empty() && !state.contains(") Z ")
    };
    while runs() {
        assert!(killed.elapsed() < Duration::from_secs(10), "it lives on");
        sleep(Duration::from_millis(20));
    }
    let message = failed("random maitres --games 1 --end-with-parent 1", 2);
    assert!(message.contains("--end-with-parent: read \"1\", expected"), "{message}");
}
