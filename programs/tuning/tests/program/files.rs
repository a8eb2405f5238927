//! Files of other programs, incomplete files, files of a later version, and interrupted runs.

use std::fs;
use std::time::Duration;

use tuning::data::DataFile;

use testing::{ENGINE, Finished, TUNING, edit_on_windows, file, mock, on_windows};

const GAME: &str = "ruches";

/// Weights of another game.
const ETOILE_WEIGHTS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../eval/weights/etoile-two.weights");

/// A data file from `games` random games.
fn generated(name: &str, games: &str) -> std::path::PathBuf {
    let out = file(name);
    let path = out.to_str().expect("UTF-8");
    let args =
        ["generate", GAME, "--games", games, "--player", "random=yes", "--quiet", "--out", path];
    TUNING.run(&args).done();
    out
}

/// A file that is not a data file, and a folder with such a file, are refused and not changed.
#[test]
fn a_diary_is_left_alone() {
    let data = generated("diary.data", "20");
    let (diary, folder) = (file("diary.txt"), file("diary"));
    fs::create_dir_all(&folder).expect("a folder");
    let logs = ["iterations.jsonl", "rounds.jsonl", "epochs.jsonl", "weights.toml", "lock"];
    let [diary, folder, data] =
        [&diary, &folder, &data].map(|path| path.to_str().expect("UTF-8").to_owned());
    fs::write(&diary, "diary").expect("a file");
    let generate = ["generate", GAME, "--games", "4", "--player", "random=yes", "--quiet"];
    TUNING
        .run(&[&generate[..], &["--out", &diary, "--resume"]].concat())
        .refused(&["out: read", "expected an empty file, or a file that this command began"]);
    TUNING.run(&["merge", &data, "--out", &diary]).refused(&["diary.txt", "expected a data file"]);
    assert_eq!(fs::read_to_string(&diary).expect("a file"), "diary");
    for log in logs {
        let path = format!("{folder}/{log}");
        fs::write(&path, "diary").expect("a file");
        for run in [
            &["spsa", GAME, "--params", "all", "--games", "80", "--units", "1"][..],
            &["cma", GAME, "--params", "all", "--games", "80", "--units", "1"],
            &["overnight", GAME, "--games", "8"],
            &["fit", &data],
        ] {
            let resume = if run[0] == "overnight" { &[][..] } else { &["--resume"] };
            let finished = TUNING.run(&[run, &["--quiet", "--out", &folder], resume].concat());
            finished.failed(2, &["expected a new or empty folder", log]);
        }
        assert_eq!(fs::read_to_string(&path).expect("a file"), "diary");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        fs::remove_file(path).expect("a file");
    }
    fs::remove_file(diary).expect("a file");
    fs::remove_file(data).expect("a file");
}

/// Invalid options of a long run, and players that cannot be built or started, are refused before
/// its first game. Nothing is left that hinders the next start, not even a folder.
#[test]
fn options_are_looked_at_first() {
    let out = file("typo");
    let path = out.to_str().expect("UTF-8");
    let spsa = ["spsa", GAME, "--params", "all", "--verify", "--quiet", "--out", path];
    let cma = ["cma", GAME, "--params", "all", "--quiet", "--out", path];
    let night = ["overnight", GAME, "--rounds", "0", "--quiet", "--out", path];
    for (run, wrong, word) in [
        (&night[..], ["--weights", "none.toml"], "read \"none.toml\""),
        (&night, ["--player", "nodes=x"], "player nodes: read \"x\""),
        (&night, ["--each", "nodes=x"], "player nodes: read \"x\""),
        (&night, ["--sprt", "elo2=3"], "elo2"),
        (&night, ["--player", "hash=1000000000"], "player hash: read \"1000000000\""),
        (&night, ["--each", "hash=1000000000"], "player hash: read \"1000000000\""),
        (&night, ["--weights", ETOILE_WEIGHTS], "weights"),
        (&spsa, ["--sprt", "elo2=3"], "elo2"),
        (&spsa, ["--each", "hash=1000000000"], "player hash: read \"1000000000\""),
        (&spsa, ["--each", "weights=none.toml"], "read \"none.toml\""),
        (&cma, ["--each", "hash=1000000000"], "player hash: read \"1000000000\""),
    ] {
        TUNING.run(&[run, &wrong].concat()).refused(&[word, "expected"]);
        assert!(!out.exists(), "{run:?} {wrong:?}");
    }
    let lost = ["--player", "cmd=nowhere/engine,nodes=1"];
    TUNING.run(&[&night[..], &lost].concat()).failed(2, &["nowhere/engine"]);
    TUNING
        .run(&[&night[..], &["--match-games", "1"]].concat())
        .refused(&["--match-games: read \"1\", expected at least 2, the games of a unit"]);
    assert!(!out.exists());
    TUNING.run(&night).done();
    fs::remove_dir_all(&out).expect("a folder");
    // Other spellings of the path of the weights mean the same run.
    for weights in ["/../../eval/weights/ruches.weights", "/../.././eval/weights//ruches.weights"] {
        let weights = format!("{}{weights}", env!("CARGO_MANIFEST_DIR"));
        TUNING.run(&[&night[..], &["--weights", &weights]].concat()).done();
    }
    fs::remove_dir_all(out).expect("a folder");
}

/// A night starts its player once before the folder is made, although the player generates games
/// and plays both sides of the match. A night that goes on looks again whether the player is there.
#[cfg(unix)]
#[test]
fn players_are_started_once_for_the_checks() {
    use std::os::unix::fs::PermissionsExt;

    let (folder, out) = (file("starts"), file("starts-night"));
    fs::create_dir_all(&folder).expect("a folder");
    let (program, log) = (folder.join("engine"), folder.join("log"));
    let script = format!("#!/bin/sh\necho start >> {}\nexec {ENGINE} ugi\n", log.display());
    fs::write(&program, script).expect("written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    let settings = format!("cmd={},nodes=1", program.display());
    let night = ["overnight", GAME, "--rounds", "0", "--quiet", "--player", &settings];
    let night =
        [&night[..], &["--each", &settings, "--out", out.to_str().expect("UTF-8")]].concat();
    for starts in 1..=2 {
        TUNING.run(&night).done();
        let lines = fs::read_to_string(&log).expect("a log");
        assert_eq!(lines.lines().count(), starts);
    }
    fs::remove_file(&program).expect("a file");
    TUNING.run(&night).failed(2, &["player: read ", "expected a readable file"]);
    fs::remove_dir_all(folder).expect("a folder");
    fs::remove_dir_all(out).expect("a folder");
}

/// A fit of a file that was cut between two games warns on standard error and in its weights.
#[test]
fn a_fit_of_a_cut_file_says_so() {
    let out = generated("cut.data", "200");
    let whole = fs::read(&out).expect("a file");
    let folder = file("cut-fit");
    let paths = [&out, &folder].map(|path| path.to_str().expect("UTF-8"));
    let fit = ["fit", paths[0], "--weights", "zero", "--epochs", "1", "--quiet", "--out", paths[1]];
    // The file ends with an empty game. One more game before it is cut off.
    let line = whole.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    let (mut at, mut last) = (line, line);
    while at < whole.len() - 12 {
        last = at;
        let length: [u8; 4] = whole[at..at + 4].try_into().expect("four bytes");
        at += 12 + u32::from_le_bytes(length) as usize;
    }
    fs::write(&out, &whole[..last]).expect("a file");
    let finished = TUNING.run(&fit);
    assert_eq!(finished.status, Some(0), "{finished:?}");
    let warning = &finished.stderr;
    assert!(
        warning.starts_with("warning: data ") && warning.contains(": 199 of 200 games: "),
        "{warning}"
    );
    let weights = fs::read(folder.join("weights.toml")).expect("weights");
    let weights = String::from_utf8_lossy(&weights);
    assert!(weights.contains("seed 1, not finished"), "{weights}");
    let generate =
        ["generate", GAME, "--games", "200", "--player", "random=yes", "--quiet", "--resume"];
    TUNING.run(&[&generate[..], &["--out", paths[0]]].concat()).done();
    assert!(fs::read(&out).expect("a file") == whole, "it goes on to the same bytes");
    fs::remove_dir_all(&folder).expect("a folder");
    TUNING.run(&fit).done();
    // A file of a later version is refused, and the error names the version.
    let outcome = folder.join("outcome.json");
    let text = fs::read_to_string(&outcome).expect("a file");
    assert!(text.starts_with("{\"format\":1,"), "{text:.60}");
    fs::write(&outcome, text.replacen("\"format\":1", "\"format\":2", 1)).expect("a file");
    let report = ["report", paths[1], "--out", paths[1]];
    TUNING.run(&report).refused(&["outcome.json: format: read 2, expected 1 or none"]);
    fs::remove_dir_all(folder).expect("a folder");
    fs::remove_file(out).expect("a file");
}

/// With a wrong path no game is played, so there are no games without value for training.
#[cfg(unix)]
#[test]
fn players_that_cannot_be_started_are_refused() {
    let out = file("nobody.data");
    let path = out.to_str().expect("text");
    let words = ["player self: cmd: read \"nowhere-engine\", expected a program that can be run ("];
    let generate = ["--out", path, "--player", "cmd=nowhere-engine", "--games", "4"];
    TUNING.run(&[&["generate", GAME][..], &generate].concat()).refused(&words);
    assert!(!out.exists(), "nothing was written");
    let words = ["player new: cmd: read \"nowhere-engine\", expected a program that can be run ("];
    TUNING.run(&["verify", GAME, "--new", "cmd=nowhere-engine", "--games", "4"]).refused(&words);
}

/// A table that does not fit the memory is an error before the first game of every run.
#[test]
fn players_that_do_not_fit_are_refused() {
    let out = file("too-much.data");
    let path = out.to_str().expect("text");
    let hash = "nodes=20,hash=16777216";
    let params = ["--params", "lmr_min_move", "--units", "1", "--games", "8"];
    for run in [
        &["generate", GAME, "--player", hash, "--games", "4", "--out", path][..],
        &["verify", GAME, "--new", "zero", "--each", hash, "--games", "4"],
        &[&["spsa", GAME, "--each", hash, "--out", path][..], &params].concat(),
        &[&["cma", GAME, "--each", hash, "--out", path][..], &params].concat(),
        &["overnight", GAME, "--rounds", "1", "--player", hash, "--out", path],
        &["overnight", GAME, "--rounds", "1", "--each", hash, "--out", path],
    ] {
        let words = ["player hash: read \"16777216\", expected a smaller size: a table of"];
        TUNING.run(run).refused(&words);
        assert!(!out.exists(), "{run:?}");
    }
}

/// A game that ended by the player's own failure has no positions, since nobody won it.
#[cfg(unix)]
#[test]
fn games_that_a_fault_ended_teach_nothing() {
    let out = file("frail.data");
    let generate = |arguments: String, games: &str| {
        let player = format!("cmd=/bin/sh,nodes=20,args={arguments}");
        let args = ["generate", GAME, "--games", games, "--threads", "1", "--quiet"];
        let rest = ["--player", &player, "--out", out.to_str().expect("text")];
        let output = TUNING.run(&[&args[..], &rest].concat());
        (output, out.exists().then(|| DataFile::read(&out).expect("a data file").games))
    };
    let (output, games) = generate(format!("{}\u{a0}{ENGINE}\u{a0}150", mock("frail.sh")), "12");
    let words = output.done();
    let games = games.expect("a file");
    let ended = games.iter().filter(|game| game.winners.is_empty()).count();
    assert!((1..12).contains(&ended), "{words}");
    assert!(
        words.contains(&format!("{ended} games without positions, as the player failed")),
        "{words}"
    );
    assert!(games.iter().all(|game| game.winners.is_empty() <= game.samples.is_empty()));
    fs::remove_file(&out).expect("a file");
    let (output, _) = generate(format!("{}\u{a0}crash\u{a0}1", mock("player.sh")), "4");
    output.failed(1, &["a player failed: in all 4 games"]);
    fs::remove_file(&out).expect("a file");
}

/// An interrupt before the decision of a match gives no verdict, and a status of failure. With a
/// limit of time or games that the user has set, the report says that the match was not decided.
#[cfg(unix)]
#[test]
fn an_undecided_match_is_no_success() {
    use rustix::process::{Pid, Signal, kill_process};

    let new = ["--new", "set.lmr_min_move=5", "--each", "nodes=20000", "--games", "1000000"];
    let args = [&["verify", GAME, "--quiet"][..], &new].concat();
    let started = std::time::Instant::now();
    let child = TUNING.command(&args).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(500));
    kill_process(Pid::from_child(&child), Signal::INT).expect("it is there");
    let output = child.wait_with_output().expect("an end");
    let finished = Finished::new(output, started);
    finished.failed(1, &["sprt: read an interrupt, expected a decision before it"]);
    assert!(finished.stdout.starts_with("not decided"), "{}", finished.stdout);
    for end in [["--for", "1s"], ["--games", "20"]] {
        let limit = if end[0] == "--for" { "nodes=20000" } else { "depth=1" };
        let players = ["--new", "set.lmr_min_move=5", "--each", limit];
        let args = [&["verify", GAME, "--quiet"][..], &players, &end].concat();
        let words = TUNING.run(&args).done();
        assert!(words.starts_with("not decided"), "{words}");
    }
}

/// Data, checkpoints, logs and outcomes that were on Windows are read. Of a data file, only the
/// first line and the end are text.
#[test]
fn files_from_windows_are_read() {
    let data = generated("windows.data", "60");
    let folder = file("windows-fit");
    let [path, out] = [&data, &folder].map(|path| path.to_str().expect("UTF-8"));
    let fit = ["fit", path, "--weights", "zero", "--epochs", "2", "--quiet", "--out", out];
    let whole = fs::read(&data).expect("a file");
    let line = whole.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    let header = on_windows(std::str::from_utf8(&whole[..line - 1]).expect("text"));
    let header = header.split_inclusive('\n').next().expect("a line");
    let edited = [header.as_bytes(), &whole[line..], b"\r\n\n"].concat();
    fs::write(&data, &edited).expect("written");
    assert_eq!(DataFile::read(&data).expect("data").games.len(), 60);
    // A file that goes on keeps its first line, and loses the blank lines.
    let player = ["--player", "random=yes", "--quiet", "--resume", "--out", path];
    TUNING.run(&[&["generate", GAME, "--games", "60"][..], &player].concat()).done();
    assert!(fs::read(&data).expect("a file") == edited[..edited.len() - 3]);

    TUNING.run(&fit).done();
    let report = ["report", out, "--out", out];
    TUNING.run(&report).done();
    let page = folder.join("report.html");
    let expected = fs::read_to_string(&page).expect("a page");
    for name in ["checkpoint.json", "epochs.jsonl", "outcome.json"] {
        edit_on_windows(folder.join(name));
    }
    TUNING.run(&report).done();
    assert_eq!(fs::read_to_string(&page).expect("a page"), expected);
    let again = [&fit[..], &["--resume"]].concat();
    TUNING.run(&again).done();
    fs::remove_dir_all(folder).expect("a folder");
    fs::remove_file(data).expect("a file");
}
