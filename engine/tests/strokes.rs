//! Strokes: one side gives up several pieces, each capture is forced, and a large capture follows.

use engine::{Answer, Playable, Proof, Request, Searcher, Techniques};
use games::{AnyState, State, with_state};

/// Problems of English draughts from the Checker Maven: the position, its first move, and the nodes
/// within which a search must prove the win.
const STROKES: [(&str, &str, u64); 2] = [
    // 22-17 13-22 29-25 22-29 30-25 29-22 21-17 22-13 6-1 13-6 1-10-3-12-19-28
    ("B b2,d2,b4,h4,a5,b6 f2,g3,f6,h6,f8,h8 0 -", "f6-g5", 50_000),
    // L. Springer
    ("B f2,c3,Ke3,f4,Kb6,Kh6 Kg1,Ka3,c5,g5,d6,e7,Kf8 0 -", "e7-f6", 250_000),
];

fn search<G: Playable>(state: &State<G>, techniques: Techniques, nodes: u64) -> Answer<G::Move> {
    let builder = Searcher::builder(state.game().clone()).techniques(techniques).hash(16);
    let mut searcher: Searcher<G> = builder.build().expect("a small table");
    searcher.search(state, &Request::new().nodes(nodes))
}

/// The first move of the win that a search proves.
fn winning_move(fields: &str, techniques: Techniques, nodes: u64) -> Option<String> {
    let text = format!("etoile:board=square8,players=2,quiet=40,rules=english {fields}");
    let any = AnyState::parse(&text).expect("a position");
    with_state!(&any, state => {
        let answer = search(state, techniques, nodes);
        let line = &answer.variations[0];
        matches!(line.proof(), Some(Proof::Win(_))).then(|| state.move_text(line.moves[0]))
    })
}

#[test]
fn strokes_are_proven() {
    for (fields, best, nodes) in STROKES {
        let found = winning_move(fields, Techniques::ALL, nodes);
        assert_eq!(found.as_deref(), Some(best), "{fields}");
    }
}

/// The problems need the rule that they test.
#[test]
fn strokes_are_cut_without_their_rule() {
    let without = Techniques { strokes: false, ..Techniques::ALL };
    for (fields, _, nodes) in STROKES {
        assert_eq!(winning_move(fields, without, nodes), None, "{fields}");
    }
}
