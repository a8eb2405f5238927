//! Bad usage and bad input: status 2 at once, and one line that names the field.

use std::fs;
use std::path::PathBuf;

use eval::Weights;
use games::State;
use games::benedictine::Benedictine;

use super::program::{engine, engine_reading};

/// The commands that take a position, with their other arguments.
const READERS: [&[&str]; 5] =
    [&["show"], &["inspect", "--children"], &["perft", "--divide"], &["bestmove"], &["analyse"]];

/// A command line with `position` in its place.
fn with_position<'a>(reader: &[&'a str], position: &'a str) -> Vec<&'a str> {
    let mut args = vec![reader[0], position];
    if reader[0] == "perft" {
        args.push("2");
    }
    args.extend(&reader[1..]);
    args
}

/// Checks that every command refuses a position.
#[track_caller]
fn refuse_position(position: &str, words: &[&str]) {
    for reader in READERS {
        engine(&with_position(reader, position)).refused(words);
    }
}

/// Checks that a search with bad arguments is refused.
#[track_caller]
fn refuse_search(args: &[&str], words: &[&str]) {
    for command in ["bestmove", "analyse"] {
        engine(&[&[command, "benedictine startpos"], args].concat()).refused(words);
    }
}

#[test]
fn games_and_options() {
    for (position, words) in [
        ("", ["game", "benedictine maitres"]),
        (" ", ["game", "benedictine maitres"]),
        ("chess startpos", ["game", "chess"]),
        ("Benedictine startpos", ["game", "Benedictine"]),
        ("benedictine", ["position", "board side"]),
        ("benedictine:", ["option", "key=value"]),
        ("benedictine:speed=3 startpos", ["option", "plies repetition"]),
        ("benedictine:plies startpos", ["option", "key=value"]),
        ("benedictine:plies=x startpos", ["option plies", "a number"]),
        ("benedictine:plies=007 startpos", ["option plies", "007"]),
        ("benedictine:plies=99999999999 startpos", ["option plies", "99999999999"]),
        ("benedictine:repetition=1 startpos", ["option repetition", "not 1"]),
        ("benedictine:plies=4,plies=4 startpos", ["option plies", "once"]),
        ("maitres:variant=none startpos", ["option variant", "master annihilation"]),
    ] {
        refuse_position(position, &words);
    }
}

#[test]
fn boards_and_fields() {
    for (position, words) in [
        ("benedictine start", ["position", "start"]),
        ("benedictine  startpos", ["position", "single spaces"]),
        ("benedictine startpos ", ["position", "single spaces"]),
        ("benedictine 7/7/7/7/7/7/7", ["position", "board side"]),
        ("benedictine 7/7/7/7/7/7/7 g", ["board", "five G"]),
        ("benedictine 7/7/7/7/7/7 g", ["board", "7 ranks"]),
        ("benedictine 1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1 r", ["side", "g or a"]),
        ("benedictine 1A1A1A1/2A1A2/7/2o4/7/2G1G2/1G1G1G1 g", ["board", "black square"]),
        ("maitres 9/9/9/9/9/9/9/9/9 r -", ["board", "Master"]),
        ("maitres 9/9/9/9/9/9/9/9/4M4 r 7", ["die", "1 to 6"]),
        ("maitres 9/9/9/9/9/9/9/9/45 r -", ["board rank 1", "one digit"]),
        ("maitres:variant=annihilation 9/9/9/9/9/9/9/9/4M4 r -", ["board", "Master"]),
    ] {
        refuse_position(position, &words);
    }
}

#[test]
fn moves() {
    for (position, words) in [
        ("benedictine startpos moves", ["moves", "at least one"]),
        ("benedictine startpos moves ", ["move", "legal"]),
        ("benedictine startpos moves b1-b2", ["move", "b1-b2"]),
        ("benedictine startpos moves b1-a1 b1-a1", ["move", "b1-a1"]),
        ("benedictine startpos moves b1-a1  b7-a7", ["move", "legal"]),
        ("benedictine startpos move b1-a1", ["position", "single spaces"]),
        ("benedictine:plies=1 startpos moves b1-a1 b7-a7", ["move", "over"]),
        ("maitres startpos moves c2-c6", ["move", "die1"]),
        ("maitres startpos moves die7", ["move", "die7"]),
        ("maitres startpos moves die4 die4", ["move", "die4"]),
        ("maitres 9/9/9/9/9/9/9/9/4M4 b - moves die1", ["move", "over"]),
    ] {
        refuse_position(position, &words);
    }
}

/// Error messages shorten long texts.
#[test]
fn long_texts() {
    let ranks = format!("benedictine {}7 g", "7/".repeat(999));
    refuse_position(&ranks, &["board", "7 ranks"]);
    let line = "a".repeat(10_000_000);
    for reader in READERS {
        let run = engine_reading(&with_position(reader, "-"), line.as_bytes());
        run.refused(&["game", "aaa"]);
        assert!(run.stderr.len() < 300, "{} bytes", run.stderr.len());
    }
    let board = format!("maitres {} r -", "9/".repeat(5_000_000));
    engine_reading(&["show", "-"], board.as_bytes()).refused(&["board", "9 ranks"]);
    let moves = format!("benedictine startpos moves {}", "b1-a1 a1-b1 ".repeat(1_000_000));
    engine_reading(&["show", "-"], moves.as_bytes()).refused(&["move", "a1-b1"]);
}

#[test]
fn standard_input() {
    for (input, words) in [
        (&b""[..], ["game", "read \"\""]),
        (b"benedictine \xff startpos", ["position", "UTF-8"]),
        (b"\nbenedictine startpos\n", ["game", "read \"\""]),
        (b"\0", ["game", "one of"]),
        (
            b"benedictine startpos\nmore\n",
            ["standard input: read \"more\"", "expected nothing after"],
        ),
    ] {
        engine_reading(&["show", "-"], input).refused(&words);
    }
}

/// The line may have a byte order mark, an end as on Windows, and blank lines after it.
#[test]
fn a_line_of_standard_input() {
    let board = engine(&["show", "benedictine startpos"]).done();
    for input in [
        "benedictine startpos",
        "benedictine startpos\r\n",
        "\u{feff}benedictine startpos\r\n\r\n",
        "benedictine startpos\n \n\n",
    ] {
        assert_eq!(engine_reading(&["show", "-"], input.as_bytes()).done(), board, "{input:?}");
    }
}

/// Error messages contain no control characters.
#[test]
fn strange_characters() {
    for text in ["a\x1b[31mb", "a\nb", "a\n\nb", "a\rb", "benedictine \u{202e}startpos", "é\t"] {
        refuse_position(text, &["read"]);
        let depth = format!("--depth={text}");
        for args in [&["show", text][..], &[text], &["perft", text, text], &["bestmove", &depth]] {
            let run = engine(args);
            run.refused(&[]);
            assert!(!run.stderr.trim_end().contains(char::is_control), "{run:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let bad = OsStr::from_bytes(b"benedictine \xff startpos");
    for args in [
        &[OsStr::new("show"), bad][..],
        &[OsStr::new("bestmove"), OsStr::new("benedictine startpos"), OsStr::new("--time"), bad],
    ] {
        engine(args).refused(&["argument ", ": read \"", "expected text in UTF-8"]);
    }
    engine(&[bad]).refused(&["subcommand"]);
}

#[test]
fn numbers_and_times() {
    for (option, values) in [
        ("--depth", &["0", "101", "10000", "-1", "x", "1.5", "", "99999999999999999999"][..]),
        ("--nodes", &["0", "-1", "x", "99999999999999999999"]),
        ("--threads", &["0", "1025", "-1", "x"]),
        ("--hash", &["0", "-1", "x", "18446744073709551616"]),
        ("--multipv", &["0", "-1", "x", "1001"]),
        ("--seed", &["-1", "x"]),
        (
            "--time",
            &["0s", "0ms", "2", "abc", "", "s", "-1s", "1e9s", "2d", "1..5s", "inf", "9999h"],
        ),
    ] {
        for value in values {
            let joined = format!("{option}={value}");
            let words = [&format!("{option}: read"), "expected"];
            refuse_search(&[&joined], &words);
            if !value.is_empty() {
                refuse_search(&[option, value], &words);
            }
        }
    }
    for depth in ["101", "x", ""] {
        engine(&["perft", "benedictine startpos", depth]).refused(&["DEPTH"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn more_memory_than_there_is() {
    for hash in ["999999999", "17592186044416", "18446744073709551615"] {
        refuse_search(&["--hash", hash], &["--hash", hash]);
    }
}

#[test]
fn usage() {
    assert!(engine::<&str>(&[]).done().contains("Commands:"));
    engine(&["frobnicate"]).refused(&["subcommand", "frobnicate"]);
    engine(&["bestmov"]).refused(&["subcommand: read \"bestmov\", expected perhaps \"bestmove\""]);
    engine(&["--open"]).refused(&["--open"]);
    for command in ["show", "inspect", "bestmove", "analyse", "perft"] {
        engine(&[command]).refused(&["POSITION"]);
    }
    engine(&["perft", "benedictine startpos"]).refused(&["DEPTH"]);
    engine(&["show", "benedictine startpos", "extra"]).refused(&["extra"]);
    engine(&["games", "extra"]).refused(&["extra"]);
    engine(&["bench", "extra"]).refused(&["extra"]);
    engine(&["bench", "--set", "magic=1"]).refused(&["parameter: read \"magic\", expected one of"]);
    refuse_search(&["--frobnicate"], &["--frobnicate"]);
    refuse_search(
        &["--set", "lmr_min_move"],
        &["--set: read \"lmr_min_move\", expected key=value"],
    );
    refuse_search(
        &["--set", "lmr_min_move=3", "--set", "lmr_min_move=3"],
        &["--set lmr_min_move: read \"lmr_min_move=3\", expected each key only once"],
    );
    refuse_search(
        &["--set", "lmr_min_move=3,lmr_index=3"],
        &["--set lmr_index: read \"lmr_index=3\", expected each key only once"],
    );
    refuse_search(
        &["--set", "lmr_min_move=33"],
        &["parameter lmr_min_move: read \"33\"", "1 to 32"],
    );
    refuse_search(
        &["--set", "mcts_exploration=450"],
        &[
            "set: read \"mcts_exploration=450\"",
            "a parameter of the search alpha-beta (aspiration_depth",
        ],
    );
    refuse_search(&["--depth"], &["--depth"]);
    refuse_search(&["--depth", "1", "--depth", "2"], &["--depth"]);
}

/// Options without effect are refused.
#[test]
fn options_have_an_effect() {
    let garden = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/tests/packs/garden.toml");
    for (args, words) in [
        (
            &["play", "benedictine", "--typed"][..],
            "--typed: read \"benedictine\", expected a game with",
        ),
        (
            &["play", "benedictine", "--people", "g,G"],
            "--people: read \"G\", expected each name only",
        ),
        (&["play", "benedictine", "--people", "g,"], "--people: read \"g,\""),
        (&["show", "benedictine startpos", "--pack", garden], "the option pack=garden in the game"),
        (&["show", "buteur startpos", "--pack", garden], "the option pack=garden in the game"),
        (&["puzzles", "buteur", "--pack", garden], "the option pack=garden in the game"),
        (&["serve", "--salvage", "x", "--data", "y", "--pack", garden], "--salvage"),
        (&["serve", "--check", "--port", "1"], "--check"),
        (&["bench", "--time", "1s"], "--suite"),
        (&["bestmove", "benedictine startpos", "--search", "mcts"], "--search: read \"mcts\""),
        (&["bestmove", "benedictine startpos", "--hidden", "views"], "--hidden: read \"views\""),
    ] {
        engine(args).refused(&[words]);
    }
}

/// Writes a file for these tests.
fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file");
    path.into_os_string().into_string().expect("UTF-8")
}

#[test]
fn weights() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let weights = format!("{}/../../eval/weights", env!("CARGO_MANIFEST_DIR"));
    // Weights without tables are written as text.
    let game = State::<Benedictine>::parse("benedictine startpos").expect("a position").into_game();
    let text = String::from_utf8(Weights::zero(&game).format(&game)).expect("text");
    let known = |line: &str| match line.split_once(" = ") {
        Some(("scale", _)) => "scale = 100\n".to_owned(),
        Some(("on_move", _)) => "on_move = [10, 20, 30]\n".to_owned(),
        _ => format!("{line}\n"),
    };
    let good: String = text.lines().map(known).collect();
    let on_move = good.lines().position(|line| line.starts_with("on_move")).expect("a line") + 1;
    let on_move = format!("line {on_move}");
    // The end of the text is inside its last group.
    let half = &good[..good.len() - 4];
    let missing = good.replace("on_move = [10, 20, 30]\n", "");
    for (file, word) in [
        (format!("{folder}/missing.toml"), "missing.toml"),
        (folder.to_owned(), "directory"),
        (String::new(), "No such file"),
        (format!("{weights}/maitres-annihilation.weights"), "set"),
        (file("empty.toml", ""), "set"),
        (file("truncated.toml", half), "line "),
        (file("bytes.toml", b"\xff\xfd"), "UTF-8"),
        (file("scale.toml", good.replace("scale = 100", "scale = 0")), "scale"),
        (file("short.toml", good.replace("[10, 20, 30]", "[10, 20]")), "on_move"),
        (file("long.toml", good.replace("[10, 20, 30]", "[10, 20, 30, 40]")), "on_move"),
        (file("text.toml", good.replace("[10, 20, 30]", "[10, 20, \"x\"]")), on_move.as_str()),
        (file("huge.toml", good.replace("[10, 20, 30]", "[10, 20, 2000000]")), "on_move"),
        (file("name.toml", good.replace("on_move", "in_move")), "on_move"),
        (file("missing_one.toml", missing), "on_move"),
        (file("more.toml", format!("{good}more = [1]\n")), "more"),
    ] {
        refuse_search(&["--weights", &file], &["weights", word]);
    }
}

/// Every option that takes a file, a folder or a number is named in its error, with the text that
/// was read and the expected text.
#[test]
fn every_option_is_refused_by_name() {
    let own = testing::file("options-diary.txt");
    fs::write(&own, "diary\n").expect("a file");
    let bytes = testing::file("options-bytes.txt");
    fs::write(&bytes, b"\xff\xfd").expect("a file");
    let empty = testing::file("options-empty.txt");
    fs::write(&empty, "").expect("a file");
    let [own, bytes, empty] = [&own, &bytes, &empty].map(|path| path.to_str().expect("text"));
    let position = "etoile:board=square8,players=2 A Kc3 Ka1 0 -";
    let whole = "expected a whole number from ";
    let text = "expected a readable file of text (";
    let folder = "expected a folder of tables (";
    for (args, field, expected) in [
        (&["serve", "--port", "99999"][..], "--port", whole),
        (&["serve", "--port", "x"], "--port", whole),
        (&["serve", "--bind", "999.1.1.1"], "--bind", "expected an address as 127.0.0.1"),
        (
            &["serve", "--port", "0", "--data", own],
            "--data",
            "expected a folder to keep games in (",
        ),
        (&["tables", "build", "etoile", "--pieces", "9", "--dir", "x"], "--pieces", whole),
        (&["tables", "probe", position, "--dir", "nowhere"], "tables", folder),
        (&["tables", "verify", "etoile:players=2", "--dir", own], "tables", folder),
        (&["bestmove", position, "--tables", "nowhere"], "tables", folder),
        (&["bestmove", position, "--tables", own], "tables", folder),
        (&["bestmove", "benedictine startpos", "--tables", "nowhere"], "tables", folder),
        (&["solve", position, "--check", "nowhere"], "--check", text),
        (&["solve", position, "--check", bytes], "--check", text),
        (&["solve", position, "--resume", bytes], "--resume", text),
        (&["solve", position, "--resume", "/"], "--resume", text),
        (&["solve", position, "--resume", empty], "--resume", "line 1: read \"\", expected sum"),
        (&["bench", "--suite", "nowhere"], "--suite", text),
        (&["bench", "--suite", bytes], "--suite", text),
        (&["bench", "--suite", own], "--suite", "expected \"POSITION ; best MOVE ; grade N\""),
        (&["bench", "--suite", empty], "--suite", "read no puzzle, expected one or more"),
    ] {
        engine(args).refused(&[&format!("error: {field}: "), "read ", expected]);
    }
}
