//! Games that other programs play: plans of data, and rounds of games by plans in a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use testing::{SELFPLAY, TUNING, file};

/// A game with short games.
const SHORT: &str = "etoile:board=square8,players=2,quiet=4";

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = file(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The parts of a plan of data, played by ranges, are merged to the bytes of one machine.
#[test]
fn data_can_be_planned() {
    let folder = folder("planned-data");
    let [plan, one, a, b, merged] =
        ["plan", "one", "a", "b", "merged"].map(|name| folder.join(name));
    let games = ["ruches", "--games", "12", "--player", "nodes=10"];
    let told = TUNING.run(&[&["plan"][..], &games, &["--out", text(&plan)]].concat()).done();
    assert!(told.ends_with("plan: 12 games\n"), "{told}");
    TUNING.run(&[&["generate"][..], &games, &["--quiet", "--out", text(&one)]].concat()).done();
    let play = |units: &str, out: &Path| {
        let part = ["--plan", text(&plan), "--units", units, "--quiet", "--out", text(out)];
        TUNING.run(&[&["generate"][..], &part].concat())
    };
    let told = play("7..12", &b).done();
    assert!(told.starts_with("5 of 5 games, "), "{told}");
    play("0..7", &a).done();
    TUNING.run(&["merge", text(&b), text(&a), "--out", text(&merged)]).done();
    assert_eq!(fs::read(&merged).expect("data"), fs::read(&one).expect("data"));
    // A range of all games is the whole.
    let whole = folder.join("whole");
    play("0..12", &whole).done();
    TUNING.run(&["merge", text(&whole), "--out", text(&merged)]).done();
    assert_eq!(fs::read(&merged).expect("data"), fs::read(&one).expect("data"));
    play("7..13", &a).failed(2, &["units: read \"7..13\", expected a range within 0..12"]);
    let mut other: serde_json::Value =
        serde_json::from_slice(&fs::read(&plan).expect("a plan")).expect("JSON");
    other["plan"]["build"] = "9 0".into();
    other.as_object_mut().expect("an object").remove("crc");
    fs::write(&plan, selfplay::format_line(&other).expect("a line")).expect("a plan");
    play("0..7", &folder.join("c")).failed(3, &["plan: build: read", "expected \"9 0\" as in"]);
    let data = TUNING.run(&[&["plan"][..], &games, &["--out", text(&one)]].concat());
    data.failed(2, &["expected a new file, or that of a plan"]);
    fs::remove_dir_all(folder).expect("a folder");
}

/// Plays the plans in a folder until the run has ended.
fn serve(run: &mut Child, plans: &Path) -> usize {
    let started = Instant::now();
    let mut answered = 0;
    while run.try_wait().expect("a run").is_none() {
        assert!(started.elapsed() < Duration::from_secs(120), "it gets nowhere");
        let names = fs::read_dir(plans).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut asked: Vec<_> = names
            .filter(|path| path.extension().is_some_and(|ending| ending == "plan"))
            .filter(|path| !path.with_extension("answer").exists())
            .collect();
        asked.sort();
        let Some(plan) = asked.first() else {
            std::thread::sleep(Duration::from_millis(2));
            continue;
        };
        let (answer, whole) = (plan.with_extension("answer"), plan.with_extension("whole"));
        // The plan may be answered and removed at any time.
        let Ok(line) = fs::read_to_string(plan) else { continue };
        let program = if line.starts_with("{\"tuning_data\"") { TUNING } else { SELFPLAY };
        let command = if line.starts_with("{\"tuning_data\"") { "generate" } else { "match" };
        let out = ["--quiet", "--out", text(&whole)];
        program.run(&[&[command, "--plan", text(plan)][..], &out].concat()).done();
        fs::rename(whole, answer).expect("an answer");
        answered += 1;
    }
    answered
}

/// The folder of a run has only the run's own files.
#[test]
fn plans_lie_outside_of_the_run() {
    let place = folder("plans-inside");
    let (out, there) = (place.join("out"), place.join("there"));
    fs::create_dir(&there).expect("a folder");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&place, place.join("link")).expect("a link");
    let spsa = ["spsa", SHORT, "--params", "lmr_min_move", "--units", "1", "--quiet"];
    let night = ["overnight", SHORT, "--rounds", "0", "--quiet"];
    for arguments in [&spsa[..], &night] {
        for plans in ["out", "out/plans", "there/../out/plans", "new/../out", "link/out/plans"] {
            if plans.starts_with("link") && !cfg!(unix) {
                continue;
            }
            let plans = place.join(plans);
            let more = ["--out", text(&out), "--plans", text(&plans)];
            let expected = format!("expected a folder outside of --out, {}", out.display());
            TUNING.run(&[arguments, &more].concat()).refused(&["--plans: read", &expected]);
            assert!(!out.exists(), "nothing was made");
        }
    }
    let plans = place.join("out-plans");
    let more = ["--out", text(&out), "--plans", text(&plans)];
    TUNING.run(&[&night[..], &more].concat()).done();
    fs::remove_dir_all(place).expect("a folder");
}

/// A run whose games others play ends as a run that plays them.
#[test]
fn rounds_can_be_played_elsewhere() {
    let varied = ["--params", "lmr_min_move,etc_depth", "--weights-group", "man[0],king"];
    let usual = ["--each", "nodes=5", "--units", "1", "--quiet"];
    let spsa = [&["spsa", SHORT, "--games", "12"][..], &varied, &usual].concat();
    let match_ = ["--verify", "--verify-games", "8"];
    let cma = ["cma", SHORT, "--games", "16", "--population", "4"];
    let cma = [&cma[..], &varied, &usual, &match_].concat();
    let night = ["overnight", SHORT, "--games", "8", "--player", "nodes=5", "--each", "nodes=5"];
    let night = [&night[..], &["--match-games", "4", "--rounds", "2", "--quiet"]].concat();
    let verify = ["verify", SHORT, "--new", "set.lmr_min_move=4", "--each", "nodes=20", "--quiet"];
    let verify = [&verify[..], &["--games", "40"]].concat();
    for (arguments, files, batches) in [
        (spsa, &["iterations.jsonl", "weights.toml", "checkpoint.json"][..], 6),
        (cma, &["iterations.jsonl", "weights.toml", "checkpoint.json"], 9),
        (night, &["rounds.jsonl", "weights.toml", "round-002/games.data"], 4),
        (verify, &[], 1),
    ] {
        let kind = arguments[0];
        let (here, there) = (folder(&format!("{kind}-here")), folder(&format!("{kind}-else")));
        let plans = folder(&format!("{kind}-plans"));
        let run = |out: &Path, more: &[&str]| {
            let out = if files.is_empty() { vec![] } else { vec!["--out", text(out)] };
            TUNING.command(&[&arguments[..], &out, more].concat())
        };
        let one = run(&here, &[]).output().expect("it runs");
        assert!(one.status.success(), "{one:?}");
        let mut other = run(&there, &["--plans", text(&plans)]).spawn().expect("it starts");
        assert_eq!(serve(&mut other, &plans), batches, "{kind}");
        let other = other.wait_with_output().expect("it ends");
        let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("-else", "-here");
        assert_eq!(words(&other.stderr), "", "{kind}");
        assert_eq!(words(&other.stdout), words(&one.stdout), "{kind}");
        for name in files {
            let [one, other] = [&here, &there].map(|folder| fs::read(folder.join(name)));
            assert!(one.expect(name) == other.expect(name), "{kind}: {name}");
        }
        let left = fs::read_dir(&plans).expect("a folder").count();
        assert_eq!(left, 0, "{kind}: the plans are removed");
        for folder in [here, there, plans] {
            fs::remove_dir_all(folder).expect("a folder");
        }
    }
}
