//! The meaning of a table's result in games in which quiet turns and repetitions draw.

use games::etoile::{EtoileOnSquare8, Square8};
use games::{Ending, Endings, State, Verdict};
use tablebases::etoile::{TableSet, build};

use crate::common::{LIMITS, folder, game};

const POSITION: &str = "A Kc3 Ka1,Kh8";

/// The verdict on a king against two in a game with these options, after this number of quiet
/// turns.
fn verdict(set: &TableSet<Square8>, game: &str, quiet: u32) -> Option<Verdict> {
    let text = format!("{game} {POSITION} {quiet} -");
    set.verdict(State::<EtoileOnSquare8>::parse(&text).expect("a position").position())
}

#[test]
fn quiet_turns_leave_open_what_takes_longer() {
    let dir = folder("quiet");
    let base = "etoile:board=square8,players=2,rules=english";
    build(&game::<Square8>(base), 3, &dir, LIMITS, |_| ()).expect("tables");
    let open = |text: &str| TableSet::open(&game::<Square8>(text), &dir).expect("ok").expect("ok");

    let rulebook = open(base);
    let text = format!("{base} {POSITION} 0 -");
    let position = *State::<EtoileOnSquare8>::parse(&text).expect("a position").position();
    let ending = rulebook.probe(&position).expect("an ending");
    let Ending::Loss(distance) = ending else { panic!("{ending:?}") };
    assert!(distance > 20, "{distance} plies, more than the rulebook's ten turns each");
    assert_eq!(verdict(&rulebook, base, 0), Some(Verdict::Open(ending)));

    // Without such draws every result is certain. Forty turns of each player are enough, if they
    // are counted from now on.
    let never = "etoile:board=square8,players=2,quiet=0,repetition=0,rules=english";
    assert_eq!(verdict(&open(never), never, 900), Some(Verdict::Certain(ending)));
    let forty = "etoile:board=square8,players=2,quiet=40,repetition=0,rules=english";
    let last = 80 - u32::from(distance);
    assert_eq!(verdict(&open(forty), forty, last), Some(Verdict::Certain(ending)));
    assert_eq!(verdict(&open(forty), forty, last + 1), Some(Verdict::Open(ending)));

    // After five quiet turns a position may have occurred twice, and its third occurrence would
    // draw.
    let thrice = "etoile:board=square8,players=2,quiet=40,rules=english";
    assert_eq!(verdict(&open(thrice), thrice, 4), Some(Verdict::Certain(ending)));
    assert_eq!(verdict(&open(thrice), thrice, 5), Some(Verdict::Open(ending)));
}
