//! Bad texts, with the field that the error names.

use std::time::{Duration, Instant};

use games::AnyState;

use super::check_error;

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
        // `startpos` followed by `g` is read as a board and a side.
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

/// Asserts that `text` is refused for `field`, with `expected` in the error.
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
        // No piece, or another player's, on the last cell of the step; or a piece that is still on
        // its first cell.
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
    const LONG: usize = 4_000_000;
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
    assert!(begin.elapsed() < Duration::from_secs(4), "{:?}", begin.elapsed());
}
