//! Published results of English draughts, compared with the tables.

use games::etoile::{EtoileOnSquare8, Square8};
use games::{Ending, Endings, State};
use tablebases::etoile::{TableSet, build_slice};

use crate::common::{LIMITS, folder, game};

const GAME: &str = "etoile:board=square8,players=2,rules=english";

/// Tables of two pieces of each side.
fn built(name: &str) -> TableSet<Square8> {
    let (game, dir) = (game::<Square8>(GAME), folder(name));
    let _ = build_slice(&game, 4, 2, &dir, LIMITS, |_| ()).expect("tables");
    TableSet::open(&game, &dir).expect("tables").expect("tables")
}

/// A king against a king: the player to act wins 230 positions, draws 654 and loses 108, and the
/// longest win takes 11 plies. For more kings, the number of positions. CITE: E. Trice, report of
/// the database of one king against one, damforum.nl topic 2603; M. VandeWettering, "Checker
/// endgames with only kings", brainwagon.org, 2007.
#[test]
fn kings_are_counted_as_published() {
    let set = built("published-counts");
    let counts = |name: &str| {
        let found = set.tables().find(|(id, ..)| id.to_string() == name).expect("a table");
        found.1
    };
    let one = counts("k-k.a");
    assert_eq!([one.wins, one.draws, one.losses], [230, 654, 108]);
    assert_eq!(one.longest.map(|(distance, _)| distance), Some(11));
    for (name, positions) in [("k-kk.a", 14_880), ("kk-k.a", 14_880), ("kk-kk.a", 215_760)] {
        assert_eq!(counts(name).positions(), positions, "{name}");
    }
}

/// The First Position: two kings win against a king in the double corner and a man if they are to
/// act, and do not win if the other side is. In books White has the kings on 23 and 19, or a king
/// on 15 and a man on 20, and Black has a king on 28 and a man on 12. CITE: Ed. Lasker, "Chess and
/// Checkers: the Way to Mastership", 1918, diagram 93; American Checker Federation, "Standard
/// Positions".
#[test]
fn the_first_position_is_won_with_the_move() {
    let set = built("published-first");
    for (pieces, distance) in [("a3,Ka7 Kc5,Kd6", 61), ("a3,Ka7 a5,Kd4", 81)] {
        let ending = |side| {
            let text = format!("{GAME} {side} {pieces} 0 -");
            let state = State::<EtoileOnSquare8>::parse(&text).expect("a position");
            set.probe(state.position())
        };
        assert_eq!(ending("B"), Some(Ending::Win(distance)), "{pieces}");
        assert_eq!(ending("A"), Some(Ending::Draw), "{pieces}");
    }
}
