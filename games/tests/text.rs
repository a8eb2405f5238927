//! Reading is strict and never panics: random and mutilated texts, and a table of bad ones with the
//! field that the error names.

use std::time::{Duration, Instant};

use games::{AnyState, ParseError, format_position, with_state};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Texts that can be read, of all shapes.
const GOOD: &[&str] = &[
    "benedictine startpos",
    "benedictine 1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1 g",
    "benedictine:plies=9,repetition=2 startpos moves c2-d3@f2 c6-d5 b1-a1",
    "benedictine G6/1o5/7/7/AA1A1AA/7/G1G1G1G g moves a1-a2@goal",
    "benedictine A1A1A1A/7/GG1G1GG/7/7/5o1/5A1 a",
    "buteur startpos",
    "buteur:players=4 play R2 d7 1 0-0 run R ?6/Cr.F.L5h.N3b.N5h.R2r/?6/?6 - moves N3b draw:G",
    "buteur:players=3 throw B2 h7 1 0-0 run R ?8/?6/G.L2h.L2r.N4b.R2b.R3r -",
    "buteur penalty B1 c 1 0-0 run R Cb.F.G.N2h.N5r.R4h/Cr.F.G.L2r.L5h.N3b.N5h.R2r L3b.P",
    "buteur shot R1 d1 1 1-1 last R ?8/L2h.L3h.N2b.N3r.N4b.R2b.R3r.R5h Cb.Cr.Cr.F.F.F.F.F.F.F.F.G.G.G.L2b.L2r.L3r.L4b.L4h.L4r.L5b.L5r.N2r.N3b.N3h.N4h.N4r.N5b.P.R2h.R2r.R3b.R3h.R4b.R4r.R5b.R5r moves G draw:?",
    "maitres startpos",
    "maitres startpos moves die6 a2-a4+c2-c6 die3 b8-b5",
    "maitres:passage=leap,variant=annihilation lllllllll/sssssssss/9/9/9/9/9/SSSSSSSSS/LLLLLLLLL r 5",
    "maitres m8/l8/S8/9/4M4/9/9/1s7/9 r 6 moves pass die1",
    "maitres:plies=0 9/9/2l6/9/4m4/9/1S3L3/9/M8 b -",
    "maitres 9/9/9/9/4M4/9/1s7/9/L8 b -",
];

/// Pieces of texts, to be put where they do not belong.
const TOKENS: &[&str] = &[
    " ",
    "  ",
    "/",
    ":",
    ",",
    "=",
    "-",
    "+",
    "@",
    "moves",
    " moves ",
    "startpos",
    "benedictine",
    "buteur",
    "maitres",
    "plies=",
    "players=3",
    "pack=standard",
    "pack=",
    "?8",
    "?0",
    "R1*",
    "kickoff",
    "shot",
    "end",
    "last",
    "over",
    "discard:G",
    "draw:?",
    "N3h",
    "F",
    "repetition=1",
    "variant=annihilation",
    "passage=leap",
    "0",
    "7",
    "9",
    "10",
    "4294967296",
    "o",
    "G",
    "A",
    "S",
    "L",
    "M",
    "m",
    "g",
    "a",
    "r",
    "b",
    "die1",
    "die7",
    "pass",
    "a1",
    "@goal",
    "é",
    "\u{1F600}",
    "\n",
    "\t",
    "\0",
    "\u{2028}",
    "\u{0661}",
    "\u{212A}",
    "\u{202E}",
];

/// The law of every text: no panic; an error of one line that names a field; else a position whose
/// text can be read.
fn check(text: &str) {
    match AnyState::parse(text) {
        Ok(any) => {
            let canonical =
                with_state!(&any, state => format_position(&state.game, &state.position));
            let again =
                AnyState::parse(&canonical).unwrap_or_else(|error| panic!("{canonical}: {error}"));
            let twice = with_state!(&again, state => format_position(&state.game, &state.position));
            assert_eq!(twice, canonical, "from {text:?}");
        }
        Err(error) => check_error(&error),
    }
}

fn check_error(error: &ParseError) {
    let line = error.to_string();
    assert!(!error.field.is_empty(), "{line:?}");
    assert!(!error.expected.is_empty(), "{line:?}");
    assert!(!line.chars().any(char::is_control), "{line:?}");
    assert!(line.len() < 2000, "{line:?}");
}

/// One change to a text.
#[derive(Clone, Debug)]
enum Change {
    Delete(usize),
    Double(usize),
    Swap(usize),
    Insert(usize, &'static str),
    Replace(usize, &'static str),
    /// The same with the words between spaces.
    DeleteWord(usize),
    DoubleWord(usize),
    SwapWords(usize),
    ReplaceWord(usize, &'static str),
}

fn any_change() -> impl Strategy<Value = Change> {
    let at = || any::<usize>();
    let token = || prop::sample::select(TOKENS);
    prop_oneof![
        at().prop_map(Change::Delete),
        at().prop_map(Change::Double),
        at().prop_map(Change::Swap),
        (at(), token()).prop_map(|(at, token)| Change::Insert(at, token)),
        (at(), token()).prop_map(|(at, token)| Change::Replace(at, token)),
        at().prop_map(Change::DeleteWord),
        at().prop_map(Change::DoubleWord),
        at().prop_map(Change::SwapWords),
        (at(), token()).prop_map(|(at, token)| Change::ReplaceWord(at, token)),
    ]
}

/// Applies a change to the list of a text's characters or words.
fn change_list(list: &mut Vec<String>, change: &Change) {
    let length = list.len().max(1);
    match *change {
        Change::Insert(at, token) => list.insert(at % length, token.to_owned()),
        _ if list.is_empty() => {}
        Change::Delete(at) | Change::DeleteWord(at) => drop(list.remove(at % length)),
        Change::Double(at) | Change::DoubleWord(at) => {
            list.insert(at % length, list[at % length].clone());
        }
        Change::Swap(at) | Change::SwapWords(at) => list.swap(at % length, (at + 1) % length),
        Change::Replace(at, token) | Change::ReplaceWord(at, token) => {
            list[at % length] = token.to_owned();
        }
    }
}

fn changed(text: &str, change: &Change) -> String {
    let words = matches!(
        change,
        Change::DeleteWord(_)
            | Change::DoubleWord(_)
            | Change::SwapWords(_)
            | Change::ReplaceWord(..)
    );
    let mut list: Vec<String> = if words {
        text.split(' ').map(str::to_owned).collect()
    } else {
        text.chars().map(String::from).collect()
    };
    change_list(&mut list, change);
    list.join(if words { " " } else { "" })
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 4000,
        rng_seed: RngSeed::Fixed(1982),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_string_is_read_without_a_panic(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_tokens_are_read_without_a_panic(
        tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..20),
    ) {
        check(&tokens.concat());
        check(&format!("benedictine {}", tokens.concat()));
        check(&format!("maitres {}", tokens.concat()));
    }

    #[test]
    fn a_mutilated_text_is_read_without_a_panic(
        text in prop::sample::select(GOOD),
        changes in prop::collection::vec(any_change(), 1..6),
    ) {
        check(&changes.iter().fold(text.to_owned(), |text, change| changed(&text, change)));
    }

    #[test]
    fn mutilated_boards_are_read_without_a_panic(
        ranks in prop::collection::vec("[1-9GAoSLMslm]{0,5}", 5..11),
        tail in " (g|a|r -|b 6|r 3)",
    ) {
        let board = ranks.join("/");
        for head in ["benedictine", "maitres", "maitres:variant=annihilation"] {
            check(&format!("{head} {board}{tail}"));
        }
    }
}

#[test]
fn good_texts_are_read() {
    for text in GOOD {
        assert!(AnyState::parse(text).is_ok(), "{text}");
        check(text);
    }
}

#[test]
fn options_are_read_in_any_order_and_written_in_one() {
    let text = "maitres:variant=annihilation,plies=1000,passage=leap startpos";
    let any = AnyState::parse(text).expect("options in any order");
    let text = with_state!(&any, state => format_position(&state.game, &state.position));
    assert!(text.starts_with("maitres:passage=leap,variant=annihilation lll"), "{text}");
}

/// The error of a bad text must name this field.
#[track_caller]
fn refuses(text: &str, field: &str) {
    match AnyState::parse(text) {
        Ok(_) => panic!("{text:?} was read"),
        Err(error) => {
            assert_eq!(error.field, field, "{text:?}: {error}");
            check_error(&error);
        }
    }
}

#[test]
fn bad_heads() {
    for (text, field) in [
        ("", "game"),
        (" ", "game"),
        ("chess startpos", "game"),
        ("Benedictine startpos", "game"),
        ("benedictine\tstartpos", "game"),
        (" benedictine startpos", "game"),
        ("ruches startpos", "game"),
        ("benedictine: startpos", "option"),
        ("benedictine:passage=leap startpos", "option"),
        ("maitres:repetition=3 startpos", "option"),
        ("maitres:plies startpos", "option"),
        ("maitres:plies=5, startpos", "option"),
        ("maitres:PLIES=5 startpos", "option"),
        ("benedictine:plies=5,plies=5 startpos", "option plies"),
        ("benedictine:plies=5,repetition=2,plies=6 startpos", "option plies"),
        ("benedictine:repetition=1 startpos", "option repetition"),
        ("benedictine:repetition=03 startpos", "option repetition"),
        ("benedictine:plies=00 startpos", "option plies"),
        ("benedictine:plies=-1 startpos", "option plies"),
        ("benedictine:plies=+1 startpos", "option plies"),
        ("benedictine:plies= startpos", "option plies"),
        ("benedictine:plies=4294967296 startpos", "option plies"),
        ("benedictine:plies=\u{0661} startpos", "option plies"),
        ("maitres:passage=jump startpos", "option passage"),
        ("maitres:variant=Master startpos", "option variant"),
    ] {
        refuses(text, field);
    }
}

#[test]
fn bad_field_counts() {
    for text in [
        "benedictine",
        "benedictine ",
        "benedictine  startpos",
        "benedictine startpos ",
        "benedictine startpos\n",
        "benedictine Startpos",
        "benedictine startpos g",
        "benedictine 1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1",
        "benedictine 1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1  g",
        "benedictine 1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1 g ",
        "benedictine 1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1 g -",
        "maitres llllmllll/sssssssss/9/9/9/9/9/SSSSSSSSS/LLLLMLLLL r",
        "maitres llllmllll/sssssssss/9/9/9/9/9/SSSSSSSSS/LLLLMLLLL r - -",
    ] {
        // startpos with a g is taken for a board and a side.
        refuses(text, if text == "benedictine startpos g" { "board" } else { "position" });
    }
}

#[test]
fn bad_benedictine_boards() {
    for (board, field) in [
        ("1A1A1A1/2A1A2/7/3o3/7/2G1G2", "board"),
        ("1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1/7", "board"),
        ("1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G", "board rank 1"),
        ("1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G2", "board rank 1"),
        ("1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1G", "board rank 1"),
        ("1A1A1A1/2A1A2/34/3o3/7/2G1G2/1G1G1G1", "board rank 5"),
        ("1A1A1A1/2A1A2/8/3o3/7/2G1G2/1G1G1G1", "board rank 5"),
        ("1A1A1A1/2A1A2/0/3o3/7/2G1G2/1G1G1G1", "board rank 5"),
        ("1A1A1A1/2A1A2/70/3o3/7/2G1G2/1G1G1G1", "board rank 5"),
        ("1A1A1A1/2A1A2//3o3/7/2G1G2/1G1G1G1", "board rank 5"),
        ("1A1A1A1/1A2A2/7/3o3/7/2G1G2/1G1G1G1", "board"),
        ("1A1A1A1/2A1A2/7/2o4/7/2G1G2/1G1G1G1", "board"),
        ("1A1A1A1/2A1A2/7/3o1o1/7/2G1G2/1G1G1G1", "board"),
        ("1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G3", "board"),
        ("1A1A1A1/2A1A2/7/3o3/7/2G1G2/GG1G1G1", "board"),
        ("1A1A1A1/2A4/7/3o3/7/2G1G2/1G1G1G1", "board"),
        ("1A1A1A1/2A1A2/7/3x3/7/2G1G2/1G1G1G1", "board"),
        ("1A1A1A1/2A1A2/7/3O3/7/2G1G2/1G1G1G1", "board"),
        ("1A1A1A1/2A1A2/7/3é3/7/2G1G2/1G1G1G1", "board"),
        ("1A1A1A1/2A1A2/\u{0667}/3o3/7/2G1G2/1G1G1G1", "board"),
        ("1A1A1A1/2A1A2/7/3\u{1F600}3/7/2G1G2/1G1G1G1", "board"),
    ] {
        refuses(&format!("benedictine {board} g"), field);
    }
    for side in ["G", "r", "x", "ga", "\u{0261}"] {
        refuses(&format!("benedictine 1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1 {side}"), "side");
    }
}

#[test]
fn bad_maitres_boards() {
    for (board, field) in [
        ("llllmllll/sssssssss/9/9/9/9/SSSSSSSSS/LLLLMLLLL", "board"),
        ("llllmllll/sssssssss/9/9/9/9/9/SSSSSSSSS/LLLLMLLL", "board rank 1"),
        ("llllmllll/sssssssss/9/9/9/9/9/SSSSSSSSS/LLLLMLLLLL", "board rank 1"),
        ("llllmllll/sssssssss/54/9/9/9/9/SSSSSSSSS/LLLLMLLLL", "board rank 7"),
        ("llllmllll/sssssssss/9/9/0/9/9/SSSSSSSSS/LLLLMLLLL", "board rank 5"),
        ("s3m4/9/9/9/9/9/9/9/4M4", "board"),
        ("4m4/9/9/9/9/9/9/9/S3M4", "board"),
        ("S3m4/9/9/9/9/9/9/9/4M4", "board"),
        ("4m4/9/9/9/9/9/S8/SSSSSSSSS/4M4", "board"),
        ("4m4/LLLLLLLLL/LLLLLLLLL/9/9/9/9/9/4M4", "board"),
        ("4m4/LLLLLLLLL/9/9/9/9/9/SSSSSSSSS/4M4", "board"),
        ("3mm4/9/9/9/9/9/9/9/4M4", "board"),
        ("4m4/9/9/9/9/9/9/9/3MM4", "board"),
        ("llll1llll/sssssssss/9/9/9/9/9/SSSSSSSSS/LLLL1LLLL", "board"),
        ("9/9/9/9/9/9/9/9/9", "board"),
        ("4m4/9/9/9/4K4/9/9/9/4M4", "board"),
        ("4m4/9/9/9/4ł4/9/9/9/4M4", "board"),
        ("4m4/9/9/9/4\u{017F}4/9/9/9/4M4", "board"),
    ] {
        refuses(&format!("maitres {board} r -"), field);
    }
    for (board, options) in [
        ("llllmllll/9/9/9/9/9/9/9/LLLLLLLLL", ":variant=annihilation"),
        ("9/9/9/9/9/9/9/9/9", ":variant=annihilation"),
        ("l8/LLLLLLLLL/LLLLLLLLL/L8/9/9/9/9/9", ":variant=annihilation"),
        ("l8/LLLLLLLLL/L8/9/9/9/9/SSSSSSSSS/9", ":variant=annihilation"),
    ] {
        refuses(&format!("maitres{options} {board} r -"), "board");
    }
    let start = "maitres llllmllll/sssssssss/9/9/9/9/9/SSSSSSSSS/LLLLMLLLL";
    for side in ["g", "R", "rb"] {
        refuses(&format!("{start} {side} -"), "side");
    }
    for die in ["0", "7", "x", "06", "--", "die3", "\u{0663}"] {
        refuses(&format!("{start} r {die}"), "die");
    }
}

#[test]
fn the_most_pieces_are_read() {
    for text in [
        "maitres 4m4/LLLLLLLLL/LLLLLLLL1/9/9/9/9/9/4M4 r -",
        "maitres 4m4/LLLLLLLL1/9/9/9/9/9/SSSSSSSSS/4M4 r -",
        "maitres:variant=annihilation l8/LLLLLLLLL/9/9/9/9/9/SSSSSSSSS/9 r -",
        "maitres:variant=annihilation 9/LLLLLLLLL/LLLLLLLLL/9/9/9/9/9/9 r -",
    ] {
        check(text);
        assert!(AnyState::parse(text).is_ok(), "{text}");
    }
}

#[test]
fn bad_moves() {
    for (text, field) in [
        ("benedictine startpos moves", "moves"),
        ("benedictine startpos moves ", "move"),
        ("maitres startpos moves", "moves"),
        ("benedictine moves", "moves"),
        ("benedictine startpos moves b1-a1 moves", "moves"),
        ("benedictine startpos moves b1-b2", "move"),
        ("benedictine startpos moves b1-a1  b7-a7", "move"),
        ("benedictine startpos moves b1-a1 b1-a1", "move"),
        ("benedictine startpos moves B1-A1", "move"),
        ("benedictine startpos moves pass", "move"),
        ("benedictine startpos moves die1", "move"),
        ("benedictine startpos moves b1-a1@", "move"),
        ("benedictine startpos moves b1-a1@d4", "move"),
        ("benedictine startpos moves moves", "moves"),
        ("maitres startpos moves a2-a5", "move"),
        ("maitres startpos moves die0", "move"),
        ("maitres startpos moves die7", "move"),
        ("maitres startpos moves die3 die3", "move"),
        ("maitres startpos moves die3 a2-a4", "move"),
        ("maitres startpos moves die6 a2-a4", "move"),
        ("maitres startpos moves die6 a2-a4+", "move"),
        ("maitres startpos moves die6 +", "move"),
        ("maitres startpos moves die6 a2-a4+c2-c6+e2-e4", "move"),
        ("maitres startpos moves die6 a2-a4+a2-a6", "move"),
        ("benedictine G6/1o5/7/7/AA1A1AA/7/G1G1G1G g moves a1-a2@goal a3-a4", "move"),
        ("benedictine:plies=1 startpos moves b1-a1 b7-a7", "move"),
        ("maitres 9/9/9/9/4M4/9/1s7/9/L8 b - moves die1", "move"),
        ("maitres:plies=1 startpos moves die3 a2-a5 die3", "move"),
    ] {
        refuses(text, field);
    }
}

#[test]
fn huge_texts_are_refused_fast() {
    const LONG: usize = 10_000_000;
    let begin = Instant::now();
    for (text, field) in [
        ("x".repeat(LONG), "game"),
        (format!("benedictine:{} startpos", "a".repeat(LONG)), "option"),
        (format!("benedictine:plies={} startpos", "9".repeat(LONG)), "option plies"),
        (format!("benedictine {} g", "/".repeat(LONG)), "board"),
        (format!("benedictine {} g", "7/".repeat(1000)), "board"),
        (format!("benedictine {}/7/7/7/7/7/7 g", "1".repeat(LONG)), "board rank 7"),
        (format!("maitres {}", " ".repeat(LONG)), "position"),
        (format!("maitres {} r -", "é".repeat(LONG / 2)), "board"),
        (format!("maitres startpos moves {}", "die1".repeat(LONG / 4)), "move"),
        (format!("maitres startpos moves die1 {}", "+".repeat(LONG)), "move"),
    ] {
        refuses(&text, field);
    }
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}
