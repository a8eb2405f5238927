//! The fields of Bataille de ruches: each fault has its own error.

use games::{AnyState, format_position, with_state};

/// Asserts that `text` is refused, and that the error names `field` and contains `words`.
#[track_caller]
fn refuses(text: &str, field: &str, words: &str) {
    let Err(error) = AnyState::parse(text) else { panic!("{text:?} was read") };
    assert_eq!(error.field, field, "{text:?}: {error}");
    assert!(error.expected.contains(words), "{text:?}: {error}");
}

#[test]
fn bad_fields() {
    let full = "0b1,1d1,2f1,3a2,4c2,5e2,6g2,7b3,8d3,9f3 0f9,1d9,2b9,3g8,4e8,5c8,6a8,7f7,8d7,9b7";
    for (fields, field, words) in [
        ("start a - - - - -", "phase", "place or play"),
        ("place c - - - - -", "side", "a or b"),
        ("place A - - - - -", "side", "a or b"),
        (&format!("place a {full} - - -"), "phase", "all tokens are placed"),
        ("place a 7d1 - - - -", "B", "as many tokens as A has, 1, not 0"),
        ("place b - 7d9 - - -", "B", "one token less than the 0 of A, not 1"),
        ("place b - - - - -", "B", "one token less"),
        ("place b 7d1,8f1 - - - -", "B", "one token less than the 2 of A, not 0"),
        ("place b 7d5 - - - -", "A", "home square"),
        ("place a 7d1 7d3 - - -", "B", "home square"),
        ("place a - - 1 - -", "capA", "- while tokens are placed"),
        ("place a - - - 0 -", "capB", "- while tokens are placed"),
        ("place a 7d1 7d9 - - !d1", "marks", "- while tokens are placed"),
        ("play a 7d1, 7d9 - - -", "A", "tokens such as 7d1"),
        ("play a 7d1,,8f1 7d9 - - -", "A", "tokens such as 7d1"),
        ("play a x 7d9 - - -", "A", "tokens such as 7d1"),
        ("play a d1 7d9 - - -", "A", "tokens such as 7d1"),
        ("play a é 7d9 - - -", "A", "tokens such as 7d1"),
        ("play a 7é 7d9 - - -", "A", "a square from b1 to f9"),
        ("play a 7 7d9 - - -", "A", "a square from b1 to f9"),
        ("play a 10d1 7d9 - - -", "A", "a square from b1 to f9"),
        ("play a 7h2 7d9 - - -", "A", "a square from b1 to f9"),
        ("play a 7d0 7d9 - - -", "A", "a square from b1 to f9"),
        ("play a 7d1d 7d9 - - -", "A", "a square from b1 to f9"),
        ("play a 7a1 7d9 - - -", "A", "a dark square, not a1"),
        ("play a 7d1 7d8 - - -", "B", "a dark square, not d8"),
        ("play a 7d1,7f1 7d9 - - -", "A", "7 comes again"),
        ("play a 7d1,8d1 7d9 - - -", "A", "d1 is taken"),
        ("play a 7d1 8d1 - - -", "B", "d1 is taken"),
        ("play a 7d1 7d9 x - -", "capA", "numbers run together"),
        ("play a 7d1 7d9 1,2 - -", "capA", "numbers run together"),
        ("play a 7d1 7d9 - 1- -", "capB", "numbers run together"),
        ("play a 7d1 7d9 - \u{0663} -", "capB", "numbers run together"),
        ("play a 7d1 7d9 11 - -", "capA", "1 comes again"),
        ("play a 7d1 7d9 7 - -", "capA", "7 is on it"),
        ("play a 7d1 8d9 - 7 -", "capB", "7 is on it"),
        ("play a 7d1 8d9 - - x", "marks", "marks such as"),
        ("play a 7d1 8d9 - - !d9,", "marks", "marks such as"),
        ("play a 7d1 8d9 - - d9", "marks", "marks such as"),
        ("play a 7d1 8d9 - - !", "marks", "a square from b1 to f9"),
        ("play a 7d1 8d9 - - !d8", "marks", "a dark square, not d8"),
        ("play a 7d1 8d9 - - !d5", "marks", "a token of b on d5"),
        ("play a 7d1 8d9 - - !d1", "marks", "a token of b on d1"),
        ("play a 7d1 8d9 - - !d9,!d9", "marks", "!d9 comes again"),
        ("play a 7c4 6d5,5b5 - - *d5,*b5", "marks", "* comes again"),
        ("play a 7c4 6d5,5b5 - - *c4", "marks", "a token of b on c4"),
        ("play a 7c4 6d5,5b5 - - *c6", "marks", "a token of b on c6"),
        ("play a 7c4 6d5,7b5 - - *b5", "marks", "a greater token of a next to b5"),
        ("play a 7c4 6d5,5d3 - - *d3", "marks", "a greater token of a next to d3"),
        ("play a 7c4 6b1,5d1,4f1,3d5 - - *d5", "marks", "- where the game is over"),
        ("play a - 6d5 - - !d5", "marks", "- where the game is over"),
    ] {
        let text = format!("ruches {fields}");
        refuses(&text, field, words);
    }
    for (text, words) in [
        ("ruches:setup=ordered place a - - - - -", "setup=ordered has no placement"),
        ("ruches:contact=jump play a 7c4 6d5 - - *d5", "no removals with contact=jump"),
        ("ruches:omit=free play a 7c4 6d5 - - !d5", "no liable tokens with omit=free"),
        ("ruches:omit=withdraw play a 7c4 6d5 - - !d5", "a token of a on d5"),
    ] {
        let field = if words.contains("setup") { "phase" } else { "marks" };
        refuses(text, field, words);
    }
}

/// Lists are read in any order and written in one order.
#[test]
fn lists_are_sorted() {
    let text = "ruches play b 8e4,1b3,7c4 9d5,2b9 64 532 !e4,*c4,!b3";
    let any = AnyState::parse(text).expect("lists in any order");
    let written = with_state!(&any, state => format_position(state.game(), state.position()));
    assert_eq!(written, "ruches play b 1b3,7c4,8e4 2b9,9d5 46 235 *c4,!b3,!e4");
}
