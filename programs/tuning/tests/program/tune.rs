//! Runs of `tuning spsa` and `tuning cma` from start to end.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use eval::{Evaluate, Weights};
use games::State;
use games::etoile::{Etoile, Star};
use serde_json::Value as Json;

use testing::{TUNING, file};

const GAME: &str = "etoile:players=2";

/// A smaller game, for runs in which only the number of games matters.
const SHORT: &str = "etoile:board=square8,players=2,quiet=4";

fn done(arguments: &[&str]) -> String {
    TUNING.run(arguments).done()
}

/// The one-line error of a run with invalid input.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let finished = TUNING.run(arguments);
    finished.failed(2, &[]);
    finished.stderr
}

/// The arguments of a short run in a folder.
fn search<'a>(kind: &'a str, folder: &'a Path, games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let folder = folder.to_str().expect("works in a test");
    let usual = ["--quiet", "--each", "nodes=5", "--games", games, "--out", folder, "--units", "1"];
    let varied = ["--params", "lmr_min_move,etc_depth", "--weights-group", "man[0],king"];
    [&[kind, SHORT][..], &usual, &varied, more].concat()
}

/// All files that a run leaves behind, except its lock.
fn left(folder: &Path) -> Vec<Vec<u8>> {
    let names = ["iterations.jsonl", "weights.toml", "checkpoint.json"];
    names.map(|name| fs::read(folder.join(name)).expect(name)).to_vec()
}

fn iterations(folder: &Path) -> Vec<Json> {
    let text = fs::read_to_string(folder.join("iterations.jsonl")).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().map(|line| serde_json::from_str(line).expect("works in a test")).collect()
}

/// Waits until a run that continues after `kept` iterations has finished two more. At its start the
/// log has `found` lines of an earlier run.
fn wait(child: &mut Child, folder: &Path, kept: usize, found: usize) {
    let started = Instant::now();
    let mut begun = false;
    loop {
        let count = iterations(folder).len();
        assert!(count >= kept, "it began anew");
        begun |= count != found;
        if begun && count >= kept + 2 {
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "it gets nowhere");
        assert_eq!(child.try_wait().expect("works in a test"), None, "it has ended");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// An uninterrupted run and a run that was interrupted, killed and continued write the same bytes,
/// with different numbers of threads.
#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_as_any_other() {
    use rustix::process::{Pid, Signal, kill_process};

    for (kind, games, more) in [("spsa", "480", &[][..]), ("cma", "960", &["--population", "4"])] {
        let (whole, parts) = (file(&format!("{kind}-whole")), file(&format!("{kind}-parts")));
        let text = done(&search(kind, &whole, games, &[&["--threads", "1"], more].concat()));
        assert!(
            text.contains("lmr_min_move 2 -> ") && text.contains("player set.lmr_min_move="),
            "{text}"
        );
        let resume = [&["--threads", "2", "--resume"], more].concat();
        let (mut kept, mut found) = (0, 0);
        for signal in [Signal::INT, Signal::KILL, Signal::TERM] {
            let mut child = TUNING.command(&search(kind, &parts, games, &resume)).spawn().unwrap();
            wait(&mut child, &parts, kept, found);
            kill_process(Pid::from_child(&child), signal).unwrap();
            let output = child.wait_with_output().unwrap();
            if signal != Signal::KILL {
                let error = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(1), "{error}");
                assert!(error.contains("--resume goes on with it"), "{error}");
                kept = iterations(&parts).len();
            }
            found = iterations(&parts).len();
        }
        assert_eq!(done(&search(kind, &parts, games, &resume)), text.replace("whole", "parts"));
        assert_eq!(left(&parts), left(&whole), "{kind}");
        // A finished run does nothing more.
        done(&search(kind, &parts, games, &resume));
        assert_eq!(left(&parts), left(&whole), "{kind}");
        fs::remove_dir_all(whole).unwrap();
        fs::remove_dir_all(parts).unwrap();
    }
}

#[test]
fn only_its_own_run_goes_on() {
    let out = file("own");
    done(&search("spsa", &out, "8", &[]));
    assert!(refused(&search("spsa", &out, "8", &[])).contains("--resume to go on with it"));
    let error = refused(&search("spsa", &out, "12", &["--resume"]));
    assert!(error.contains("games: read 8, expected 12 as in this run"), "{error}");
    let error = refused(&search("spsa", &out, "8", &["--resume", "--seed", "2"]));
    assert!(error.contains("seed: read 1, expected 2 as in this run"), "{error}");
    let error = refused(&search("spsa", &out, "8", &["--resume", "--r-end", "0.5"]));
    assert!(error.contains("r_end: read 0.002, expected 0.5 as in this run"), "{error}");
    let error = refused(&search("cma", &out, "16", &["--resume"]));
    assert!(error.contains("command: read spsa, expected cma as in this run"), "{error}");
    let path = out.join("checkpoint.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    let error = refused(&search("spsa", &out, "8", &["--resume"]));
    assert!(error.contains("checkpoint.json: crc: read none"), "{error}");
    fs::write(&path, text).unwrap();
    fs::write(out.join("iterations.jsonl"), "").unwrap();
    let error = refused(&search("spsa", &out, "8", &["--resume"]));
    assert!(error.contains("read 0 lines, expected the 4 of the checkpoint"), "{error}");
    fs::remove_dir_all(out).unwrap();
}

/// A run without a whole iteration would change nothing, or by an infinite step.
#[test]
fn runs_without_an_iteration_are_refused() {
    for (kind, games, least) in [("spsa", "1", "2"), ("cma", "15", "16")] {
        let out = file(&format!("{kind}-short"));
        let error = refused(&search(kind, &out, games, &[]));
        let words =
            format!("--games: read \"{games}\", expected at least {least}, the games of an");
        assert!(error.contains(&words), "{error}");
        assert!(!out.exists(), "nothing was begun");
    }
}

/// Only whole iterations are played, and no more games than were asked for. A match of fewer games
/// than a unit is refused.
#[test]
fn no_more_games_than_asked_for() {
    let out = file("spsa-rest");
    let text = TUNING.run(&search("spsa", &out, "5", &[])).done();
    assert!(text.starts_with("after 4 games\n"), "{text}");
    let verify = ["verify", GAME, "--new", "zero", "--each", "nodes=20", "--quiet"];
    TUNING
        .run(&[&verify[..], &["--games", "1"]].concat())
        .refused(&["games: read \"1\", expected at least 2, the games of a unit"]);
    let text = TUNING.run(&[&verify[..], &["--games", "3"]].concat()).done();
    assert!(text.contains(" 2 games"), "{text}");
    fs::remove_dir_all(out).unwrap();
}

/// Options without effect are refused.
#[test]
fn options_have_an_effect() {
    let out = file("no-effect");
    let path = out.to_str().unwrap();
    let spsa = ["spsa", GAME, "--params", "lmr_min_move", "--out", path];
    for (more, word) in [
        (["--sprt", "elo0=0,elo1=5"], "--verify"),
        (["--verify-games", "2"], "--verify"),
        (["--weights-out", "w.toml"], "--weights-out: read \"w.toml\", expected --weights-group"),
    ] {
        let error = refused(&[&spsa[..], &more].concat());
        assert!(error.contains(word), "{error}");
    }
    let fit = ["fit", "none.data", "--out", path];
    for more in [
        &["--sprt", "elo0=0,elo1=5"][..],
        &["--each", "nodes=5"],
        &["--verify-games", "2"],
        &["--scale-only", "--net"],
        &["--scale-only", "--epochs", "3"],
        &["--epochs", "0"],
        &["--verify", "--each", "weights=zero"],
        &["--verify", "--each", "name=A"],
    ] {
        let error = refused(&[&fit[..], more].concat());
        assert!(!error.contains("none.data"), "{error}");
    }
    let random = ["--player", "random=yes", "--games", "2", "--out", path];
    for (run, more, word) in [
        (["overnight", GAME], &["--each", "weights=zero", "--out", path][..], "each weights: read"),
        (["overnight", "maitres"], &["--net", "--out", path], "--net: read \"maitres\""),
        (
            ["overnight", "maitres"],
            &["--player", "lmr=no", "--out", path],
            "player lmr: read \"no\"",
        ),
        (["overnight", "maitres"], &["--each", "lmr=no", "--out", path], "player lmr: read \"no\""),
        (
            ["spsa", "maitres"],
            &["--params", "all", "--each", "lmr=no", "--out", path],
            "player lmr",
        ),
        (
            ["spsa", GAME],
            &["--params", "all", "--each", "name=A", "--out", path],
            "each name: read",
        ),
        (["generate", GAME], &[&["--keep-luck"][..], &random].concat(), "--keep-luck: read"),
        (["generate", GAME], &["--player", "star1=no", "--out", path], "player star1: read \"no\""),
        (
            ["verify", GAME],
            &["--new", "zero", "--each", "weights=none.toml,nodes=5"],
            "each weights: read \"none.toml\"",
        ),
    ] {
        let error = refused(&[&run[..], more].concat());
        assert!(error.contains(word), "{error}");
    }
    assert!(!out.exists(), "nothing was begun");
}

#[test]
fn bad_usage_is_refused() {
    let out = file("bad");
    let path = out.to_str().unwrap();
    for (more, message) in [
        (&[][..], "params: read \"\", expected something to vary"),
        (&["--params", "magic"], "parameter: read \"magic\", expected one of"),
        (&["--params", "lmr_min_move,lmr_min_move"], "expected each name only once"),
        (&["--params", "lmr_min_move,lmr_index"], "params: read \"lmr_index\", expected each name"),
        (&["--params", "lmr_min_move,"], "params: read \"lmr_min_move,\", expected names with a"),
        (
            &["--weights-group", "man,man"],
            "weights-group: read \"man\", expected each name only once",
        ),
        (
            &["--weights-group", "man,man[0]"],
            "weights-group: read \"man[0]\", expected each weight",
        ),
        (
            &["--params", "lmr_min_move", "--range", "lmr_min_move=1..9/1,lmr_index=1..8/1"],
            "range lmr_index: read \"lmr_index=1..8/1\", expected each key only once",
        ),
        (
            &["--params", "lmr_min_move", "--range", "lmr_min_move=1..NaN/1"],
            "range lmr_min_move: read",
        ),
        (
            &["--params", "mcts_exploration"],
            "set: read \"mcts_exploration=450\", expected a parameter of the search alpha-beta (",
        ),
        (&["--weights-group", "magic"], "weights-group: read \"magic\", expected one of man"),
        (&["--weights-group", "on_move[9]"], "weights-group on_move: read \"9\""),
        (&["--params", "all", "--range", "x=1..2/1"], "range x: read \"1..2/1\""),
        (
            &[
                "--params",
                "lmr_min_move",
                "--range",
                "lmr_min_move=1..9/1",
                "--range",
                "lmr_min_move=1..8/1",
            ],
            "range lmr_min_move: read \"lmr_min_move=1..8/1\", expected each key only once",
        ),
        (
            &["--params", "lmr_min_move", "--range", "lmr_min_move=5..9/1"],
            "range lmr_min_move: read",
        ),
        (&["--params", "all", "--each", "random=yes"], "each: read \"random=yes\""),
        (&["--params", "all", "--each", "nodes=0"], "player nodes: read \"0\""),
        (
            &["--params", "all", "--until", "25:00"],
            "--until: read \"25:00\", expected a time of day",
        ),
    ] {
        let error = refused(&[&["spsa", GAME, "--out", path][..], more].concat());
        assert!(error.contains(message), "{error}");
    }
}

/// A weight with the wrong sign gets a good value again, and a match confirms the gain.
#[test]
fn a_crippled_weight_is_mended() {
    let out = file("mended");
    fs::create_dir_all(&out).unwrap();
    let game = State::<Etoile<Star>>::parse("etoile:players=2 startpos").unwrap().into_game();
    let mut weights = Weights::default_for(&game);
    let groups = <Etoile<Star>>::FEATURES.iter().take_while(|group| group.name != "king");
    let king: usize = groups.map(|group| group.count).sum();
    weights.values_mut()[king] = -weights.scale();
    let crippled = out.join("crippled.toml");
    fs::write(&crippled, weights.format(&game)).unwrap();
    let each = format!("depth=1,weights={}", crippled.display());
    let run = out.join("run");
    let scale = weights.scale();
    let range = format!("king[0]={}..{}/{}", -4 * scale, 4 * scale, scale / 2);
    let range = ["--range", &range];
    let usual = ["--each", &each, "--weights-group", "king", "--quiet", "--r-end", "0.05"];
    let length = ["--games", "120", "--verify", "--out", run.to_str().unwrap()];
    let text = done(&[&["spsa", GAME][..], &range, &usual, &length].concat());
    let value = iterations(&run).last().unwrap()["values"]["king[0]"].as_f64().unwrap();
    assert!(value > 0.0, "{value}: {text}");
    // The match is won by a lead in Elo, or, if all points were won, without a figure in Elo.
    let won = ["keep the new values: +", "keep the new values: all points against"];
    assert!(won.iter().any(|words| text.contains(words)), "{text}");
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn old_and_new_are_told_apart() {
    let verify = |new: &str, games: &str| {
        TUNING
            .run(&["verify", GAME, "--new", new, "--each", "depth=1", "--quiet", "--games", games])
    };
    let worse = verify("zero", "400").done();
    assert!(worse.starts_with("keep the old weights: "), "{worse}");
    let same = verify("set.lmr_min_move=5", "20").done();
    assert!(same.starts_with("not decided after 20 games: the new weights have +0.0"), "{same}");
}
