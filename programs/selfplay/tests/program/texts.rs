//! Texts that were on Windows, and texts with quotes.

use std::fs;

use testing::{edit_on_windows, file, on_windows};

use super::program::{done, failed, run};

const TWO: &str = "--player name=A,nodes=20 --player name=B,random=yes --quiet";

#[test]
fn openings_from_windows_are_read() {
    let path = file("openings-windows").display().to_string();
    let text = "# two\nbenedictine startpos moves c2-d3@f2\n\nstartpos moves c2-d3@f2 c6-d5\n";
    let openings = format!("match benedictine {TWO} --games 4 --openings {path}");
    fs::write(&path, text).expect("written");
    let expected = done(&openings);
    edit_on_windows(&path);
    assert_eq!(done(&openings), expected);
    let units = on_windows(text).encode_utf16().collect::<Vec<_>>();
    let bytes = units.iter().flat_map(|unit| unit.to_be_bytes()).collect::<Vec<_>>();
    fs::write(&path, bytes).expect("written");
    assert_eq!(done(&openings), expected);
}

/// Records from Windows are read by each command, and a match goes on in them.
#[test]
fn records_from_windows_are_read() {
    let path = file("records-windows").display().to_string();
    let whole = format!("match maitres {TWO} --games 6 --out {path}");
    done(&whole);
    let commands = ["stats", "verify"].map(|command| format!("{command} {path}"));
    let expected = commands.each_ref().map(|command| done(command));
    let text = edit_on_windows(&path);
    assert_eq!(commands.each_ref().map(|command| done(command)), expected);
    done(&format!("replay {path} 1"));
    let merged = file("merged-windows").display().to_string();
    done(&format!("merge {path} --out {merged}"));
    let lines = fs::read_to_string(&merged).expect("records");
    assert_eq!(lines.lines().count(), text.lines().count());

    // Two games are left, and a line that was not written to its end.
    let (plan, games) = text.split_once('\n').expect("a plan");
    let kept: Vec<_> = games.lines().take(2).collect();
    let begun = format!("{}{{\"match\"", on_windows(&format!("{plan}\n{}", kept.join("\n"))));
    fs::write(&path, begun).expect("written");
    done(&format!("{whole} --resume"));
    let again = commands.each_ref().map(|command| done(command));
    assert_eq!(again, expected);
}

/// The words of an argument with spaces and a comma reach the program.
#[cfg(unix)]
#[test]
fn quotes_keep_commas_and_spaces() {
    use std::os::unix::fs::PermissionsExt;

    let folder = file("quotes, and spaces");
    fs::create_dir_all(&folder).expect("a folder");
    let (program, seen) = (folder.join("an, engine"), folder.join("seen"));
    let script = format!(
        "#!/bin/sh\nprintf '%s|' \"$@\" > \"{}\"\nexec {} ugi\n",
        seen.display(),
        testing::ENGINE
    );
    fs::write(&program, script).expect("written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    let program = program.display().to_string().replace(' ', "\u{a0}");
    for (args, words) in [
        ("\"--a\u{a0}'b,\u{a0}c'\"", "--a|b, c|"),
        ("--a\u{a0}'b,\u{a0}c'\u{a0}d", "--a|b, c|d|"),
        ("--a=\"b,\u{a0}c\"", "--a=b, c|"),
    ] {
        let player = format!("name=A,cmd=\"{program}\",args={args},nodes=10");
        done(&format!("match benedictine --player {player} {} --games 2", &TWO[25..]));
        assert_eq!(fs::read_to_string(&seen).expect("words"), words);
    }
    let error = failed(&format!("match benedictine --player name=A,cmd=\"{program} {TWO}"), 2);
    assert!(error.contains("expected each quote closed"), "{error}");
}

/// A setting without effect is refused.
#[test]
fn settings_have_an_effect() {
    run("sprt --results 1,2,3 --results 1,2,3").refused(&["--results: read it twice"]);
    let most = "sprt --results 1,2,4294967296";
    run(most)
        .refused(&["--results: read \"4294967296\", expected a whole number from 0 to 4294967295"]);
    let sprt = "sprt --results 1,2,3 --test model=bayes,over=units";
    run(sprt).refused(&["sprt over: read \"units\", expected over=games, since model=bayes"]);
    for (key, word) in [("search=mcts", "player search"), ("hidden=views", "player hidden")] {
        run(&format!("match benedictine {TWO} --player name=C,{key}")).refused(&[word, "a game "]);
    }
    let simple = "--player name=A,random=yes --player name=B,greedy=yes --quiet";
    let searches = "--player name=A,nodes=5 --player name=B,depth=1 --quiet";
    for (game, players, more, words) in [
        (
            "benedictine",
            TWO,
            "--patience 5s",
            "patience: read \"5000ms\", expected a player with cmd=",
        ),
        ("benedictine", TWO, "--margin 5ms", "margin: read \"5ms\", expected a player with time="),
        ("benedictine", TWO, "--clock wall", "clock: read \"wall\", expected a player with time="),
        ("benedictine", TWO, "--clock processor", "clock: read \"processor\""),
        ("benedictine", simple, "--each nodes=5", "each nodes: read \"5\""),
        ("benedictine", searches, "--each nodes=7", "each nodes: read \"7\""),
        ("benedictine", TWO, "--each name=C", "each name: read \"C\""),
        ("benedictine", simple, "--adjudicate proven=yes", "adjudicate: read \"proven=yes\""),
        ("benedictine", TWO, "--adjudicate win=0.9", "adjudicate: read \"win=0.9\""),
        ("benedictine", TWO, "--adjudicate even=0.1", "adjudicate: read \"even=0.1\""),
        (
            "benedictine",
            TWO,
            "--each star1=no",
            "player star1: read \"no\", expected a technique of",
        ),
        ("benedictine", TWO, "--each samples=yes", "player samples: read \"yes\""),
        (
            "maitres",
            TWO,
            "--each reductions=no",
            "player lmr: read \"no\", expected a technique of",
        ),
        ("etoile", TWO, "--each near=no,search=maxn", "player near_table: read \"no\""),
        (
            "buteur",
            TWO,
            "--each lmp=no",
            "expected no technique, since the search ismcts reads none",
        ),
        ("benedictine", TWO, "--each set.mcts_exploration=5", "set: read \"mcts_exploration=5\""),
    ] {
        run(&format!("match {game} {players} {more} --games 6")).refused(&[words]);
    }
}
