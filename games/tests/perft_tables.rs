//! Published move counts (perft) of the draughts games that L'Étoile des Dames contains.
//! CITE: R. Halbersma, DCTL, perft from the initial positions, duplicate captures counted.

use games::{AnyState, perft, with_state};

/// Checks the counts for depths 1, 2, ... from the start.
fn check(options: &str, counts: &[u64]) {
    let any = AnyState::parse(&format!("etoile:{options} startpos")).expect("a start");
    for (depth, &count) in (1..).zip(counts) {
        let found = with_state!(&any, state => perft(state.game(), state.position(), depth));
        assert_eq!(found, count, "depth {depth} of {options}");
    }
}

#[test]
fn english_draughts() {
    let counts = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680, 18_391_564];
    check("board=square8,players=2,rules=english", &counts);
}

const CONTINENTAL: &str = "landing=any,majority=yes,omit=must,players=2";

#[test]
fn international_draughts() {
    let counts = [9, 81, 658, 4265, 27117, 167_140, 1_049_442];
    check(&format!("board=square10,{CONTINENTAL}"), &counts);
}

#[test]
fn brazilian_draughts() {
    let counts = [7, 49, 302, 1469, 7473, 37628, 187_302, 907_836];
    check(&format!("board=square8,{CONTINENTAL}"), &counts);
}
