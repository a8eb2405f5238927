//! Texts of all shapes, good, random and mutilated.

use games::{AnyState, format_position, with_state};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::check;

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

/// Pieces of texts, to be inserted in wrong places.
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

/// Cells of the star and of other boards, and texts that are not cells.
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
    let text = with_state!(&any, state => format_position(state.game(), state.position()));
    assert!(text.starts_with("maitres:passage=leap,variant=annihilation lll"), "{text}");
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
