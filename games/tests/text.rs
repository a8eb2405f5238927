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
    "ruches startpos",
    "ruches startpos moves 7@d1 0@a8 3@a2 5@f9",
    "ruches:contact=jump,omit=withdraw,setup=ordered startpos moves b3-c4 b7-c6",
    "ruches play b 1b3,7c4,8e4 2b9,3g6,9d5 - - *c4,!c4,!e4 moves !c4",
    "ruches:omit=withdraw play a 1f1,9c2 3d3,4f5,5d7,6b9 0 28 - moves c2xe4xg6 d7-c6",
    "ruches play a 3c4 - 0123456789 7 -",
    "etoile startpos",
    "etoile startpos moves Aa3-Ab4 Ba3-Bb4 Ca3-Cb4",
    "etoile:players=2 A Ac1,Ae1,Ah2 Ad2 0 - moves Ah2-Ag3 oblige Ac1xAe3",
    "etoile A Ah2,Ac3 Ad4 Ch2 0 !",
    "etoile B Ac3,KBa1 Ad4 Ch2 0 Bb2-Ba1=K:Ac3",
    "etoile B Ah2,Ab4 Ad4 Ch2 0 Ac3-Ab4:Ab4 moves huff:Ab4 Ad4-Ae3",
    "etoile A Ah4 Bh2 Cc3,Cb4 0 - moves pass",
    "etoile:colour=light,landing=any,majority=yes A KAa2 Ab3 - 17 -",
    "etoile:misere=yes,neutral=barren,omit=must,players=2 A Ca1 Bh2 0 -",
    "etoile:board=square8,players=2,repetition=0,rules=english A Kc3 b2,d4,f6 0 - moves c3xe5xg7",
    "etoile:board=square10,players=2,rules=italian A a1 Kj10 30 -",
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
    "ruches",
    "etoile",
    "board=square8",
    "players=2",
    "colour=light",
    "rules=english",
    "!",
    "=K",
    "K",
    "Aa1",
    "KAa1",
    "Ad4",
    "B",
    "C",
    "x",
    "huff:",
    "oblige",
    "j10",
    "plies=",
    "omit=free",
    "setup=ordered",
    "place",
    "play",
    "7d1",
    "0b9,",
    "!c4",
    "*d5",
    "-e6",
    "c4xe6",
    "7@d1",
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
        check(&format!("ruches {}", tokens.concat()));
        check(&format!("etoile {}", tokens.concat()));
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

    #[test]
    fn mutilated_tokens_are_read_without_a_panic(
        phase in "(place|play) (a|b)",
        tokens in prop::collection::vec("([0-9][a-g][1-9],){0,3}[0-9]?[a-h][0-9]|-", 2),
        captured in prop::collection::vec("[0-9]{1,4}|-", 2),
        marks in "([*!][a-g][1-9],){0,2}[*!][a-g][1-9]|-",
        options in prop::sample::select(&["", ":contact=jump", ":omit=free", ":omit=withdraw"][..]),
    ) {
        let (tokens, captured) = (tokens.join(" "), captured.join(" "));
        check(&format!("ruches{options} {phase} {tokens} {captured} {marks}"));
    }
}

/// Cells of the star and of other boards, and what is none.
fn any_cells() -> impl Strategy<Value = String> {
    let cell = prop_oneof![9 => "K?[ABC][a-h][1-4]", 1 => "K?[A-D]?[a-k]1?[0-9]"];
    let cells = prop::collection::vec(cell, 1..5).prop_map(|cells| cells.join(","));
    prop_oneof![8 => cells, 1 => Just("-".to_owned())]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn cells_and_marks_are_read_without_a_panic(
        lists in prop::collection::vec(any_cells(), 2..4),
        step in any_cells(),
        liable in any_cells(),
        crown in "(=K)?",
        side in "[ABC]",
    ) {
        let omitted = format!("{}{crown}:{liable}", step.replace(',', "-"));
        for marks in ["-", "!", omitted.as_str()] {
            for head in ["etoile", "etoile:colour=light", "etoile:players=2", "etoile:omit=must"] {
                check(&format!("{head} {side} {} 0 {marks}", lists.join(" ")));
            }
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
        ("Ruches startpos", "game"),
        ("ruches:plies=9 startpos", "option"),
        ("ruches:omit=never startpos", "option omit"),
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
        ("etoile:plies=3 startpos", "option"),
        ("etoile:players=4 startpos", "option players"),
        ("etoile:omit= startpos", "option omit"),
        ("etoile:repetition=1 startpos", "option repetition"),
        ("etoile:board=square8 startpos", "option players"),
        ("etoile:board=square10,players=3 startpos", "option players"),
        ("etoile:board=square8,colour=light,players=2 startpos", "option colour"),
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

/// The text is refused for a field, with words that say what was expected.
#[track_caller]
fn refuses_for(text: &str, field: &str, expected: &str) {
    refuses(text, field);
    let error = AnyState::parse(text).expect_err("refused").to_string();
    assert!(error.contains(expected), "{text}: {error}");
}

#[test]
fn bad_etoile_positions() {
    let home = "Aa1,Ac1,Ae1,Ag1,Ab2,Ad2,Af2,Ah2,Aa3,Ac3,Ae3,Ag3,Ab4";
    refuses_for(&format!("etoile A {home} Bh2 Ch2 0 -"), "A", "at most 12 pieces, not 13");
    for (text, field, expected) in [
        ("etoile A Ac3 Ac3 Ch2 0 -", "B", "one piece at most on a cell"),
        ("etoile A Ac3,Ac3 Bh2 Ch2 0 -", "A", "one piece at most on a cell"),
        ("etoile A Ac3,KAc3 Bh2 Ch2 0 -", "A", "one piece at most on a cell"),
        ("etoile A Ba1 Bh2 Ch2 0 -", "A", "a king where men become kings"),
        ("etoile A Ac3 Bh2 Aa1 0 -", "C", "a king where men become kings"),
        ("etoile:players=2 A Ca1 Bh2 0 -", "A", "a king where men become kings"),
        ("etoile:board=square8,players=2 B a1 c1 0 -", "B", "a king where men become kings"),
        ("etoile A Aa2 Bh2 Ch2 0 -", "A", "dark cells"),
        ("etoile:colour=light A Aa1 Bh2 Ch2 0 -", "A", "light cells (colour=light)"),
        ("etoile A Da1 Bh2 Ch2 0 -", "A", "cells such as Aa1 or KBb2"),
        ("etoile A a1 Bh2 Ch2 0 -", "A", "cells such as Aa1 or KBb2"),
        ("etoile A Aa5 Bh2 Ch2 0 -", "A", "cells such as Aa1 or KBb2"),
        ("etoile A Ai1 Bh2 Ch2 0 -", "A", "cells such as Aa1 or KBb2"),
        ("etoile A kAa1 Bh2 Ch2 0 -", "A", "cells such as Aa1 or KBb2"),
        ("etoile A Aa1, Bh2 Ch2 0 -", "A", "cells such as Aa1 or KBb2"),
        ("etoile A Aa01 Bh2 Ch2 0 -", "A", "cells such as Aa1 or KBb2"),
        ("etoile:board=square8,players=2 A Aa1 c5 0 -", "A", "cells such as a1 or Kb2"),
        ("etoile:board=square8,players=2 A i1 c5 0 -", "A", "cells such as a1 or Kb2"),
        ("etoile A - Bh2 Ch2 0 -", "side", "a player with pieces"),
        ("etoile:players=2 C Aa1 Bh2 0 -", "side", "one of A B"),
        ("etoile a Aa1 Bh2 Ch2 0 -", "side", "one of A B C"),
        ("etoile A Aa1 Bh2 0 -", "position", "6 separated by single spaces"),
        ("etoile:players=2 A Aa1 Bh2 Ch2 0 -", "position", "5 separated by single spaces"),
        ("etoile A Aa1 Bh2 Ch2 00 -", "quiet", "a number from 0 to 65535"),
        ("etoile A Aa1 Bh2 Ch2 -1 -", "quiet", "a number from 0 to 65535"),
        ("etoile A Aa1 Bh2 Ch2 65536 -", "quiet", "a number from 0 to 65535"),
        ("etoile A Aa1 Bh2 Ch2 x -", "quiet", "a number from 0 to 65535"),
    ] {
        refuses_for(text, field, expected);
    }
}

#[test]
fn bad_etoile_marks() {
    for (text, expected) in [
        ("etoile A Aa1 Bh2 Ch2 0 !", "a side to act that can capture"),
        ("etoile A Aa1 - - 0 !", "a side to act that can capture"),
        ("etoile:omit=must A Ah2,Ac3 Ad4 Ch2 0 !", "- where captures are compulsory"),
        ("etoile:rules=english B Ac3,Ag3 Ad4 Ch2 0 Ah2-Ag3:Ac3", "- where captures are compulsory"),
        ("etoile B Ac3,Ag3 Ad4 Ch2 0 x", "-, ! or <from>-<to>[=K]:<cell>,<cell>..."),
        ("etoile B Ac3,Ag3 Ad4 Ch2 0 Ah2Ag3:Ac3", "-, ! or <from>-<to>[=K]:<cell>,<cell>..."),
        ("etoile B Ac3,Ag3 Ad4 Ch2 0 Ah2-Ag3:", "cells such as Aa1 or KBb2"),
        ("etoile B Ac3,Ag3 Ad4 Ch2 0 Ah3-Ag3:Ac3", "dark cells"),
        ("etoile B Ac3,Ag3 Ad4 Ch2 0 Ah2-Ag3:Ac3,Ac3", "each liable cell once"),
        // No piece where the step ended, or another's; where it began, one that still stands.
        ("etoile B Ac3,Ag3 Ad4 Ch2 0 Ae3-Af4:Ac3", "a piece of A where the step ended"),
        ("etoile B Ac3,Ag3 Ad4 Ch2 0 Cg1-Ch2:Ac3", "a piece of A where the step ended"),
        ("etoile B Ac3,Ag3 Ad4 Ch2 0 Ac3-Ag3:Ac3", "a legal step of A"),
        ("etoile B Ac3,Ag3 Ad4 Ch2 0 Ah4-Ag3:Ac3", "a legal step of A"),
        ("etoile B Ac3,Ag3 Ad4 Ch2 0 Ah2-Ag3=K:Ac3", "a legal step of A"),
        ("etoile B Ac3,KAg3 Ad4 Ch2 0 Ah2-Ag3=K:Ac3", "=K just where the step made a king"),
        ("etoile B Ab2,Ag3 Ad4 Ch2 0 Ah2-Ag3:Ab2", "a step of A that omitted a capture"),
        ("etoile C Ac3,Ag3 Ad4 Ch2 0 Ah2-Ag3:Ac3", "a piece of B where the step ended"),
        ("etoile B Ac3,Ag3 Ad4 Ch2 0 Ah2-Ag3:Ag3", "the pieces that could have captured: Ac3"),
        ("etoile B Ac3,Ag3 Ad4 Ch2 0 Ah2-Ag3:Ac3,Ag3", "the pieces that could have captured: Ac3"),
        ("etoile B Ah2,Ab4 Ad4 Ch2 0 Ac3-Ab4:Ac3", "the pieces that could have captured: Ab4"),
        ("etoile B Ac1,Ae1,Ag3 Ad2 Ch2 0 Ah2-Ag3:Ac1", "have captured: Ac1,Ae1"),
    ] {
        refuses_for(text, "marks", expected);
    }
    refuses_for("etoile A Ah2,Ac3 Ad4 Ch2 3 !", "quiet", "0 while a player is obliged");
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
        ("ruches startpos moves 7@d1 7@d1", "move"),
        ("ruches startpos moves 7@d4", "move"),
        ("ruches startpos moves b3-c4", "move"),
        ("ruches startpos moves pass", "move"),
        ("ruches:setup=ordered startpos moves b3-b4", "move"),
        ("ruches:setup=ordered startpos moves b3xc4", "move"),
        ("ruches play a 3c4 - 0123456789 7 - moves c4-d5", "move"),
        ("etoile startpos moves pass", "move"),
        ("etoile startpos moves oblige", "move"),
        ("etoile startpos moves huff:Aa1", "move"),
        ("etoile startpos moves Aa3-Aa5", "move"),
        ("etoile startpos moves Aa3xAb4", "move"),
        ("etoile startpos moves KAa3-Ab4", "move"),
        ("etoile A Ac3 Ad4 Ch2 0 - moves Ac3-Bd4", "move"),
        ("etoile A Ac3 Ad4 - 0 - moves Ac3xBd4 pass", "move"),
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
        (format!("ruches play a {} - - - -", "7d1,".repeat(LONG / 4)), "A"),
        (format!("ruches play a - - {} - -", "7".repeat(LONG)), "capA"),
        (format!("ruches play a 7c4 6d5,5b5 - - {}", "!d5,".repeat(LONG / 4)), "marks"),
        (format!("maitres startpos moves {}", "die1".repeat(LONG / 4)), "move"),
        (format!("maitres startpos moves die1 {}", "+".repeat(LONG)), "move"),
        (format!("etoile A {}Aa1 Bh2 Ch2 0 -", "Aa1,".repeat(LONG / 4)), "A"),
        (format!("etoile A Ac3 Ad4 Ch2 {} -", "9".repeat(LONG)), "quiet"),
        (format!("etoile A Ac3 Ad4 Ch2 0 Aa1-{}", "Ab2,".repeat(LONG / 4)), "marks"),
        (format!("etoile startpos moves Aa3{}", "xAb4".repeat(LONG / 4)), "move"),
    ] {
        refuses(&text, field);
    }
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}
