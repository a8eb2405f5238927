//! Files and programs of draughts players: `engine convert`, `engine hub` and `engine dxp`.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::program::{engine, engine_reading};
use super::ugi::Talk;
use testing::{file, on_windows};

const SQUARE10: &str = "etoile:board=square10,landing=any,majority=yes,omit=must,players=2";

/// Two games, and between them two that cannot be converted.
const GAMES: &str = "[Event \"one\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n\
    1. 32-28 {[%clk 0:09:57]} 19-23! 2. 28x19 14x23 2-0\n\n\
    [Event \"two\"]\n[GameType \"20\"]\n1. 32-28 32-28 *\n\n\
    [Event \"three\"]\n[GameType \"25\"]\n1. c3-d4 *\n\n\
    [Event \"four\"]\n[GameType \"21\"]\n[FEN \"B:W30:B1\"]\n1. 1-5 30-26 *\n";

fn converted(text: &str, to: &str) -> testing::Finished {
    engine_reading(&["convert", "-", "--to", to], text.as_bytes())
}

#[test]
fn one_bad_game_costs_no_other() {
    for text in [GAMES.to_owned(), on_windows(GAMES)] {
        let found = converted(&text, "text");
        assert_eq!(found.status, Some(1), "{}", found.stderr);
        let lines: Vec<_> = found.stdout.lines().collect();
        assert_eq!(lines[0], format!("{SQUARE10} startpos moves d4-e5 g7-f6 e5xg7 h8xf6"));
        let english = "etoile:board=square8,players=2,rules=english A g1 f8 0 - moves g1-h2 f8-e7";
        assert_eq!(lines[1..], [english]);
        let errors: Vec<_> = found.stderr.lines().collect();
        assert!(errors[0].starts_with("warning: game 2, line 11, column 10: move: read \"32-28\""));
        assert!(errors[1].starts_with("warning: game 3, line 14, column 1: GameType: read \"25\""));
        assert_eq!(errors[2..], ["error: 2 of 4 games were not converted"]);
    }
    let found = converted(&format!("{GAMES}\n{GAMES}"), "text");
    let warnings: Vec<_> = found.stderr.lines().filter(|line| line.contains("warning")).collect();
    assert_eq!(warnings.len(), 4, "{}", found.stderr);
    assert!(warnings.iter().all(|line| line.starts_with("warning: game ")), "{warnings:?}");
}

/// Each format is converted to each other one and back, without a loss.
#[test]
fn formats_are_converted_both_ways() {
    let pdn = "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ann\"]\n\
        [Black \"Bob\"]\n[Result \"0-2\"]\n[GameType \"20\"]\n\n\
        1. 32-28 {late [%clk 0:09:57]} 1... 19-23! $2 (1... 18-23) 2. 28x19 14x23 *\n\n";
    assert_eq!(converted(pdn, "pdn").done(), pdn);
    let text = converted(pdn, "json").done();
    let game: Json = serde_json::from_str(&text).expect("JSON");
    assert_eq!(game["players"], json!(["Ann", "Bob"]));
    assert_eq!(game["result"], json!([0.0, 1.0]));
    assert_eq!(game["start"], format!("{SQUARE10} startpos"));
    assert_eq!(game["moves"], json!(["d4-e5", "g7-f6", "e5xg7", "h8xf6"]));
    assert_eq!(game["clocks"], json!([[1, "clk", "0:09:57"]]));
    assert_eq!(converted(&text, "pdn").done(), pdn);
    let text = converted(pdn, "text").done();
    assert_eq!(converted(&text, "text").done(), text);
    assert!(converted(&text, "pdn").done().ends_with("\n1. 32-28 19-23 2. 28x19 14x23 *\n\n"));
    // Other games have no PDN.
    let other = "maitres startpos moves die4\n";
    let moves: Json = serde_json::from_str(&converted(other, "json").done()).expect("JSON");
    assert_eq!(moves["moves"], json!(["die4"]));
    converted(other, "pdn").refused(&["expected etoile with board=square8 or board=square10"]);
}

#[test]
fn options_without_a_type_are_kept() {
    let text =
        "etoile:board=square8,misere=yes,players=2,quiet=40,rules=italian startpos moves c3-d4\n";
    let pdn = converted(text, "pdn").done();
    assert!(pdn.contains("[GameType \"22\"]\n[Rules \"etoile:"), "{pdn}");
    assert_eq!(converted(&pdn, "text").done(), text);
    let huffs = "etoile:board=square8,players=2 startpos moves c3-d4 b6-a5 d4-c5 a7-b6 huff:d6";
    converted(huffs, "pdn").refused(&["move: read \"huff:d6\"", "PDN has no other moves"]);
}

#[test]
fn bad_usage_is_refused() {
    for (input, args, words) in [
        ("", &["--to", "pdn"][..], "FILE: read \"-\", expected games"),
        ("*", &["--to", "xml"], "--to: read \"xml\""),
        ("1. 32-28 *", &["--to", "text", "--game", "chess"], "game: read \"chess\""),
        ("1. 32-28 *", &["--to", "text", "--game", "maitres"], "expected etoile with board="),
        ("1. nothing *", &["--to", "text"], "game 1, line 1, column 4: move: read \"nothing\""),
        ("{\"start\":\"x\"}", &["--to", "text"], "game 1, line 1: game: read \"x\""),
        ("{\"a\":1}", &["--to", "text"], "expected the key start"),
        ("etoile startpos moves x", &["--to", "text"], "move: read \"x\""),
    ] {
        let found = engine_reading(&[&["convert", "-"], args].concat(), input.as_bytes());
        found.refused(&[words]);
    }
    engine(&["convert", "/nowhere/x.pdn", "--to", "text"])
        .refused(&["FILE: read", "a readable file"]);
}

/// Thousands of games take little memory, since only one at a time is in memory.
#[cfg(unix)]
#[test]
fn long_files_are_streamed() {
    let path = file("long.pdn");
    let game = GAMES.split("\n[Event \"two\"]").next().expect("a game");
    fs::write(&path, format!("{game}\n").repeat(5000)).expect("a file");
    let name = path.to_str().expect("a name");
    let args = ["convert", name, "--to", "text"];
    let output = testing::ENGINE.command_within(400, &args).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 5000);
}

#[test]
fn positions_may_be_fen_or_pdn() {
    let shown = engine(&["show", "W:W31-50:B1-20"]).done();
    assert!(shown.contains(&format!("{SQUARE10} A ")), "{shown}");
    let shown = engine_reading(&["show", "-"], b"[GameType \"21\"]\n\n1. 11-15\n23-19 *\n").done();
    assert!(shown.contains("A to act"), "{shown}");
    let best = engine(&[
        "bestmove",
        "etoile:board=square8,players=2,rules=english B:W30:B1",
        "--depth",
        "2",
    ]);
    assert!(best.done().contains("bestmove g1-"), "a move of the man on 1");
    engine(&["show", "W:W31-50:B1-99"]).refused(&["FEN: read"]);
    let played = engine_reading(&["play", "1. 32-28 19-23 *", "--level", "1"], b"quit\n");
    assert!(played.done().contains("e5"), "the game goes on");
}

/// The lines with which the engine introduces itself.
fn introduction(talk: &mut Talk) -> Vec<String> {
    talk.say("hub");
    let mut lines = vec![talk.hear()];
    while lines.last().is_some_and(|line| line != "wait") {
        lines.push(talk.hear());
    }
    lines
}

/// An interface may send all values back that it was told. Then the game stays the same.
#[test]
fn hub_tells_the_variant_of_its_game() {
    let losing = SQUARE10.replace("majority=yes", "majority=yes,misere=yes");
    let english = "etoile:board=square8,players=2,rules=english";
    let quiet = "etoile:board=square8,players=2,quiet=40,rules=english";
    let lost = "etoile:board=square8,misere=yes,players=2,rules=english";
    for (game, variant, own) in [
        (SQUARE10, "normal", ""),
        (english, "english", ""),
        (quiet, "english", quiet),
        (&losing, "losing", ""),
        (lost, "other", lost),
    ] {
        let mut talk = Talk::with(&["hub", "--threads", "1", "--game", game]);
        let lines = introduction(&mut talk);
        let told =
            |line: &str| assert!(lines.iter().any(|told| told.starts_with(line)), "{lines:?}");
        told(&format!("param name=variant value={variant} type=enum"));
        told(&format!("param name=game value=\"{own}\" type=string"));
        for (name, value) in [("variant", variant), ("game", own)] {
            talk.say(&format!("set-param name={name} value=\"{value}\""));
        }
        assert_eq!(talk.ask("init"), "ready");
        assert_eq!(introduction(&mut talk), lines);
    }
}

#[test]
fn hub_answers_as_the_protocol_asks() {
    let mut talk = Talk::with(&["hub", "--threads", "1"]);
    let lines = introduction(&mut talk);
    assert!(lines[0].starts_with("id name=engine version="), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("param name=variant value=normal type=enum")));
    assert_eq!(talk.ask("init"), "ready");
    assert_eq!(talk.ask("ping"), "pong");
    let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    talk.say(&format!("pos pos={start} moves=\"32-28 19-23\"\nlevel depth=3\ngo think"));
    let done = |talk: &mut Talk| loop {
        let line = talk.hear();
        if line.starts_with("done ") {
            break line;
        }
        assert!(line.starts_with("info depth="), "{line}");
    };
    // The capture is compulsory.
    assert!(done(&mut talk).starts_with("done move=28x19x23"));
    for line in [
        "pos pos=Wx",
        "pos pos=W moves=1-2",
        "level time=x",
        "set-param name=variant value=chess",
        "pos \"",
        "set-param name=game value=maitres",
    ] {
        let answer = talk.ask(line);
        assert!(answer.starts_with("error message=\""), "{line}: {answer}");
    }
    // Searches without a limit end at `stop`, and other lines wait.
    talk.say(&format!("something else\nnew-game\npos pos={start}\nlevel infinite\ngo analyze"));
    assert!(talk.hear().starts_with("info depth="));
    talk.say("stop");
    assert!(done(&mut talk).starts_with("done move="));
    talk.say("level depth=2\ngo ponder");
    assert!(talk.hear().starts_with("info depth="));
    talk.say("ponder-hit");
    assert!(done(&mut talk).starts_with("done move="));
    talk.say("set-param name=variant value=english\ngo think");
    assert!(done(&mut talk).starts_with("done move=2"));
    talk.say("quit");
    assert_eq!(talk.hear(), "");
}

/// A connection of a test to `engine dxp --listen`.
struct Peer {
    stream: TcpStream,
}

impl Peer {
    fn connect(address: &str) -> Self {
        let stream = TcpStream::connect(address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
        Self { stream }
    }

    fn say(&mut self, message: &str) {
        self.stream.write_all(format!("{message}\0").as_bytes()).expect("it reads");
    }

    /// The next message; empty if the connection is closed.
    fn hear(&mut self) -> String {
        let (mut text, mut byte) = (String::new(), [0]);
        while self.stream.read(&mut byte).is_ok_and(|count| count == 1) && byte != [0] {
            text.push(char::from(byte[0]));
        }
        text
    }
}

#[test]
fn dxp_plays_and_bad_peers_lose() {
    let args = ["dxp", "--listen", "0", "--depth", "2", "--threads", "1", "--hash", "1"];
    let mut server = Talk::with(&[&args[..], &["--games", "4", "--patience", "2s"]].concat());
    let address = server.hear();
    let address = address.strip_prefix("listening on ").expect("an address").to_owned();
    let request = format!("R01{:32}W001000A", "test");
    // The others are served while this one says nothing.
    let idle = Peer::connect(&address);

    let mut peer = Peer::connect(&address);
    peer.say(&request.replace("R01", "R02"));
    assert!(peer.hear().ends_with('1'), "another version");
    peer.say(&request);
    assert!(peer.hear().starts_with("Aengine "));
    assert!(peer.hear().starts_with('M'), "white begins");
    peer.say("Chello");
    peer.say("M0000010200");
    assert_eq!(peer.hear(), "E31");
    let first = [server.hear(), server.hear()];
    assert!(
        first[0].starts_with("game 1 as white against \"test\": won after 1 plies"),
        "{first:?}"
    );
    assert!(first[0].contains("nonsense: the illegal move 1-2"), "{first:?}");

    let mut peer = Peer::connect(&address);
    peer.say(&request);
    peer.hear();
    peer.hear();
    drop(peer);
    assert!(server.hear().contains("closed the connection"));
    server.hear();

    // The other program takes its move back, and then gives up.
    let mut peer = Peer::connect(&address);
    peer.say(&request.replace("W001000A", "Z001000A"));
    peer.hear();
    peer.say("M0000322800");
    assert!(peer.hear().starts_with('M'));
    peer.say("B001W");
    assert_eq!(peer.hear(), "K0");
    peer.say("M0000312600");
    assert!(peer.hear().starts_with('M'));
    peer.say("E10");
    assert_eq!(peer.hear(), "E00");
    let third = [server.hear(), server.hear()];
    assert!(third[0].contains("won after 2 plies, the other program gave up"), "{third:?}");
    assert!(third[1].contains(" moves c5-") || third[1].contains(" moves b4-"), "{third:?}");
    drop(idle);

    // A game between two programs.
    let played = engine(&[
        "dxp",
        "--connect",
        &address,
        "--depth",
        "1",
        "--threads",
        "1",
        "--hash",
        "1",
        "--moves",
        "3",
    ]);
    let text = played.done();
    assert!(text.starts_with("game 1 as white against \"engine "), "{text}");
    assert!(text.contains("after 6 plies, by the limit of moves"), "{text}");
    assert!(server.hear().starts_with("game 4 as black against \"engine "));
    for (args, status, words) in [
        (&["dxp", "--connect", "x"][..], 2, "--connect: read \"x\", expected PORT or HOST:PORT"),
        (&["dxp", "--connect", &address, "--game", "maitres"], 2, "compulsory captures"),
        (&["dxp", "--connect", "127.0.0.1:1"], 1, "expected a program that listens"),
    ] {
        engine(args).failed(status, &[words]);
    }
}
