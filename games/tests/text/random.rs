//! Texts of all shapes, good, random and mutilated.

use games::{AnyState, format_position, with_state};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::check;

/// The number of random cases in each test.
const CASES: u32 = 4000;

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

fn any_change(rng: &mut ChaCha8Rng) -> Change {
    let (at, token) = (rng.random_range(0..1_000_000), *pick(rng, TOKENS));
    match rng.random_range(0..9) {
        0 => Change::Delete(at),
        1 => Change::Double(at),
        2 => Change::Swap(at),
        3 => Change::Insert(at, token),
        4 => Change::Replace(at, token),
        5 => Change::DeleteWord(at),
        6 => Change::DoubleWord(at),
        7 => Change::SwapWords(at),
        _ => Change::ReplaceWord(at, token),
    }
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

/// Prints a text if the test fails while it is checked.
struct Shown<'a>(&'a str);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the text: {:?}", self.0);
        }
    }
}

/// Checks the texts of many random cases.
fn check_cases(texts: impl Fn(&mut ChaCha8Rng) -> Vec<String>) {
    let mut rng = ChaCha8Rng::seed_from_u64(1982);
    for _ in 0..CASES {
        for text in texts(&mut rng) {
            let _shown = Shown(&text);
            check(&text);
        }
    }
}

/// One of a list.
fn pick<'a, T>(rng: &mut ChaCha8Rng, list: &'a [T]) -> &'a T {
    list.choose(rng).expect("a list with entries")
}

/// A list whose length is in a range.
fn list<T>(
    rng: &mut ChaCha8Rng,
    lengths: std::ops::Range<usize>,
    mut entry: impl FnMut(&mut ChaCha8Rng) -> T,
) -> Vec<T> {
    let length = rng.random_range(lengths);
    (0..length).map(|_| entry(rng)).collect()
}

/// A text of characters, one of each set in turn.
fn spelled(rng: &mut ChaCha8Rng, sets: &[&str]) -> String {
    sets.iter().map(|set| *pick(rng, &set.chars().collect::<Vec<_>>())).collect()
}

/// Some of the characters of a set.
fn any_of(rng: &mut ChaCha8Rng, set: &str, lengths: std::ops::Range<usize>) -> String {
    list(rng, lengths, |rng| spelled(rng, &[set])).concat()
}

const DIGITS: &str = "0123456789";

#[test]
fn any_string_is_read_without_a_panic() {
    check_cases(|rng| {
        let text =
            list(
                rng,
                0..33,
                |rng| {
                    if rng.random() { rng.random() } else { rng.random_range(' '..='~') }
                },
            );
        vec![text.into_iter().collect()]
    });
}

#[test]
fn any_tokens_are_read_without_a_panic() {
    check_cases(|rng| {
        let tokens = list(rng, 0..20, |rng| *pick(rng, TOKENS)).concat();
        let heads = ["", "benedictine ", "maitres ", "ruches ", "etoile "];
        heads.map(|head| format!("{head}{tokens}")).to_vec()
    });
}

#[test]
fn a_mutilated_text_is_read_without_a_panic() {
    check_cases(|rng| {
        let text = (*pick(rng, GOOD)).to_owned();
        let changes = list(rng, 1..6, any_change);
        vec![changes.iter().fold(text, |text, change| changed(&text, change))]
    });
}

#[test]
fn mutilated_boards_are_read_without_a_panic() {
    check_cases(|rng| {
        let ranks = list(rng, 5..11, |rng| any_of(rng, "123456789GAoSLMslm", 0..6)).join("/");
        let tail = pick(rng, &["g", "a", "r -", "b 6", "r 3"]);
        let heads = ["benedictine", "maitres", "maitres:variant=annihilation"];
        heads.map(|head| format!("{head} {ranks} {tail}")).to_vec()
    });
}

/// Tokens on cells, in a hand, or none.
fn any_ruches_tokens(rng: &mut ChaCha8Rng) -> String {
    if rng.random_bool(0.5) {
        return "-".to_owned();
    }
    let placed = list(rng, 0..4, |rng| spelled(rng, &[DIGITS, "abcdefg", "123456789", ","]));
    let number = any_of(rng, DIGITS, 0..2);
    let last = spelled(rng, &["abcdefgh", DIGITS]);
    format!("{}{number}{last}", placed.concat())
}

#[test]
fn mutilated_tokens_are_read_without_a_panic() {
    check_cases(|rng| {
        let options = pick(rng, &["", ":contact=jump", ":omit=free", ":omit=withdraw"]);
        let (phase, side) = (pick(rng, &["place", "play"]), pick(rng, &["a", "b"]));
        let tokens = [any_ruches_tokens(rng), any_ruches_tokens(rng)].join(" ");
        let captured = list(rng, 2..3, |rng| match rng.random() {
            true => any_of(rng, DIGITS, 1..5),
            false => "-".to_owned(),
        });
        let marks = list(rng, 0..4, |rng| spelled(rng, &["*!", "abcdefg", "123456789"])).join(",");
        let marks = if marks.is_empty() { "-" } else { &marks };
        let captured = captured.join(" ");
        vec![format!("ruches{options} {phase} {side} {tokens} {captured} {marks}")]
    });
}

/// Cells of the star and of other boards, and texts that are not cells.
fn any_cells(rng: &mut ChaCha8Rng) -> String {
    if rng.random_ratio(1, 9) {
        return "-".to_owned();
    }
    let cells = list(rng, 1..5, |rng| {
        let king = any_of(rng, "K", 0..2);
        if rng.random_ratio(9, 10) {
            return king + &spelled(rng, &["ABC", "abcdefgh", "1234"]);
        }
        let camp = any_of(rng, "ABCD", 0..2);
        let file = any_of(rng, "abcdefghijk", 0..2);
        let ten = any_of(rng, "1", 0..2);
        format!("{king}{camp}{file}{ten}{}", spelled(rng, &[DIGITS]))
    });
    cells.join(",")
}

#[test]
fn cells_and_marks_are_read_without_a_panic() {
    check_cases(|rng| {
        let lists = list(rng, 2..4, any_cells).join(" ");
        let (step, liable, side) = (any_cells(rng), any_cells(rng), pick(rng, &["A", "B", "C"]));
        let crown = pick(rng, &["", "=K"]);
        let omitted = format!("{}{crown}:{liable}", step.replace(',', "-"));
        let mut texts = Vec::new();
        for marks in ["-", "!", omitted.as_str()] {
            for head in ["etoile", "etoile:colour=light", "etoile:players=2", "etoile:omit=must"] {
                texts.push(format!("{head} {side} {lists} 0 {marks}"));
            }
        }
        texts
    });
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
