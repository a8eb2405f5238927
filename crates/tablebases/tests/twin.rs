//! Tables compared with brute force.

use games::etoile::{Board, Omission, Square8, Square10, Star};
use games::{Ending, Endings};
use tablebases::etoile::{TableSet, build, build_slice, verify};

use crate::common::{LIMITS, brute_force, folder, game, positions};

/// Builds tables, verifies them, and compares every position of up to `pieces` pieces with brute
/// force.
fn agree<B: Board>(text: &str, pieces: u8) -> [usize; 3] {
    let game = game::<B>(text);
    let dir = folder(&format!("twin-{}", text.replace(':', "-")));
    let built = build(&game, pieces, &dir, LIMITS, |_| ()).expect("tables");
    let verified = verify(&game, &dir, LIMITS, |_| ()).expect("tables");
    assert_eq!((verified.wrong, verified.positions), (None, built.positions), "{text}");

    let set = TableSet::open(&game, &dir).expect("tables").expect("tables");
    let all = (2..=pieces.into()).flat_map(|pieces| positions(&game, pieces)).collect();
    let endings = brute_force(&game.without_draws(), all);
    let mut counts = [0; 3];
    for (position, ending) in &endings {
        assert_eq!(set.probe(position), Some(*ending), "{text} {position:?}");
        counts[match ending {
            Ending::Win(_) => 0,
            Ending::Draw => 1,
            Ending::Loss(_) => 2,
            Ending::Chance(_) => panic!("no dice here"),
        }] += 1;
    }
    counts
}

#[test]
fn three_pieces_on_the_ordinary_board() {
    agree::<Square8>("etoile:board=square8,players=2,rules=english", 3);
}

#[test]
fn two_pieces_under_all_rules() {
    for rules in ["french", "english", "german", "italian"] {
        for options in ["", ",misere=yes", ",landing=any,majority=yes"] {
            agree::<Square8>(&format!("etoile:board=square8,players=2,rules={rules}{options}"), 2);
            agree::<Star>(&format!("etoile:players=2,rules={rules}{options}"), 2);
        }
    }
    agree::<Square10>("etoile:board=square10,landing=any,majority=yes,omit=must,players=2", 2);
    agree::<Star>("etoile:players=2,neutral=barren", 2);
    agree::<Star>("etoile:colour=light,players=2", 2);
}

/// If captures may be omitted, the results are those of the game in which they may not. Positions
/// with the marks of an omission are known too.
#[test]
fn omissions_change_no_result() {
    for text in ["etoile:players=2,quiet=0", "etoile:misere=yes,players=2,quiet=0,rules=german"] {
        let game = game::<Star>(text);
        let dir = folder(&format!("omissions-{}", text.replace(':', "-")));
        build(&game, 2, &dir, LIMITS, |_| ()).expect("tables");
        let set = TableSet::open(&game, &dir).expect("tables").expect("tables");
        let endings = brute_force(&game, positions(&game, 2));
        let mut marked = 0;
        for (position, ending) in &endings {
            let found = set.probe(position).expect("an ending");
            assert_eq!(found.word(), ending.word(), "{position:?}");
            marked += usize::from(position.omission() != Omission::None);
        }
        assert!(marked > 1000, "{marked} positions with marks");
    }
}

/// A slice has the same tables as a complete build, and no others. A later build adds the missing
/// tables.
#[test]
fn a_slice_is_a_part() {
    let game = game::<Square8>("etoile:board=square8,players=2,rules=english");
    let dir = folder("slice");
    let slice = build_slice(&game, 3, 1, &dir, LIMITS, |_| ()).expect("tables");
    assert_eq!((slice.tables, slice.positions), (4, 3488));
    assert_eq!(verify(&game, &dir, LIMITS, |_| ()).expect("tables").wrong, None);
    let whole = build(&game, 3, &dir, LIMITS, |_| ()).expect("tables");
    assert_eq!((whole.tables, whole.positions), (12, 199_520), "1-2 and 2-1");
    let verified = verify(&game, &dir, LIMITS, |_| ()).expect("tables");
    assert_eq!((verified.wrong, verified.tables), (None, 16));
}

/// The same with four pieces.
#[test]
#[ignore = "long"]
fn a_slice_of_four_pieces_is_a_part() {
    let game = game::<Square8>("etoile:board=square8,players=2,rules=english");
    let dir = folder("slice-of-four");
    build_slice(&game, 3, 1, &dir, LIMITS, |_| ()).expect("tables");
    let four = build_slice(&game, 4, 2, &dir, LIMITS, |_| ()).expect("tables");
    assert_eq!(four.tables, 12 + 9, "2-1, 1-2 and 2-2");
    let verified = verify(&game, &dir, LIMITS, |_| ()).expect("tables");
    assert_eq!((verified.wrong, verified.tables), (None, 25));
    let whole = build(&game, 4, &dir, LIMITS, |_| ()).expect("tables");
    assert_eq!((whole.tables, whole.positions), (16, 6_408_836), "1-3 and 3-1");
}
